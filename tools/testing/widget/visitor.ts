// The actions of a visitor and everything they perceive. Fields and buttons are found by role and label.
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { EnquiryForm } from '../../../widget/enquiry-form.ts';
import { textPatterns } from './texts.ts';

let forms = 0;

/** One form of the page, in front of a visitor. */
export class FormPage {
  readonly element: EnquiryForm;
  readonly #root: Locator;

  constructor(element: EnquiryForm) {
    this.element = element;
    element.dataset.testid ??= `form-${++forms}`; // Tells it from the page's other forms.
    this.#root = page.getByTestId(element.dataset.testid);
  }

  /** A field by its label, which may be followed by “(optional)”. */
  field(label: string): Locator {
    return this.#root.getByLabelText(new RegExp(`^${escaped(label)}( \\(optional\\))?$`));
  }

  /** A part of a field, such as the month of a date. */
  part(label: string, part: string): Locator {
    return this.group(label).getByLabelText(new RegExp(`^${escaped(part)}( \\(optional\\))?$`));
  }

  button(name: string | RegExp): Locator {
    return this.#root.getByRole('button', { name });
  }

  link(name: string | RegExp): Locator {
    return this.#root.getByRole('link', { name });
  }

  heading(name: string | RegExp): Locator {
    return this.#root.getByRole('heading', { name });
  }

  /** A text where it is seen: before what is only announced. */
  text(text: string | RegExp): Locator {
    return this.#root.getByText(text).first();
  }

  /** The controls of a question, by its label, which its help and message may follow. */
  group(label: string): Locator {
    return this.#root.getByRole('group', { name: new RegExp(`^${escaped(label)}( \\(optional\\))?( |$)`) });
  }

  alert(): Locator {
    return this.#root.getByRole('alert');
  }

  /** The text that a screen reader announces without moving the focus. */
  announcement(): Locator {
    return this.#root.getByRole('status');
  }

  /** The ribbon of test mode, above everything. */
  ribbon(): Locator {
    return this.#root.getByRole('note');
  }

  /** The list of problems above the form. */
  problems(): Locator {
    return this.#root.getByRole('group', { name: textPatterns.problems });
  }

  receipt(): Locator {
    return this.#root.getByRole('group', { name: textPatterns.received });
  }

  /** The row of an attachment. */
  attachment(name: string): Locator {
    return this.#root.getByRole('listitem').filter({ hasText: name });
  }

  /** The answers that are shown for a check, by their questions. */
  review(): Record<string, string> {
    const textsOf = (role: 'term' | 'definition') =>
      this.#root
        .getByRole(role)
        .elements()
        .filter(element => !element.querySelector('button'))
        .map(({ textContent }) => textContent?.trim() ?? '');
    const answers = textsOf('definition');
    return Object.fromEntries(textsOf('term').map((question, at) => [question, answers[at] ?? '']));
  }

  /** A progress bar by its name. */
  bar(name: string | RegExp): Locator {
    return this.#root.getByRole('progressbar', { name });
  }

  fileInput(): Locator {
    return this.#root.getByLabelText(textPatterns.files);
  }

  /** Types over what is in a field. */
  async fillIn(label: string, text: string): Promise<void> {
    await typeOver(this.field(label), text);
  }

  /** Types over the parts of a field, such as the day, month and year of a date. */
  async fillInParts(label: string, parts: Record<string, string>): Promise<void> {
    for (const [part, text] of Object.entries(parts)) await typeOver(this.part(label, part), text);
  }

  /** Chooses an option of a select by its label. */
  async pick(label: string, option: string): Promise<void> {
    const select = (await waitUntilVisible(this.field(label))) as HTMLSelectElement;
    await this.fillIn(label, [...select.options].find(({ text }) => text === option)!.value);
  }

  /** Clicks a radio button or checkbox. */
  async choose(label: string): Promise<void> {
    const control = (await waitUntilVisible(this.field(label))) as HTMLInputElement;
    control.focus();
    control.click();
  }

