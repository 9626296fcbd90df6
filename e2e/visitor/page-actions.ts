// What several tests do with a page, and ask of it.
import type { Locator, Page } from '@playwright/test';

/** Each file's row. */
export function fileRows(page: Page): Locator {
  return page.locator('enquiry-form [part=file]');
}

/** Holds back what the page asks for at such an address; resolves with what lets it through. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const { promise: isFree, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(address, async route => {
    await isFree;
    await route.continue();
  });
  return letThrough;
}

/** Whether the browser would ask before it leaves the page. */
export function warnsBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
}
