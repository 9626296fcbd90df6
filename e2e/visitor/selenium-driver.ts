import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { setScheme } from './playwright-driver.ts';
import type { BrowserDriver } from './visitor.ts';

const waitMs = 10_000;

/** An element of a form to find. */
interface Sought {
  form: string;
  kind: 'field' | 'choice' | 'files' | 'send' | 'button';
  label?: string;
  group?: string;
}

/** Drives WebKit. `close` removes the temporary files of attachments. */
export function seleniumDriver(driver: WebDriver): BrowserDriver & { close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'webdriver-'));
  /** Waits for an element, because the form may still be loading. */
  const find = async (sought: Sought): Promise<WebElement> => {
    const found = await driver.wait(
      () => driver.executeScript<WebElement | null>(`return (${seek})(arguments[0])`, sought),
      waitMs,
      `there is no ${JSON.stringify(sought)}`,
    );
    return found!; // `wait` resolves only with an element.
  };
  const check = async (sought: Sought) => {
    const choice = await find(sought);
    if (!(await choice.isSelected())) await choice.click();
  };
  const run: BrowserDriver['run'] = async (script, given) => {
    const [found, failure] = await driver.executeAsyncScript<[never, string?]>(
      `const done = arguments[1];
      (async () => (${script})(arguments[0]))().then(found => done([found]), error => done([null, String(error)]));`,
      given,
    );
    if (failure !== undefined) throw new Error(failure);
    return found;
  };
  return {
    open: address => driver.get(address),
    run,
    async fillIn(form, label, text) {
      const field = await find({ form, kind: 'field', label });
      // WebKit's date field accepts no keys over WebDriver; a visitor uses the calendar.
      if ((await field.getAttribute('type')) === 'date') {
        await driver.executeScript(setDate, field, text);
        return;
      }
      await field.clear();
      await field.sendKeys(text.replaceAll('\n', Key.ENTER));
    },
    choose: (form, group, label) => check({ form, kind: 'choice', group, label }),
    async pick(form, label, option) {
      await (await find({ form, kind: 'field', label })).sendKeys(option);
    },
    tick: (form, label) => check({ form, kind: 'choice', label }),
    async attach(form, files) {
      const paths = files.map(({ name, buffer }) => {
        const path = join(folder, name);
        writeFileSync(path, buffer);
        return path;
      });
      await (await find({ form, kind: 'files' })).sendKeys(paths.join('\n'));
    },
    send: async form => (await find({ form, kind: 'send' })).click(),
    press: async (form, label) => (await find({ form, kind: 'button', label })).click(),
    prefer: scheme => run(setScheme, scheme),
    loadAxe: source => driver.executeScript(source),
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** Runs in the page. */
function seek({ form, kind, label, group }: Sought): Element | null | undefined {
  const find = (root: ParentNode): Element | null | undefined =>
    root.querySelector(form) ??
    [...root.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot && find(shadowRoot)).find(Boolean);
  const root = find(document)?.shadowRoot;
  if (!root) return null;
  if (kind === 'files') return root.querySelector('#files');
  if (kind === 'send') return root.querySelector('form button:not([type=button])');
  const says = ({ textContent }: Element) =>
    (textContent ?? '')
      .trim()
      .replace(/\s*\(optional\)$/, '')
      .replace(/\s+/g, ' ');
  if (kind === 'button') {
    return [...root.querySelectorAll('button')].find(each => (each.ariaLabel ?? says(each)) === label);
  }
  const around = group
    ? [...root.querySelectorAll('legend')].find(legend => says(legend) === group)?.parentElement
    : root;
  const labels = [...(around?.querySelectorAll('label') ?? [])];
  const found =
    labels.find(each => says(each) === label) ??
    labels.find(each => kind === 'choice' && !group && says(each).startsWith(label ?? ''));
  return found?.control;
}

/** Runs in the page. */
function setDate(field: HTMLInputElement, date: string): void {
  field.value = date;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}
