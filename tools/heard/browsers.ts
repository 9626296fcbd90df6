// The browsers with a window on the screen reader's display.
import { type Browser, chromium, firefox } from '@playwright/test';
import { firefox as firefoxOptions, fullChromium } from '../../e2e/browsers.ts';

/** The browsers that the screen reader reads, by name. They reach nothing but this machine. */
export const browsers = {
  firefox: (env: Record<string, string>): Promise<Browser> =>
    firefox.launch({
      // `channel` lacks this value in Playwright's types.
      ...({ channel: firefoxOptions.channel } as object),
      ...firefoxOptions.launchOptions,
      ...window(env),
      firefoxUserPrefs: {
        'accessibility.force_disabled': -1, // Always on.
        'layout.spellcheckDefault': 0, // Orca would sometimes say the result too late for the recording.
        'network.dns.disabled': true,
      },
      env: { ...env, GNOME_ACCESSIBILITY: '1' },
    }),
  chromium: (env: Record<string, string>): Promise<Browser> =>
    chromium.launch({
      ...fullChromium.launchOptions,
      ...window(env),
      args: [
        ...fullChromium.launchOptions.args,
        '--force-renderer-accessibility',
        '--window-position=0,0',
        '--window-size=1280,1024',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    }),
};
export type BrowserName = keyof typeof browsers;

/** A browser with a window. The signals that end this process are handled in one place, main.ts. */
function window(env: Record<string, string>) {
  return { env, headless: false, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
}
