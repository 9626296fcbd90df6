// How tests start Debian's browsers.

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function chromiumAt(executablePath: string) {
  return { browserName: 'chromium' as const, launchOptions: { executablePath, args } };
}

/** Chromium without its user interface: a page costs a third of the processor time. CHROMIUM names another one. */
export const chromium = chromiumAt(process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell');

/** Chromium as visitors have it, for what the user interface takes part in, like autofill. */
export const wholeChromium = chromiumAt(process.env.CHROMIUM ?? '/usr/bin/chromium');

/** Debian's Firefox, over WebDriver BiDi: Playwright's own build is patched and not available everywhere. */
export const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: { executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr' },
} as const;
