import { writeFileSync } from 'node:fs';
import { test as base } from '../test.ts';
import { seleniumDriver } from '../visitor/selenium-driver.ts';
import { type Visitor, visitorWith } from '../visitor/visitor.ts';
import { startWebKit } from '../visitor/webkit-process.ts';
import { coreJourney } from './suites/core-journey.ts';
import { hostilePageSuite } from './suites/hostile-pages.ts';
import { photoSuite } from './suites/photos.ts';
import { uploadSuite } from './suites/uploads.ts';

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
  visitor: async ({ webkit }, use, testInfo) => {
    const driver = seleniumDriver(webkit.driver);
    await use(visitorWith(driver));
    if (testInfo.status !== testInfo.expectedStatus) {
      const path = testInfo.outputPath('test-failed.png');
      writeFileSync(path, Buffer.from(await webkit.driver.takeScreenshot(), 'base64'));
      testInfo.attachments.push({ name: 'screenshot', contentType: 'image/png', path });
    }
    // All tests share a tab, and a stored receipt would replace the next form of the same case type.
    await webkit.driver.executeScript('sessionStorage.clear()');
    driver.close();
  },
});

coreJourney(test);
hostilePageSuite(test);
photoSuite(test);
uploadSuite(test);
