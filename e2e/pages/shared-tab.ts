// `test` for suites whose visitors use one tab after the other, because opening a tab takes Firefox longer than most of
// their journeys.
import type { Page } from '@playwright/test';
import type { test as base } from '../test.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';
import { type Visitor, visitorWith } from '../visitor/visitor.ts';

/** `test` whose tests share a tab. Each finds it without storage. */
export function withSharedTab(test: typeof base) {
  return test.extend<{ visitor: Visitor }, { sharedPage: Page }>({
    sharedPage: [
      async ({ browser }, use) => {
        const page = await browser.newPage();
        await use(page);
        await page.close();
      },
      { scope: 'worker' },
    ],
    visitor: async ({ sharedPage }, use) => {
      const driver = playwrightDriver(sharedPage);
      await use(visitorWith(driver));
      await clearStorage(driver);
    },
  });
}

/** Clears the storage of the current page's origin. A stored receipt would replace the next form of the same case type,
 * and a visit would continue. */
export async function clearStorage({ open, run }: Pick<Visitor, 'open' | 'run'>): Promise<void> {
  const { origin } = new URL(await run(() => location.href, undefined));
  // A form that is still uploading would store its receipt again.
  if (origin !== 'null') await open(`${origin}/no-form`);
  await run(() => {
    try {
      sessionStorage.clear();
      localStorage.clear();
    } catch {} // The page has no storage.
  }, undefined);
}
