import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { BrowserDriver } from './visitor.ts';

const waitMs = 60_000;

/** Describes an element of a form. */
interface ElementQuery {
  form: string;
  kind: 'field' | 'choice' | 'files' | 'send' | 'button';
  label?: string;
  group?: string;
}

/** Drives WebKit. `close` removes the temporary files of attachments. */
export function seleniumDriver(driver: WebDriver): BrowserDriver & { close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'webdriver-'));
  /** Waits for an element, because the form may still be loading. */
  const find = async (query: ElementQuery): Promise<WebElement> => {
    const result = await driver.wait(
      () => driver.executeScript<WebElement | null>(`return (${findElement})(arguments[0])`, query),
      waitMs,
      `no element found for ${JSON.stringify(query)}`,
    );
    await driver.executeAsyncScript(`(${scrollToCentre})(arguments[0]).then(arguments[1])`, result);
    return result!; // `wait` resolves only with an element.
  };
  const checkChoice = async (query: ElementQuery) => {
    const choice = await find(query);
    if (!(await choice.isSelected())) await choice.click();
  };
  const run: BrowserDriver['run'] = async (script, input) => {
    const [result, failure] = await driver.executeAsyncScript<[never, string?]>(
      `const done = arguments[1];
      (async () => (${script})(arguments[0]))().then(result => done([result]), error => done([null, String(error)]));`,
      input,
    );
    if (failure !== undefined) throw new Error(failure);
    return result;
  };
  return {
    open: address => driver.get(address),
    reload: () => driver.navigate().refresh(),
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
    choose: (form, group, label) => checkChoice({ form, kind: 'choice', group, label }),
    tick: (form, label) => checkChoice({ form, kind: 'choice', label }),
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
    type: text => driver.actions().sendKeys(text).perform(),
    tab: () => driver.actions().sendKeys(Key.TAB).perform(),
    loadAxe: source => driver.executeScript(source),
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** Runs in the page: finds an element of a form, which may be in a shadow root. */
function findElement({ form, kind, label, group }: ElementQuery): Element | null | undefined {
  const find = (root: ParentNode): Element | null | undefined =>
    root.querySelector(form) ??
    [...root.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot && find(shadowRoot)).find(Boolean);
  const root = find(document)?.shadowRoot;
  if (!root) return null;
  if (kind === 'files') return root.querySelector('#files');
  if (kind === 'send') return root.querySelector('form button:not([type=button])');
  const textOf = ({ textContent }: Element) =>
    (textContent ?? '')
      .trim()
      .replace(/\s*\(optional\)$/, '')
      .replace(/\s+/g, ' ');
  if (kind === 'button') {
    return [...root.querySelectorAll('button')].find(each => (each.ariaLabel ?? textOf(each)) === label);
  }
  const container = group
    ? [...root.querySelectorAll('legend')].find(legend => textOf(legend).startsWith(group))?.parentElement
    : root;
  const labels = [...(container?.querySelectorAll('label') ?? [])];
  const result =
    labels.find(each => textOf(each) === label) ??
    labels.find(each => kind === 'choice' && !group && textOf(each).startsWith(label ?? ''));
  // The first part of a date that has several. A whole date that is entered there is split.
  const isPart = (legend: Element) => !!label && textOf(legend).startsWith(label);
  const parts = [...root.querySelectorAll('legend')].find(isPart)?.parentElement;
  return result?.control ?? (kind === 'field' ? parts?.querySelector('input') : undefined);
}

/** Runs in the page: scrolls to an element until it stays there. WebKit's driver takes an element for covered if `scroll-margin` keeps
 * it from the place that the driver has scrolled to, and WebKit scrolls back to a field a moment after something was typed there. */
async function scrollToCentre(element: Element): Promise<void> {
  let top: number | undefined;
  while (top !== element.getBoundingClientRect().top) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    ({ top } = element.getBoundingClientRect());
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  }
}

/** Runs in the page: sets the value of a date field as if the visitor had picked it. */
function setDate(field: HTMLInputElement, date: string): void {
  field.value = date;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}
