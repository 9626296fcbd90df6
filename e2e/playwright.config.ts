import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { isComplete } from '../tools/testing/random.ts';
import { chromium, firefox, fullChromium } from './browsers.ts';

/** Specs that `npm test` runs in Firefox and WebKit, too. */
const everyEngineSpecs = ['core-journey.spec.ts', 'page-end.spec.ts', 'takeover.spec.ts'];

/** Specs whose result depends on the browser engine. */
const engineDependentSpecs = [
  ...everyEngineSpecs,
  'any-page.spec.ts',
  'blocked-requests.spec.ts',
  'camera.spec.ts',
  'dark-colours.spec.ts',
  'framed-form.spec.ts',
  'keyboard-and-reflow.spec.ts',
  'last-resort.spec.ts',
  'links.spec.ts',
  'one-conversion.spec.ts',
  'choosing-files.spec.ts',
  'hostile-pages.spec.ts',
  'integrity.spec.ts',
  'unusual-photos.spec.ts',
  'phone-photos.spec.ts',
  'photo-problems.spec.ts',
  'prerendered.spec.ts',
  'proof.spec.ts',
  'react.spec.ts',
  'receipt.spec.ts',
  'several-case-types.spec.ts',
  'steps.spec.ts',
  'sticky-header.spec.ts',
  'test-mode.spec.ts',
  'uploads.spec.ts',
  'without-javascript.spec.ts',
];

/** Specs that need Chromium's user interface, and the core journey in the same browser that visitors use. */
const fullChromiumSpecs = [
  'autofill.spec.ts',
  'camera.spec.ts',
  'core-journey.spec.ts',
  'drag-and-drop.spec.ts',
];

// Each run keeps the evidence of its failures in a separate folder. The workers inherit the variable.
process.env.EVIDENCE ??= resolve('test-results', new Date().toISOString().replaceAll(/[:.]/g, '-'));

// Without a locale, Chromium can't use file names that contain characters outside ASCII.
process.env.LANG ??= 'C.UTF-8';

export default defineConfig({
  testDir: 'promises',
  fullyParallel: true,
  // Tests also wait for disks, timers and other processes.
  workers: 3,
  // Limits for hangs: no test depends on the speed of the machine.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // Most tests in other engines are left out, too.
  grepInvert: isComplete ? [] : /@release/,
  projects: [
    {
      name: 'chromium',
      testIgnore: [...fullChromiumSpecs, 'torture.spec.ts', 'webkit.spec.ts'],
      use: chromium,
    },
    { name: 'full-chromium', testMatch: fullChromiumSpecs, use: fullChromium },
    { name: 'firefox', testMatch: isComplete ? engineDependentSpecs : everyEngineSpecs, use: firefox },
    // Over WebDriver BiDi, no test can set the colour scheme.
    {
      name: 'firefox-axe',
      testMatch: isComplete ? 'accessible-pages.spec.ts' : [],
      grepInvert: /, dark/,
      use: firefox,
    },
    // webkit-process.ts starts this browser, and selenium-webdriver drives it.
    { name: 'webkit', testMatch: 'webkit.spec.ts' },
    // The torture needs the machine to itself.
    {
      name: 'torture',
      testMatch: 'torture.spec.ts',
      dependencies: ['chromium', 'full-chromium', 'firefox', 'firefox-axe', 'webkit'],
    },
  ],
  outputDir: process.env.EVIDENCE,
  use: {
    viewport: { width: 1280, height: 900 },
    actionTimeout: 45_000, // So that the failure names the action.
    contextOptions: { reducedMotion: 'reduce' }, // Playwright scrolls the page if what it clicks is moving.
    // Screenshots in traces would take a tenth of the suite's time, and snapshots of the page as much.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: isComplete, sources: false },
    screenshot: 'only-on-failure',
  },
});
