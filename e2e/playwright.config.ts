import { defineConfig } from '@playwright/test';

const whereTheEngineMatters = [
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
  'problems.spec.ts',
  'react.spec.ts',
  'uploads.spec.ts',
];

export const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};

/** Debian's Firefox, over WebDriver BiDi: Playwright's own build is patched, and not to be had everywhere. */
const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: { executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr' },
} as const;

export default defineConfig({
  testDir: 'promises',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  projects: [
    { name: 'chromium', testIgnore: ['torture.spec.ts', 'webkit.spec.ts'], use: chromium },
    { name: 'firefox', testMatch: whereTheEngineMatters, use: firefox },
    // WebKit's browser is driven by selenium-webdriver; webkit-process.ts starts it.
    { name: 'webkit', testMatch: 'webkit.spec.ts' },
    // The torture wants the machine for itself.
    { name: 'torture', testMatch: 'torture.spec.ts', dependencies: ['chromium', 'firefox', 'webkit'] },
  ],
  outputDir: '../test-results',
  use: { viewport: { width: 1280, height: 900 }, trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
