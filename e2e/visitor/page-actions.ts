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

/** Stops the timers of a page with `page.clock.install()`, so that no countdown ends before `page.clock.runFor`. */
export async function stopTimers(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}
