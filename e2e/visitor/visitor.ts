// A visitor in any browser. Each browser has its own `BrowserDriver`; the form is read in the same way in all of them.
import type { TestFile } from '../files/documents.ts';

/** Operates a page in one browser. `form` is a CSS selector of the form, which may be in a shadow root. */
export interface BrowserDriver {
  open(address: string): Promise<void>;
  /** Reloads the page like a visitor. This keeps the referrer, unlike a reload by a script. */
  reload(): Promise<void>;
  /** Runs a function in the page, regardless of its content security policy. The function sees only its arguments. */
  run<Input, Result>(script: (input: Input) => Result | Promise<Result>, input: Input): Promise<Result>;
  /** Types into a field with this label, with or without "(optional)". */
  fillIn(form: string, label: string, text: string): Promise<void>;
  /** Checks a radio button or checkbox of a group. */
  choose(form: string, group: string, option: string): Promise<void>;
  /** Ticks a single checkbox. */
  tick(form: string, label: string): Promise<void>;
  attach(form: string, files: TestFile[]): Promise<void>;
  send(form: string): Promise<void>;
  /** Presses a button by its name. */
  press(form: string, name: string): Promise<void>;
  /** Types a text into the focused element, key by key. */
  type(text: string): Promise<void>;
  /** Moves the focus to the next element with the Tab key. */
  tab(): Promise<void>;
  /** Runs the source of axe in the page. */
  loadAxe(source: string): Promise<void>;
}

/** Everything that a visitor can read in a form. */
export interface FormState {
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

export interface Visitor extends Pick<BrowserDriver, 'open' | 'reload' | 'run' | 'type' | 'tab' | 'loadAxe'> {
  /** Returns the same visitor, using the form that matches this selector. */
  inForm(selector: string): Visitor;
  fillIn(label: string, text: string): Promise<void>;
  choose(group: string, option: string): Promise<void>;
  tick(label: string): Promise<void>;
  attach(...files: TestFile[]): Promise<void>;
  send(): Promise<void>;
  press(name: string): Promise<void>;
  readForm(): Promise<FormState>;
  receipt(): Promise<FormState['receipt']>;
  summary(): Promise<FormState['summary']>;
}

export function visitorWith(driver: BrowserDriver, form = 'enquiry-form'): Visitor {
  return {
    open: driver.open,
    reload: driver.reload,
    run: driver.run,
    type: driver.type,
    tab: driver.tab,
    loadAxe: driver.loadAxe,
    inForm: selector => visitorWith(driver, selector),
    fillIn: (label, text) => driver.fillIn(form, label, text),
    choose: (group, option) => driver.choose(form, group, option),
    tick: label => driver.tick(form, label),
    async attach(...files) {
      await driver.attach(form, files);
      // New rows move Send, so an earlier click would miss it.
      await driver.run(waitForFileRows, { form, count: files.length });
    },
    send: () => driver.send(form),
    press: name => driver.press(form, name),
    readForm: () => driver.run(readForm, form),
    receipt: async () => (await driver.run(readForm, form)).receipt,
    summary: async () => (await driver.run(readForm, form)).summary,
  };
}

/** Runs in the page: reads the form, which may be in a shadow root. */
function readForm(selector: string): FormState {
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

/** Runs in the page: waits until the form lists this many files. */
async function waitForFileRows({ form, count }: { form: string; count: number }): Promise<void> {
  const find = (root: ParentNode): Element | null | undefined =>
    root.querySelector(form) ??
    [...root.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot && find(shadowRoot)).find(Boolean);
  const rows = () => find(document)?.shadowRoot?.querySelectorAll('[part~=file]').length ?? 0;
  while (rows() < count) await new Promise(requestAnimationFrame);
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
