import { everyEngine } from './every-engine.ts';
import { handOfWebDriver } from './hand-of-webdriver.ts';
import { hostilePages } from './hostile-pages.ts';
import { realFiles } from './real-files.ts';
import { test as base } from './stack.ts';
import { uploads } from './uploads.ts';
import { type Visitor, visitorWith } from './visitor.ts';
import { startWebKit } from './webkit-process.ts';

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
