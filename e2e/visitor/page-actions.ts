// Actions and queries that several tests share.
import type { Locator, Page } from '@playwright/test';

/** Each file's row. */
export function fileRows(page: Page): Locator {
  return page.locator('enquiry-form [part=file]');
}

/** Delays the page's requests to addresses that match. The returned function lets them through. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const { promise: isFree, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(address, async route => {
    await isFree;
    await route.continue();
  });
  return letThrough;
}

/** Whether the browser would ask for confirmation before leaving the page. */
export function warnsBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
}
