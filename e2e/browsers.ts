// Launch options for Debian's browsers.

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

/** Chromium without its user interface, which takes a third of the processor time. `CHROMIUM` overrides the path. */
export const chromium = chromiumAt(process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell');

/** Chromium with its user interface, which features such as autofill depend on. `CHROMIUM` overrides the path. */
export const fullChromium = chromiumAt(process.env.CHROMIUM ?? '/usr/bin/chromium');

/** Debian's Firefox over WebDriver BiDi, because Playwright's patched build isn't available everywhere. Playwright can't
 * emulate reduced motion over BiDi, so a preference turns it on. */
export const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
  },
} as const;
