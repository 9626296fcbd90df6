import { writeFileSync } from 'node:fs';
import { withStorage } from '../pages/shared-tab.ts';
import { withTwoSites } from '../pages/two-sites.ts';
import { test as base, beforeRelease } from '../test.ts';
import { type PlainVisitor, plainSeleniumDriver, plainVisitorWith } from '../visitor/plain-visitor.ts';
import { seleniumDriver } from '../visitor/selenium-driver.ts';
import { type Visitor, visitorWith } from '../visitor/visitor.ts';
import { startWebKit } from '../visitor/webkit-process.ts';
import { attributionSuite } from './suites/attribution.ts';
import { blockedRequestSuite } from './suites/blocked-requests.ts';
import { conversionSuite } from './suites/conversions.ts';
import { coreJourney } from './suites/core-journey.ts';
import { framedFormSuite } from './suites/framed-form.ts';
import { hostilePageSuite } from './suites/hostile-pages.ts';
import { lastResortSuite } from './suites/last-resort.ts';
import { linkSuite } from './suites/links.ts';
import { pageEndSuite } from './suites/page-end.ts';
import { photoSuite } from './suites/photos.ts';
import { prerenderedSuite } from './suites/prerendered.ts';
import { proofSuite, withChallenges } from './suites/proof.ts';
import { receiptSuite } from './suites/receipt.ts';
import { severalCaseTypesSuite } from './suites/several-case-types.ts';
import { stepsSuite } from './suites/steps.ts';
import { takeoverSuite } from './suites/takeover.ts';
import { testModeSuite } from './suites/test-mode.ts';
import { brokenUploadSuite, uploadSuite } from './suites/uploads.ts';
import { withEveryQuestion, withoutJavaScriptSuite } from './suites/without-javascript.ts';

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
    const driver = withStorage(seleniumDriver(webkit.driver));
    await use(visitorWith(driver));
    if (testInfo.status !== testInfo.expectedStatus) {
      const path = testInfo.outputPath('test-failed.png');
      writeFileSync(path, Buffer.from(await webkit.driver.takeScreenshot(), 'base64'));
      testInfo.attachments.push({ name: 'screenshot', contentType: 'image/png', path });
    }
    await driver.clear();
    driver.close();
  },
});

const withoutScripts = withEveryQuestion(base).extend<{ plain: PlainVisitor }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
  plain: async ({}, use) => {
    const webkit = await startWebKit('--enable-javascript=false');
    const driver = plainSeleniumDriver(webkit.driver);
    await use(plainVisitorWith(driver));
    driver.close();
    await webkit.stop();
  },
});

const onChallenges = withChallenges(test);

coreJourney(test);
brokenUploadSuite(test);
pageEndSuite(onChallenges);
takeoverSuite(test);

test.describe('before a release', beforeRelease, () => {
  blockedRequestSuite(test);
  framedFormSuite(test);
  hostilePageSuite(test);
  lastResortSuite(test);
  linkSuite(test);
  photoSuite(test);
  prerenderedSuite(test);
  receiptSuite(test);
  severalCaseTypesSuite(test);
  stepsSuite(test);
  testModeSuite(test);
  uploadSuite(test);
  proofSuite(onChallenges);
  const onTwoSites = withTwoSites(test);
  attributionSuite(onTwoSites);
  conversionSuite(onTwoSites);
  withoutJavaScriptSuite(withoutScripts);
});
