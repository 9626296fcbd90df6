// A visitor in a visitor's words, whatever the engine. What an engine does in its own way is a `Hand`; what a visitor
// sees is read the same way in all.
import type { TestFile } from '../files/documents.ts';

/** What one engine does on a page, in the form that `form` (a CSS selector) names, also inside shadow roots. */
export interface BrowserDriver {
  open(address: string): Promise<void>;
  /** Runs a function in the page, past its policy; it sees nothing but its arguments. */
  run<Given, Found>(script: (given: Given) => Found | Promise<Found>, given: Given): Promise<Found>;
  /** Types into a field that is found by its label, with or without "(optional)". */
  fillIn(form: string, label: string, text: string): Promise<void>;
  /** Chooses a radio button or checkbox of a group. */
  choose(form: string, group: string, option: string): Promise<void>;
  /** Chooses from a select. */
  pick(form: string, label: string, option: string): Promise<void>;
  /** Ticks a checkbox that stands alone. */
  tick(form: string, label: string): Promise<void>;
  attach(form: string, files: TestFile[]): Promise<void>;
  send(form: string): Promise<void>;
  /** Presses a button that is found by its name. */
  press(form: string, name: string): Promise<void>;
  /** The engine's own dark or light, where it can; else the page's `color-scheme`. */
  prefer(scheme: 'light' | 'dark'): Promise<void>;
  /** Lets axe into the page. */
  loadAxe(source: string): Promise<void>;
}

/** What a visitor reads in a form. */
export interface Seen {
  /** The heading of the receipt; undefined: it is not there. */
  receipt: string | undefined;
  /** The links of the summary, and whether it has the focus; undefined: it is not there. */
  summary: { links: string[]; isFocused: boolean } | undefined;
  /** Each file's row, as text. */
  files: string[];
  /** How far each bar is, 0 to 1, by its name. */
  bars: Record<string, number>;
  /** What stands in each field, by name. */
  values: Record<string, string>;
  text: string;
}

export interface Visitor extends Pick<BrowserDriver, 'open' | 'run' | 'prefer' | 'loadAxe'> {
  /** The same visitor at one form of several. */
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
      // The rows push Send down: a click aimed before would miss it.
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

/** Runs in the page: resolves when the form lists as many files. */
async function rowsOf({ form, count }: { form: string; count: number }): Promise<void> {
  const find = (root: ParentNode): Element | null | undefined =>
    root.querySelector(form) ??
    [...root.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot && find(shadowRoot)).find(Boolean);
  const rows = () => find(document)?.shadowRoot?.querySelectorAll('[part~=file]').length ?? 0;
  while (rows() < count) await new Promise(requestAnimationFrame);
}

/** Runs in the page: tells the zone for files of a drag, of a file or of a text, as the engine would. */
export function drag({ type, isFile }: { type: 'dragover' | 'dragleave'; isFile: boolean }): void {
  const dataTransfer = new DataTransfer();
  if (isFile) dataTransfer.items.add(new File(['%PDF-'], 'letter.pdf'));
  else dataTransfer.setData('text/plain', 'words');
  const input = document.querySelector('enquiry-form')?.shadowRoot?.querySelector('#files');
  input?.dispatchEvent(
    new DragEvent(type, { dataTransfer, bubbles: true, composed: true, cancelable: true }),
  );
}

/** Fills in the short form of house-move: everything that is required. */
export async function fillHouseMoveAs(visitor: Visitor, forename = 'Grace'): Promise<void> {
  await visitor.fillIn('First name', forename);
  await visitor.fillIn('Last name', 'Hopper');
  await visitor.fillIn('Email address', 'grace@example.com');
  await visitor.choose('What are you planning?', 'Remortgaging');
  await visitor.fillIn('Roughly how much is the property?', '285000');
  await visitor.tick('I have read the terms');
}
