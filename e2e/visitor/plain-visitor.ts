// A visitor without JavaScript, who uses the keyboard: where scripts are off, Playwright's own actions wait for one in
// Firefox, but every engine can focus a control and type.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from '@playwright/test';
import { Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { TestFile } from '../files/documents.ts';

/** Describes an element by the texts that a visitor reads. */
interface ElementQuery {
  /** The legend of its group. */
  group?: string;
  /** The label of a control, or the text of a link or button. Of the file input, `files`. */
  label: string;
}

type PressedKey = 'Enter' | 'Space' | 'SelectAll';

/** Operates a page in one browser. `Found` is its handle of an element. */
interface PlainDriver<Found> {
  open(address: string): Promise<unknown>;
  reload(): Promise<unknown>;
  back(): Promise<unknown>;
  find(query: ElementQuery): Promise<Found>;
  type(element: Found, text: string): Promise<unknown>;
  press(element: Found, key: PressedKey): Promise<unknown>;
  pickDate(element: Found, date: string): Promise<unknown>;
  attach(element: Found, files: TestFile[]): Promise<unknown>;
  /** Runs a function in the page, for the driver. */
  run<Result>(script: () => Result): Promise<Result>;
}

/** The content of a page. */
export interface PlainPage {
  address: string;
  text: string;
  /** The values of text controls by their labels. */
  values: Record<string, string>;
  /** The labels of the options that are chosen. */
  chosen: string[];
  /** The names of the files that are chosen. */
  files: string[];
  /** The id of the element that the address’s fragment leads to. */
  target: string;
  isTargetInView: boolean;
}

export type PlainVisitor = ReturnType<typeof plainVisitorWith<unknown>>;

export function plainVisitorWith<Found>(driver: PlainDriver<Found>) {
  const check = async (query: ElementQuery) => driver.press(await driver.find(query), 'Space');
  return {
    open: driver.open,
    reload: driver.reload,
    back: driver.back,
    /** Replaces the text in a control. */
    async fillIn(label: string, text: string, group?: string) {
      const control = await driver.find({ label, ...(group && { group }) });
      await driver.press(control, 'SelectAll');
      await driver.type(control, text);
    },
    async pickDate(label: string, date: string) {
      await driver.pickDate(await driver.find({ label }), date);
    },
    choose: (group: string, label: string) => check({ group, label }),
    tick: (label: string) => check({ label }),
    async select(label: string, option: string) {
      await driver.type(await driver.find({ label }), option);
    },
    async attach(...files: TestFile[]) {
      await driver.attach(await driver.find({ label: 'files' }), files);
    },
    /** Follows a link or presses a button. */
    async press(label: string) {
      await driver.press(await driver.find({ label }), 'Enter');
    },
    read: (): Promise<PlainPage> => driver.run(readPage),
  };
}

/** Drives Chromium and Firefox. */
export function plainPlaywrightDriver(page: Page): PlainDriver<ElementHandle<HTMLElement>> {
  const keys = { Enter: 'Enter', Space: 'Space', SelectAll: 'ControlOrMeta+A' };
  return {
    open: address => page.goto(address),
    reload: () => page.reload(),
    back: () => page.goBack(),
    async find(query) {
      const found = (await page.evaluateHandle(findElement, query)).asElement();
      if (!found) throw new Error(`no element found for ${JSON.stringify(query)}`);
      return found as ElementHandle<HTMLElement>; // What `findElement` finds.
    },
    async type(element, text) {
      await element.focus();
      await page.keyboard.type(text);
    },
    async press(element, key) {
      await element.focus();
      await page.keyboard.press(keys[key]);
    },
    async pickDate(element, date) {
      await element.focus();
      const [year = '', month = '', day = ''] = date.split('-');
      await page.keyboard.type(month + day + year); // In the order of American English, the browsers' own language.
    },
    attach: (element, files) => element.setInputFiles(files),
    run: script => page.evaluate(script),
  };
}

/** Drives WebKit. `close` removes the temporary files of attachments. */
export function plainSeleniumDriver(driver: WebDriver): PlainDriver<WebElement> & { close(): void } {
  const keys = { Enter: Key.ENTER, Space: Key.SPACE, SelectAll: Key.chord(Key.CONTROL, 'a') };
  const folder = mkdtempSync(join(tmpdir(), 'webdriver-'));
  return {
    open: address => driver.get(address),
    reload: () => driver.navigate().refresh(),
    back: () => driver.navigate().back(),
    async find(query) {
      const found = await driver.executeScript<WebElement | null>(
        `return (${findElement})(arguments[0])`,
        query,
      );
      if (!found) throw new Error(`no element found for ${JSON.stringify(query)}`);
      return found;
    },
    type: (element, text) => element.sendKeys(text.replaceAll('\n', Key.ENTER)),
    press: (element, key) => element.sendKeys(keys[key]),
    // WebKit's date field accepts no keys over WebDriver; a visitor uses the calendar.
    pickDate: (element, date) => driver.executeScript('arguments[0].value = arguments[1]', element, date),
    attach(element, files) {
      const paths = files.map(({ name, buffer }) => {
        const path = join(folder, name);
        writeFileSync(path, buffer);
        return path;
      });
      return element.sendKeys(paths.join('\n'));
    },
    run: script => driver.executeScript(`return (${script})()`),
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** Runs in the page: finds an element by its label or text, without notes in brackets and texts for pages without
 * JavaScript. */
function findElement({ group, label }: ElementQuery): HTMLElement | null {
  const root = document.querySelector('enquiry-form')?.shadowRoot ?? document;
  if (label === 'files') return root.querySelector('#files');
  const textOf = (element: Element) => {
    const copy = element.cloneNode(true) as Element; // A clone of an element.
    for (const added of copy.querySelectorAll('[data-plain], .optional, .help, .message')) added.remove();
    return copy.textContent?.replaceAll(/\s+/g, ' ').trim();
  };
  const find = (parent: ParentNode, selector: string, text: string) =>
    [...parent.querySelectorAll(selector)].find(each => textOf(each) === text);
  const parent = group ? find(root, 'legend', group)?.parentElement : root;
  const labelled = parent && (find(parent, 'label', label) as HTMLLabelElement | undefined);
  if (labelled?.control) return labelled.control as HTMLElement;
  // A browser's own date field.
  const named = parent?.querySelector<HTMLElement>(`input[aria-label="${CSS.escape(label)}"]`);
  if (named) return named;
  const found = parent && find(parent, 'button, a', label);
  return found ? (found as HTMLElement) : null;
}

/** Runs in the page. */
function readPage(): PlainPage {
  const root = document.querySelector('enquiry-form')?.shadowRoot ?? document;
  const controls = [...root.querySelectorAll<HTMLInputElement>('form input, form textarea, form select')];
  const textOf = (element?: Element | null) => element?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const isChoice = ({ type }: HTMLInputElement) => /radio|checkbox/.test(type);
  const target = document.querySelector(':target');
  const { top = -1, bottom = -1 } = target?.getBoundingClientRect() ?? {};
  return {
    address: location.href,
    text: (root.querySelector<HTMLElement>('form') ?? document.body).innerText,
    values: Object.fromEntries(
      controls
        .filter(each => each.name && !isChoice(each) && each.type !== 'file')
        .map(({ name, value }) => [name, value]),
    ),
    chosen: controls.filter(each => isChoice(each) && each.checked).map(({ labels }) => textOf(labels?.[0])),
    files: controls.flatMap(({ files }) => [...(files ?? [])].map(({ name }) => name)),
    target: target?.id ?? '',
    isTargetInView: top >= 0 && bottom <= innerHeight && bottom > 0,
  };
}
