import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromium, firefox, wholeChromium } from './browsers.ts';

/** What depends on the browser engine. */
const engineDependent = [
  'any-page.spec.ts',
  'camera.spec.ts',
  'conditional-questions.spec.ts',
  'core-journey.spec.ts',
  'keyboard-and-reflow.spec.ts',
  'choosing-files.spec.ts',
  'hostile-pages.spec.ts',
  'enquiry-arrives.spec.ts',
  'unusual-photos.spec.ts',
  'phone-photos.spec.ts',
  'photo-problems.spec.ts',
  'problems.spec.ts',
  'react.spec.ts',
  'uploads.spec.ts',
];

/** What Chromium's user interface takes part in, and the core journey in the browser that visitors have. */
const inWholeChromium = [
  'autofill.spec.ts',
  'camera.spec.ts',
  'core-journey.spec.ts',
  'drag-and-drop.spec.ts',
];

// Each run keeps the evidence of its failures in a folder of its own; the workers inherit its name.
process.env.EVIDENCE ??= resolve('test-results', new Date().toISOString().replaceAll(/[:.]/g, '-'));

export default defineConfig({
  testDir: 'promises',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  projects: [
    {
      name: 'chromium',
      testIgnore: [...inWholeChromium, 'torture.spec.ts', 'webkit.spec.ts'],
      use: chromium,
    },
    { name: 'whole-chromium', testMatch: inWholeChromium, use: wholeChromium },
    { name: 'firefox', testMatch: engineDependent, use: firefox },
    // WebKit's browser is driven by selenium-webdriver; webkit-process.ts starts it.
    { name: 'webkit', testMatch: 'webkit.spec.ts' },
    // The torture needs the machine to itself.
    {
      name: 'torture',
      testMatch: 'torture.spec.ts',
      dependencies: ['chromium', 'whole-chromium', 'firefox', 'webkit'],
    },
  ],
  outputDir: process.env.EVIDENCE,
  use: {
    viewport: { width: 1280, height: 900 },
    // Recording a film of each page as well costs a tenth of the whole suite's time.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
});
