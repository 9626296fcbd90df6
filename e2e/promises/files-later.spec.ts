// A visitor sends an enquiry on one device, and adds photos from another.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Browser, Page, TestInfo } from '@playwright/test';
import { processOutputSince } from '../../demo/process-output.ts';
import { jpeg } from '../files/documents.ts';
import type { Stack } from '../processes/stack.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { warnsBeforeLeaving } from '../visitor/page-actions.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

/** Sends an enquiry, and resolves with the link that the receipt copies. */
async function sendAndCopyLink(page: Page, stack: Stack): Promise<string> {
  await page.addInitScript(() => {
    const clipboard = { writeText: async (text: string) => Object.assign(window, { copied: text }) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard });
  });
  await page.goto(`${stack.site}/house-move.html`);
  const { send, form } = formOn(page);
  await fillHouseMove(page);
  await send();
  await form.getByRole('button', { name: 'Add files' }).click();
  await form.getByRole('button', { name: 'Copy link' }).click();
  await expect(form.getByRole('button', { name: 'Link copied' })).toBeVisible();
  return await page.evaluate(() => (window as unknown as { copied: string }).copied);
}

/** Opens a page on a phone, another device. */
async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  return await context.newPage();
}

const photo = (name: string, bytes: number) => jpeg(bytes, name);

test('photos come from a phone to the enquiry that was sent from a computer, and no log has the link', {
  tag: '@asvs-14.2.1',
}, async ({ browser, page, stack }) => {
  const startedAtMs = Date.now();
  const link = await sendAndCopyLink(page, stack);
  const { hash } = new URL(link);
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();

  const phone = await openPhone(browser);
  const requested: string[] = [];
  phone.on('request', request => requested.push(request.url(), request.headers().referer ?? ''));
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: 'Add photos or documents' })).toBeVisible();
  expect(await axeViolations(playwrightDriver(phone))).toEqual([]);
  await phone
    .getByLabel('Photos or documents')
    .setInputFiles([photo('front.jpg', 300_000), photo('back.jpg', 200_000)]);
  await expect(phone.getByText('Both files were sent.').first()).toBeVisible();
  await expect(phone.getByText('You can close this page now, or add more files.')).toBeVisible();
  expect(await warnsBeforeLeaving(phone)).toBe(false);
  await phone.emulateMedia({ colorScheme: 'dark' });
  expect(await axeViolations(playwrightDriver(phone))).toEqual([]);

  await phone.reload();
  await expect(phone.getByText('Up to 3 PDFs or photos', { exact: false })).toBeVisible();
  await phone.context().close();

  const enquiries = await stack.listEnquiries();
  expect(enquiries).toHaveLength(1);
  expect(enquiries[0]?.files.map(({ postname }) => postname).sort()).toEqual(['back.jpg', 'front.jpg']);
  const token = hash.slice(1);
  // Playwright reports addresses with their fragments, which aren't sent.
  const sent = requested.map(address => address.replace(`/files?lang=en${hash}`, '/files?lang=en'));
  expect(sent.join(' ')).not.toContain(token);
  const output = processOutputSince(startedAtMs).map(({ text }) => text);
  expect(output.join('')).toContain('/enquiries/:reference/files');
  expect(output.join('')).not.toContain(token);
  expect(output.join('')).not.toContain(token.split('.')[1]);
});

test('without JavaScript, the page says that it needs JavaScript', async ({ browser, stack }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${stack.proxy}/enquiries/7K2PQ-2M9XD/files?lang=de#1.a.b`);
  // Playwright finds no texts in `noscript`.
  const message = page.locator('noscript p');
  await expect(message).toBeVisible();
  await expect(message).toContainText('Diese Seite benötigt JavaScript.');
  await context.close();
});

/** Reads the QR code in a screenshot. */
function readCode(screenshot: Buffer, testInfo: TestInfo): string {
  const path = testInfo.outputPath('code.png');
  writeFileSync(path, screenshot);
  return execFileSync('zbarimg', ['--quiet', '--raw', path], { encoding: 'utf8' }).trim();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `a phone reads the link from the ${colorScheme} receipt`,
    beforeRelease,
    async ({ page, stack }, testInfo) => {
      await page.emulateMedia({ colorScheme });
      const link = await sendAndCopyLink(page, stack);
      await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
      expect(readCode(await page.locator('enquiry-form').screenshot(), testInfo)).toBe(link);
    },
  );
}
