// Edit the config, and see it: the pages of the demo follow the file, whichever way an editor saves it, and say what is wrong
// with it.
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startDemo } from '../processes/demo.ts';
import { test as base, expect } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { formOn } from '../visitor/form.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

/** A config with questions that don't fit on a screen. */
function configWith(label: string, caseType: object = {}): string {
  const questions = Array.from({ length: 12 }, (_, at) => ({
    id: `question-${at}`,
    type: 'textarea',
    label: `Question ${at}`,
  }));
  return JSON.stringify({ origins: [], case_types: { repair: { label, questions, ...caseType } } }, null, 2);
}

interface Follower {
  path: string;
  /** Starts the demo with the file. Resolves with the address of the page with the form. */
  start(): Promise<string>;
}

const test = base.extend<{ follower: Follower }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
  follower: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'edits-'));
    const path = join(folder, 'mine.json');
    const env = { ...process.env, DEMO_DATA: join(folder, 'data') };
    let demo: Awaited<ReturnType<typeof startDemo>> | undefined;
    await use({
      path,
      async start() {
        demo = await startDemo(['demo/start.ts', '--config', path, '--no-build'], { env });
        return demo.addressOf('Your forms');
      },
    });
    await demo?.stop();
    rmSync(folder, { recursive: true });
  },
});

const ways: Record<string, (path: string, text: string) => void> = {
  'in place': writeFileSync,
  'by putting another file into its place': (path, text) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  },
  'by deleting it first': (path, text) => {
    rmSync(path);
    writeFileSync(path, text);
  },
};

const previewOf = (page: Page) => page.frameLocator('iframe');
const headingOf = (page: Page) => previewOf(page).getByRole('heading', { level: 2 }).first();
const errorsOf = (page: Page) => page.getByRole('alert');

test('each way in which an editor saves the file is seen, with what was typed and at the same place', async ({
  page,
  follower,
}) => {
  writeFileSync(follower.path, configWith('First version'));
  await page.goto(await follower.start());
  await expect(headingOf(page)).toHaveText('First version');
  const { field } = formOn(previewOf(page));
  await field('Question 9').fill('It drips.');
  const topOf = async () => (await field('Question 9').boundingBox())?.y;
  const top = (await topOf())!;
  for (const [way, save] of Object.entries(ways)) {
    save(follower.path, configWith(`Saved ${way}`));
    await expect(headingOf(page)).toHaveText(`Saved ${way}`);
    await expect(field('Question 9')).toHaveValue('It drips.');
    await expect.poll(async () => Math.abs((await topOf())! - top)).toBeLessThan(1.5); // Pages scroll by whole pixels.
  }
});

test('answers stay in a form that keeps no drafts, and in one without JavaScript', async ({
  page,
  follower,
}) => {
  const caseType = { draft: false };
  writeFileSync(follower.path, configWith('First version', caseType));
  const address = await follower.start();
  for (const query of ['', '?script=off']) {
    await page.goto(`${address}forms/repair${query}`);
    const { field } = formOn(previewOf(page));
    await field('Question 9').fill('It drips.');
    writeFileSync(follower.path, configWith(`Second version ${query}`, caseType));
    await expect(headingOf(page)).toHaveText(`Second version ${query}`);
    await expect(field('Question 9')).toHaveValue('It drips.');
  }
});

test('errors are shown over the last good form until the file is good again, even while it is half written', async ({
  page,
  follower,
}) => {
  writeFileSync(follower.path, configWith('First version'));
  await page.goto(await follower.start());
  await expect(headingOf(page)).toHaveText('First version');

  const mended = configWith('Mended');
  const half = mended.length / 2;
  writeFileSync(follower.path, mended.slice(0, half));
  await expect(errorsOf(page)).toContainText('mine.json');
  await expect(headingOf(page)).toHaveText('First version');
  expect(await axeViolations(playwrightDriver(page))).toEqual([]);
  appendFileSync(follower.path, mended.slice(half));
  await expect(headingOf(page)).toHaveText('Mended');
  await expect(errorsOf(page)).toHaveCount(0);
  // The same error again, before the mended version is checked.
  writeFileSync(follower.path, mended.slice(0, half));
  await expect(errorsOf(page)).toContainText('mine.json');
  await expect(page.getByRole('heading', { name: 'Before you go live' })).toBeVisible();

  writeFileSync(follower.path, configWith('Misspelt', { colour: 'red' }));
  await expect(errorsOf(page)).toContainText('colour');
  await page.reload();
  await expect(errorsOf(page)).toContainText('colour');
  await expect(headingOf(page)).toHaveText('Mended');
});

test('the demo starts with a file that is missing or has errors, and shows the form once it has none', async ({
  page,
  follower,
}) => {
  await page.goto(await follower.start());
  await expect(errorsOf(page)).toContainText('There is no such file');
  writeFileSync(follower.path, configWith(''));
  await expect(errorsOf(page)).toContainText('label');
  writeFileSync(follower.path, configWith('There it is'));
  await expect(headingOf(page)).toHaveText('There it is'); // After a check, and the start of the proxy.
  await expect(errorsOf(page)).toHaveCount(0);
});

test('more pages in the background than a browser opens connections to a server don’t keep another from loading', async ({
  context,
  follower,
}) => {
  writeFileSync(follower.path, configWith('First version'));
  const address = await follower.start();
  // A browser without windows shows every page.
  await context.addInitScript(() => {
    const { name } = window;
    Object.defineProperty(document, 'visibilityState', {
      get: () => (name === 'shown' ? 'visible' : 'hidden'),
    });
  });
  for (let count = 0; count < 8; count++) {
    const page = await context.newPage();
    await page.goto(address);
    await expect(headingOf(page)).toHaveText('First version');
  }
});

test('the bar shows the form in another language, in steps, at another width and in the dark, and the look as CSS', async ({
  page,
  follower,
}) => {
  const label = { en: 'Book a repair', cy: 'Trefnu atgyweiriad' };
  const config = {
    ...JSON.parse(configWith('', { label, questions: [] })),
    contact_us: { phone: '01632 960001' },
  };
  writeFileSync(follower.path, JSON.stringify(config));
  await page.goto(await follower.start());
  await expect(page.locator('.copied pre').last()).toContainText(
    '<a href="tel:01632960001">01632 960001</a>',
  );
  const choose = (name: string) => page.getByRole('link', { name, exact: true }).click();
  await choose('Cymraeg');
  await expect(headingOf(page)).toHaveText('Trefnu atgyweiriad');
  await choose('Phone');
  await choose('Dark');
  await choose('Steps');
  const form = previewOf(page).locator('enquiry-form');
  await expect(form).toHaveAttribute('layout', 'steps');
  await expect(form).toHaveCSS('color-scheme', 'dark');
  expect((await page.locator('iframe').boundingBox())?.width).toBeLessThanOrEqual(390);
  await page.getByLabel('Corners').fill('2');
  await expect(page.locator('#css pre')).toHaveText('enquiry-form {\n  --enquiry-radius: 2px;\n}');
  await expect(form).toHaveCSS('--enquiry-radius', '2px');
  const faultIsSet = page.waitForResponse(/fault/);
  await page.getByLabel('Back office').selectOption('is down');
  await faultIsSet;
  await page.reload();
  await expect(page.getByLabel('Back office')).toHaveValue('down');
  expect(await axeViolations(playwrightDriver(page))).toEqual([]);
});
