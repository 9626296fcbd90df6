import { processOutputSince } from '../../demo/process-output.ts';
import { pdf } from '../files/documents.ts';
import type { Stack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { expectOneEnquiry, landingPage, lastResortSuite } from './suites/last-resort.ts';

lastResortSuite(test);

const continueName = /^Try on our secure page/;

const serveBlocked = (stack: Stack, more = '') =>
  stack.servePage(landingPage(stack, more), `script-src ${stack.proxy}; connect-src 'none'`);

test('the button opens a new tab without leaving a trace of the answers, and asks for the files again', async ({
  page,
  stack,
}) => {
  const startedAtMs = Date.now();
  const site = serveBlocked(stack);
  await page.goto(`${site}?utm_source=newsletter&gclid=click-7`);
  await fillHouseMove(page);
  await formOn(page).attach(pdf('letter.pdf'));
  await formOn(page).send();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: continueName }).click();
  const secure = await opened;
  await expect(secure.getByText('Your answers are here. Check them, then press Send.')).toBeVisible();
  await expect(secure.getByText('Choose your files again.').first()).toBeVisible();
  expect(secure.url()).toBe(`${stack.proxy}/forms/house-move?lang=en`);
  expect(
    await secure.evaluate(() => ({ opener: window.opener, referrer: document.referrer.includes('Grace') })),
  ).toEqual({ opener: null, referrer: false });
  await expect(secure.getByLabel(/I have read the terms/)).not.toBeChecked();
  await secure.getByLabel(/I have read the terms/).check();
  await secure.getByRole('button', { name: 'Get my quote' }).click();
  await expect(secure.getByText('Your reference', { exact: true })).toBeVisible();
  await expectOneEnquiry(stack, site);
  for (const { text } of processOutputSince(startedAtMs)) expect(text).not.toMatch(/Grace|click-7/);
  // The first tab says so, and still has the answers.
  await page.bringToFront();
  await expect(page.getByRole('heading', { name: 'You’ve continued in another tab' })).toBeFocused();
  await expect(page.getByText(/couldn’t send/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open that page again' })).toBeVisible();
  await expect(formOn(page).field('First name')).toHaveValue('Grace');
});
