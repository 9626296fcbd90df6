// Actions and queries that several tests share.
import type { Locator, Page } from '@playwright/test';

/** Locates the rows of the list of files. */
export function fileRows(page: Page): Locator {
  return page.locator('enquiry-form [part=file]');
}

/** Pauses requests whose address matches. Resolves with a function that resumes them. */
export async function pauseRequests(page: Page, address: string): Promise<() => void> {
  const { promise: isResumed, resolve: resumeRequests } = Promise.withResolvers<void>();
  await page.route(address, async route => {
    await isResumed;
    await route.continue();
  });
  return resumeRequests;
}

/** Runs a line in the page, as the browser's console does. Resolves with what it prints. */
export async function runInConsole(page: Page, line: string): Promise<string> {
  const [printed] = await Promise.all([page.waitForEvent('console'), page.evaluate(line)]);
  return printed.text();
}

/** Resolves with whether the browser would ask for confirmation before leaving the page. */
export function warnsBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
}

/** Makes the page wait a fiftieth of the time between attempts: its timers of 1 to 20 seconds are shorter. */
export async function shortenWaits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout: start } = window;
    const shorten = (ms = 0) => (ms >= 1_000 && ms <= 20_000 ? ms / 50 : ms);
    const startShortened = (action: () => void, ms?: number) => start(action, shorten(ms));
    Object.assign(window, { setTimeout: startShortened });
  });
}

/** Stops the timers of a page with `page.clock.install()`, so that no countdown ends before `page.clock.runFor`. */
export async function stopTimers(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}
