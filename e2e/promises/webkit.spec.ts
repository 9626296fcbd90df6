import { test as base } from '../processes/stack.ts';
import { type Visitor, visitorWith } from '../visitor/visitor.ts';
import { handOfWebDriver } from '../visitor/webdriver-driver.ts';
import { startWebKit } from '../visitor/webkit-process.ts';
import { everyEngine } from './suites/core-journey.ts';
import { hostilePages } from './suites/hostile-pages.ts';
import { realFiles } from './suites/photos.ts';
import { uploads } from './suites/uploads.ts';

const test = base.extend<{ visitor: Visitor }, { webkit: Awaited<ReturnType<typeof startWebKit>> }>({
  webkit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const webkit = await startWebKit();
      await use(webkit);
      await webkit.stop();
    },
    { scope: 'worker' },
  ],
  visitor: async ({ webkit }, use) => {
    const hand = handOfWebDriver(webkit.driver);
    await use(visitorWith(hand));
    hand.close();
  },
});

everyEngine(test);
hostilePages(test);
realFiles(test);
uploads(test);
