import { writeFileSync } from 'node:fs';
import { test as base, beforeRelease } from '../test.ts';
import { type PlainVisitor, plainSeleniumDriver, plainVisitorWith } from '../visitor/plain-visitor.ts';
import { seleniumDriver } from '../visitor/selenium-driver.ts';
import { type Visitor, visitorWith } from '../visitor/visitor.ts';
import { startWebKit } from '../visitor/webkit-process.ts';
import { blockedRequestSuite } from './suites/blocked-requests.ts';
import { coreJourney } from './suites/core-journey.ts';
import { darkColoursSuite } from './suites/dark-colours.ts';
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
    const driver = seleniumDriver(webkit.driver);
    const origins = new Set<string>();
    const open: typeof driver.open = address => {
      origins.add(new URL(address).origin);
      return driver.open(address);
    };
    await use(visitorWith({ ...driver, open }));
    if (testInfo.status !== testInfo.expectedStatus) {
      const path = testInfo.outputPath('test-failed.png');
      writeFileSync(path, Buffer.from(await webkit.driver.takeScreenshot(), 'base64'));
      testInfo.attachments.push({ name: 'screenshot', contentType: 'image/png', path });
    }
    await clearStorage(driver, origins);
    driver.close();
  },
});

/** Clears the storage of these origins and of the current page, because all tests share a tab: a stored receipt or draft would
 * replace the next form of the same case type, and a visit would continue. */
async function clearStorage({ open, run }: ReturnType<typeof seleniumDriver>, origins: Set<string>) {
  origins.add(new URL(await run(() => location.href, undefined)).origin);
  for (const origin of origins) {
    if (origin === 'null') continue;
    // A form that is still uploading would store its receipt again. The server may have stopped.
    await open(`${origin}/no-form`).catch(() => {});
    await run(() => {
      try {
        sessionStorage.clear();
        localStorage.clear();
      } catch {} // The page has no storage.
    }, undefined);
  }
}

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
  darkColoursSuite(test);
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
  withoutJavaScriptSuite(withoutScripts);
});
