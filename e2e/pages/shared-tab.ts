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
      const driver = withStorage(playwrightDriver(sharedPage));
      await use(visitorWith(driver));
      await driver.clear();
    },
  });
}

/** A driver that remembers the origins that it has opened. `clear` clears their storage, and that of the current page: a stored
 * receipt or draft would replace the next form of the same case type, and a visit would continue. */
export function withStorage<Driver extends Pick<Visitor, 'open' | 'run'>>(
  driver: Driver,
): Driver & { clear(): Promise<void> } {
  const origins = new Set<string>();
  return {
    ...driver,
    open(address) {
      origins.add(new URL(address).origin);
      return driver.open(address);
    },
    async clear() {
      origins.add(new URL(await driver.run(() => location.href, undefined)).origin);
      for (const origin of origins) {
        if (origin === 'null') continue;
        // A form that is still uploading would store its receipt again. The server may have stopped.
        await driver.open(`${origin}/no-form`).catch(() => {});
        await driver.run(() => {
          try {
            sessionStorage.clear();
            localStorage.clear();
          } catch {} // The page has no storage.
        }, undefined);
      }
    },
  };
}
