// `npm run shots` takes pictures of every state × width × colour scheme × look, and of every state on a phone with a touch
// screen, and writes them to shots/. Names of states after `--` limit it to those. `--readme` takes the pictures in the
// documents instead.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { fullChromium } from '../../e2e/browsers.ts';
import { type Stack, startStack } from '../../e2e/processes/stack.ts';
import { shootDesk } from './desk.ts';
import { type Column, joinColumns } from './pictures.ts';
import { openState, stateNames } from './states.ts';
import { takeTour } from './tour.ts';

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

const documentShot = { width: 1280, scheme: 'light', look: '', path: '', selector: 'enquiry-form' } as const;

/** The pictures in the documents that show one form. */
const readmeShots: [state: string, shot: Partial<Shot>][] = [
  ['problems', { path: 'demo/shots/problems.png', width: 480 }],
  ['uploading', { path: 'demo/shots/uploading.png', width: 480, scheme: 'dark' }],
  ['steps-check', { path: 'demo/shots/check.png', width: 480 }],
  ['filled', { path: 'demo/shots/bold.png', width: 480, look: 'bold', scheme: 'dark' }],
  ['filled', { path: 'demo/shots/dense.png', width: 480, look: 'dense' }],
];

/** A picture that shows several screenshots. */
interface JoinedPicture {
  path: string;
  height: number;
  columns: [state: string, shot: Partial<Shot>, column: Omit<Column, 'screenshot'>][];
}
const brand = (name: string): JoinedPicture['columns'][number] => [
  'brands-chosen',
  { width: 480, selector: `enquiry-form.${name}` },
  { width: 442 },
];
const joinedPictures: JoinedPicture[] = [
  {
    path: 'demo/shots/overview.png',
    height: 720,
    columns: [
      ['filled', { selector: 'body' }, { width: 900, caption: 'A form on a landing page' }],
      [
        'waiting',
        { width: 420 },
        { width: 382, end: 'bottom', caption: 'Sending failed, and nothing is lost' },
      ],
      ['receipt', { width: 420 }, { width: 382, caption: 'The receipt' }],
    ],
  },
  {
    path: 'demo/shots/brands.png',
    height: 860,
    columns: [brand('start-up'), brand('law-firm'), brand('game-studio')],
  },
];

/** Takes the screenshots of a joined picture, and joins them. */
async function shootJoined(studio: Studio, { path, height, columns }: JoinedPicture): Promise<void> {
  const taken: Column[] = [];
  for (const [at, [state, shot, column]] of columns.entries()) {
    const part = `shots/part-${at}.png`;
    await shoot(studio, state, [{ ...documentShot, ...shot, path: part }]);
    taken.push({ ...column, screenshot: readFileSync(part) });
  }
  const page = await studio.browser.newPage({ viewport: { width: 2_000, height: 1_000 } });
  writeFileSync(path, await joinColumns(page, { columns: taken, height }));
  await page.close();
}

const requestedStates = process.argv.slice(2).filter(name => stateNames.includes(name));
const stack = await startStack();
const browser = await chromium.launch(fullChromium.launchOptions);
try {
  if (process.argv.includes('--readme')) {
    for (const folder of ['demo/shots', 'shots']) mkdirSync(folder, { recursive: true });
    for (const [state, shot] of readmeShots)
      await shoot({ browser, stack }, state, [{ ...documentShot, ...shot }]);
    for (const picture of joinedPictures) await shootJoined({ browser, stack }, picture);
    await shootDesk(browser, 'demo/shots/desk.png');
    await stack.reset();
    writeFileSync('demo/shots/tour.webp', await takeTour(browser, stack));
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
