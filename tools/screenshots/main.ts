// `npm run shots` takes pictures of every state × width × colour scheme × look, and of every state on a phone with a touch
// screen, and writes them to shots/. Names of states after `--` limit it to those. `--readme` takes the pictures in the
// documents instead.
import { mkdirSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { fullChromium } from '../../e2e/browsers.ts';
import { type Stack, startStack } from '../../e2e/processes/stack.ts';
import { openState, stateNames } from './states.ts';

interface Shot {
  width: number;
  scheme: 'light' | 'dark';
  /** A class of site.css that sets custom properties; empty for the default look. */
  look: string;
  path: string;
  /** The element in the picture. Default: the whole page. */
  selector?: string;
}

interface Studio {
  browser: Browser;
  stack: Stack;
  /** Default: a screen with a mouse. */
  device?: BrowserContextOptions;
}

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};

/** Brings a page to a state and takes pictures of it. */
async function shoot(
  { browser, stack, device = { viewport: { width: 1280, height: 900 } } }: Studio,
  state: string,
  shots: Shot[],
): Promise<void> {
  const page = await browser.newPage({
    ...device,
    reducedMotion: 'reduce',
  });
  await openState(state, page, stack);
  for (const { width, scheme, look, path, selector } of shots) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.evaluate(name => {
      // The page with three brands has its own classes.
      if (name && !location.pathname.includes('brands'))
        document.querySelector('enquiry-form')?.setAttribute('class', name);
      scrollTo(0, 0);
    }, look);
    if (selector) await page.locator(selector).screenshot({ path });
    else {
      // Not with `fullPage`: meanwhile, Playwright's page would have no touch screen.
      await page.setViewportSize({ width, height: await page.evaluate(() => document.body.scrollHeight) });
      await page.screenshot({ path });
    }
  }
  await page.close();
}

const listShots = (state: string): Shot[] =>
  (state.startsWith('brands') ? [''] : ['', 'bold', 'dense']).flatMap(look =>
    [360, 768, 1280].flatMap(width =>
      (['light', 'dark'] as const).map(scheme => ({
        width,
        scheme,
        look,
        path: `shots/${state}-${width}-${scheme}${look && `-${look}`}.png`,
      })),
    ),
  );

const listPhoneShots = (state: string): Shot[] =>
  (['light', 'dark'] as const).map(scheme => ({
    width: 360,
    scheme,
    look: '',
    path: `shots/${state}-touch-${scheme}.png`,
  }));

/** The pictures in the documents. All but the first show the form only. */
const readmeShots: [state: string, shot: Partial<Shot>][] = [
  ['filled', { path: 'demo/shots/page.png', selector: 'main' }],
  ['problems', { path: 'demo/shots/problems.png', width: 480 }],
  ['uploading', { path: 'demo/shots/uploading.png', width: 480, scheme: 'dark' }],
  ['steps-check', { path: 'demo/shots/check.png', width: 480 }],
  ['filled', { path: 'demo/shots/bold.png', width: 480, look: 'bold', scheme: 'dark' }],
  ['filled', { path: 'demo/shots/dense.png', width: 480, look: 'dense' }],
  ['brands-chosen', { path: 'demo/shots/start-up.png', width: 480, selector: 'enquiry-form.start-up' }],
  ['brands-chosen', { path: 'demo/shots/law-firm.png', width: 480, selector: 'enquiry-form.law-firm' }],
  ['brands-chosen', { path: 'demo/shots/game-studio.png', width: 480, selector: 'enquiry-form.game-studio' }],
];

const requestedStates = process.argv.slice(2).filter(name => stateNames.includes(name));
const stack = await startStack();
const browser = await chromium.launch(fullChromium.launchOptions);
try {
  if (process.argv.includes('--readme')) {
    mkdirSync('demo/shots', { recursive: true });
    const defaults = { width: 1280, scheme: 'light', look: '', path: '', selector: 'enquiry-form' } as const;
    for (const [state, shot] of readmeShots)
      await shoot({ browser, stack }, state, [{ ...defaults, ...shot }]);
  } else {
    mkdirSync('shots', { recursive: true });
    for (const state of requestedStates.length ? requestedStates : stateNames) {
      await shoot({ browser, stack }, state, listShots(state));
      await shoot({ browser, stack, device: phone }, state, listPhoneShots(state));
    }
  }
} finally {
  await browser.close();
  await stack.stop();
}
