// A visitor who uses a page by keyboard, and a transcript of what is heard.
import type { Page } from '@playwright/test';
import type { ScreenReader } from './screen-reader.ts';
import { formatStep } from './transcript.ts';

/** So many rounds in a row without a word are silence. In each round, the browser draws a frame and Orca handles its
 * events, so that rounds take longer on a busy machine. */
const silentRounds = 5;
const roundMs = 70;
/** After so many rounds, there is something that never stops talking. */
const maxRounds = 600;

/** A point of the screen where the page is blank. A click moves the focus from the browser's toolbar to the page. */
const [blankX, blankY] = [640, 300];

type Until = string | (() => Promise<unknown>);

export interface Visit {
  /** Begins a section of the transcript. */
  section(title: string): void;
  /** Does something and records what is said after it. `until` is what happens, as far as it can't be heard: a selector
   * that matches then, in the page or the form, or a promise. */
  step(action: string, act: () => unknown, until?: Until): Promise<void>;
  press(key: string, until?: Until): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Tab until the focused element matches a selector. */
  tabTo(selector: string): Promise<void>;
  /** Opens a page and moves the focus to its first link. What is said meanwhile isn't recorded. */
  open(address: string): Promise<void>;
}

/** Starts a visit. Its transcript is added to `lines`. */
export function startVisit(page: Page, reader: ScreenReader, lines: string[]): Visit {
  const waitForSilence = async () => {
    const heard = reader.takeUtterances();
    for (let silent = 0, rounds = 0; silent < silentRounds; rounds++) {
      if (rounds > maxRounds) throw new Error(`Orca doesn't stop talking: ${heard.at(-1)?.text}`);
      await new Promise(resolve => setTimeout(resolve, roundMs));
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await reader.waitUntilIdle();
      const more = reader.takeUtterances();
      heard.push(...more);
      silent = more.length ? 0 : silent + 1;
    }
    return heard;
  };
  const visit: Visit = {
    section: title => void lines.push(`== ${title}`),
    async step(action, act, until) {
      await act();
      await (typeof until === 'string' ? page.locator(until).first().waitFor() : until?.());
      lines.push(...formatStep(action, await waitForSilence()));
    },
    press: (key, until) => visit.step(key, () => reader.press(key), until),
    type: text =>
      visit.step(
        `type ${text}`,
        () => reader.type(text),
        () => page.waitForFunction(hasText, text),
      ),
    async tabTo(selector) {
      for (let presses = 0; presses < 40; presses++) {
        await visit.press('Tab');
        // In Chromium on a busy machine, Orca may miss that the focus moves.
        if (lines.at(-1) === '    (nothing)') throw new Error('Orca says nothing about the focused element');
        if (await page.evaluate(isFocused, selector)) return;
      }
      throw new Error(`Tab doesn't lead to ${selector}`);
    },
    async open(address) {
      await page.goto(address);
      await page.locator('[part~=form] [name]').first().waitFor();
      await waitForSilence(); // A browser says more about a new page than about the form.
      await reader.click(blankX, blankY);
      await waitForSilence();
      await page.locator('a').first().focus();
      await waitForSilence();
    },
  };
  return visit;
}

/** Runs in the page: whether the focused control has a text. While a date is entered, its control has none. */
function hasText(text: string): boolean {
  const { activeElement } = document;
  const { type, value } = (activeElement?.shadowRoot?.activeElement ?? activeElement) as HTMLInputElement;
  return type === 'date' || `${value}`.endsWith(text);
}

/** Runs in the page: whether the focused element matches a selector, also inside the form. */
function isFocused(selector: string): boolean {
  const { activeElement } = document;
  return (activeElement?.shadowRoot?.activeElement ?? activeElement)?.matches(selector) ?? false;
}