  async press(name: string | RegExp): Promise<void> {
    await press(this.button(name));
  }

  async send(): Promise<void> {
    await this.press(textPatterns.send);
  }

  /** Presses a button that leads to a step with this heading. */
  async go(button: 'Continue' | 'Back', heading: string | RegExp): Promise<void> {
    await this.press(button);
    await expect.element(this.heading(heading)).toBeVisible();
  }

  /** Sends the form, and waits for the problems with it. */
  async sendWithProblems(): Promise<void> {
    await this.send();
    await expect.element(this.problems()).toBeVisible();
  }

  /** Sends the form and waits for the receipt. */
  async complete(): Promise<void> {
    await this.send();
    await expect.element(this.receipt()).toBeVisible();
  }

  /** Chooses files in the file dialog. */
  async attach(...files: File[]): Promise<void> {
    chooseFiles(await waitUntilVisible(this.fileInput()), files);
  }

  /** Chooses files in the file dialog, and waits until they are ready to be sent. */
  async attachReady(...files: File[]): Promise<void> {
    await this.attach(...files);
    for (const { name } of files) await expect.element(this.attachment(name)).toMatchTextContent(/kB/);
  }

  /** Chooses a file on the receipt in place of one that wasn't sent. */
  async chooseInstead(name: string, file: File): Promise<void> {
    const input = this.#root.getByLabelText(`Choose again: ${name}`);
    await expect.element(input).toBeInTheDocument();
    chooseFiles(input.element(), [file]);
  }

  /** On the receipt, the input that adds files. */
  addMoreInput(): Locator {
    return this.#root.getByLabelText('Add files');
  }

  async addMore(...files: File[]): Promise<void> {
    chooseFiles(await waitUntilVisible(this.addMoreInput()), files);
  }

  /** Drops files on the form, next to the file input. Whether the page would open them instead. */
  async drop(...files: File[]): Promise<boolean> {
    return this.#transfer(
      new DragEvent('drop', {
        dataTransfer: transferOf(files),
        bubbles: true,
        composed: true,
        cancelable: true,
      }),
    );
  }

  /** Pastes files and the text that accompanies them. Returns whether the browser's own paste would have happened. */
  async paste(files: File[], text = ''): Promise<boolean> {
    const clipboardData = transferOf(files);
    if (text) clipboardData.setData('text/plain', text);
    return this.#transfer(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true, cancelable: true }),
    );
  }

  async #transfer(event: Event): Promise<boolean> {
    const target = await waitUntilVisible(this.#root.getByRole('heading').first());
    return target.dispatchEvent(event);
  }
}

/** Waits until something is shown. */
export async function waitUntilVisible(locator: Locator): Promise<HTMLElement> {
  await expect.element(locator).toBeVisible();
  return locator.element() as HTMLElement;
}

/** Clicks a button or link that is shown; it gets the focus, as with a mouse. */
export async function press(locator: Locator): Promise<void> {
  const target = await waitUntilVisible(locator);
  target.focus();
  target.click();
}

async function typeOver(locator: Locator, text: string): Promise<void> {
  const control = (await waitUntilVisible(locator)) as HTMLInputElement;
  control.focus();
  control.value = text;
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Waits until something has the focus. */
export async function expectFocus(locator: Locator): Promise<void> {
  await expect.element(locator).toBeInTheDocument();
  await expect.poll(() => focused() === locator.query()).toBe(true);
}

/** The focused element, including inside shadow roots. */
function focused(root: DocumentOrShadowRoot = document): Element | null {
  const active = root.activeElement;
  return active?.shadowRoot ? focused(active.shadowRoot) : active;
}

function chooseFiles(input: Element, files: File[]): void {
  (input as HTMLInputElement).files = transferOf(files).files; // The labels are those of file inputs.
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function transferOf(files: File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
