// A visitor in any browser. Each browser has a `BrowserDriver`; what a visitor sees is read the same way in all.
import type { TestFile } from '../files/documents.ts';

/** What a browser does on a page. `form` is a CSS selector of the form, which may be in a shadow root. */
export interface BrowserDriver {
  open(address: string): Promise<void>;
  /** Runs a function in the page, regardless of its content security policy. The function sees only its arguments. */
  run<Given, Found>(script: (given: Given) => Found | Promise<Found>, given: Given): Promise<Found>;
  /** Types into a field with this label, with or without "(optional)". */
  fillIn(form: string, label: string, text: string): Promise<void>;
  /** Chooses a radio button or checkbox of a group. */
  choose(form: string, group: string, option: string): Promise<void>;
  /** Chooses an option of a select. */
  pick(form: string, label: string, option: string): Promise<void>;
  /** Ticks a single checkbox. */
  tick(form: string, label: string): Promise<void>;
  attach(form: string, files: TestFile[]): Promise<void>;
  send(form: string): Promise<void>;
  /** Presses a button by its name. */
  press(form: string, name: string): Promise<void>;
  /** Sets the browser's colour scheme if it can, otherwise the page's `color-scheme`. */
  prefer(scheme: 'light' | 'dark'): Promise<void>;
  /** Runs the source of axe in the page. */
  loadAxe(source: string): Promise<void>;
}

/** What a visitor reads in a form. */
export interface Seen {
  /** The heading of the receipt; undefined without a receipt. */
  receipt: string | undefined;
  /** The summary's links, and whether it has the focus; undefined without a summary. */
  summary: { links: string[]; isFocused: boolean } | undefined;
  /** The text of each file's row. */
  files: string[];
  /** The progress of each bar, 0 to 1, by its name. */
  bars: Record<string, number>;
  /** The value of each field, by name. */
  values: Record<string, string>;
  text: string;
}

export interface Visitor extends Pick<BrowserDriver, 'open' | 'run' | 'prefer' | 'loadAxe'> {
  /** The same visitor, using the form with this selector. */
  at(selector: string): Visitor;
  fillIn(label: string, text: string): Promise<void>;
  choose(group: string, option: string): Promise<void>;
  pick(label: string, option: string): Promise<void>;
  tick(label: string): Promise<void>;
  attach(...files: TestFile[]): Promise<void>;
  send(): Promise<void>;
  press(name: string): Promise<void>;
  see(): Promise<Seen>;
  receipt(): Promise<Seen['receipt']>;
  summary(): Promise<Seen['summary']>;
}

export function visitorWith(hand: BrowserDriver, form = 'enquiry-form'): Visitor {
  return {
    open: hand.open,
    run: hand.run,
    prefer: hand.prefer,
    loadAxe: hand.loadAxe,
    at: selector => visitorWith(hand, selector),
    fillIn: (label, text) => hand.fillIn(form, label, text),
    choose: (group, option) => hand.choose(form, group, option),
    pick: (label, option) => hand.pick(form, label, option),
    tick: label => hand.tick(form, label),
    async attach(...files) {
      await hand.attach(form, files);
      // New rows move Send down: an earlier click would miss it.
      await hand.run(rowsOf, { form, count: files.length });
    },
    send: () => hand.send(form),
    press: name => hand.press(form, name),
    see: () => hand.run(see, form),
    receipt: async () => (await hand.run(see, form)).receipt,
    summary: async () => (await hand.run(see, form)).summary,
  };
}

/** Runs in the page. */
function see(selector: string): Seen {
  const find = (root: ParentNode): Element | null | undefined =>
    root.querySelector(selector) ??
    [...root.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot && find(shadowRoot)).find(Boolean);
  const root = find(document)?.shadowRoot;
  const textsOf = (css: string) =>
    [...(root?.querySelectorAll<HTMLElement>(css) ?? [])].map(({ innerText }) => innerText.trim());
  const summary = root?.querySelector('[part~=summary]');
  const bars = [...(root?.querySelectorAll('progress') ?? [])];
  const values = [...new FormData(root?.querySelector('form') ?? undefined)];
  return {
    receipt: textsOf('[part~=receipt] [part~=heading]')[0],
    summary: summary
      ? { links: textsOf('[part~=summary] a'), isFocused: root?.activeElement === summary }
      : undefined,
    files: textsOf('[part~=file]'),
    bars: Object.fromEntries(bars.map(bar => [bar.ariaLabel, bar.value])),
    values: Object.fromEntries(values.map(([name, value]) => [name, String(value)])),
    text: textsOf('[part~=form]').join('\n'),
  };
}

/** Runs in the page: resolves when the form lists this many files. */
async function rowsOf({ form, count }: { form: string; count: number }): Promise<void> {
  const find = (root: ParentNode): Element | null | undefined =>
    root.querySelector(form) ??
    [...root.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot && find(shadowRoot)).find(Boolean);
  const rows = () => find(document)?.shadowRoot?.querySelectorAll('[part~=file]').length ?? 0;
  while (rows() < count) await new Promise(requestAnimationFrame);
}

/** Runs in the page: dispatches a drag event with a file or a text at the drop zone. */
export function drag({ type, isFile }: { type: 'dragover' | 'dragleave'; isFile: boolean }): void {
  const dataTransfer = new DataTransfer();
  if (isFile) dataTransfer.items.add(new File(['%PDF-'], 'letter.pdf'));
  else dataTransfer.setData('text/plain', 'words');
  const input = document.querySelector('enquiry-form')?.shadowRoot?.querySelector('#files');
  input?.dispatchEvent(
    new DragEvent(type, { dataTransfer, bubbles: true, composed: true, cancelable: true }),
  );
}

/** Fills in the required fields of house-move.html. */
export async function fillHouseMoveAs(visitor: Visitor, forename = 'Grace'): Promise<void> {
  await visitor.fillIn('First name', forename);
  await visitor.fillIn('Last name', 'Hopper');
  await visitor.fillIn('Email address', 'grace@example.com');
  await visitor.choose('What are you planning?', 'Remortgaging');
  await visitor.fillIn('Roughly how much is the property?', '285000');
  await visitor.tick('I have read the terms');
}
