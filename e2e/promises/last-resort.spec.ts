import { processOutputSince } from '../../demo/process-output.ts';
import { pdf } from '../files/documents.ts';
import type { Stack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { expectOneEnquiry, landingPage, lastResortSuite } from './suites/last-resort.ts';

lastResortSuite(test);

const continueName = /^Continue on our secure page/;

const serveBlocked = (stack: Stack, more = '') =>
  stack.servePage(landingPage(stack, more), `script-src ${stack.proxy}; connect-src 'none'`);

test('the link opens a new tab without leaving a trace of the answers, and asks for the files again', async ({
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
  await page.getByRole('link', { name: continueName }).click();
  const secure = await opened;
  const { form, send, receipt } = formOn(secure);
  await expect(form.getByText('We’ve restored your answers. Choose your files again.').first()).toBeVisible();
  expect(secure.url()).toBe(`${stack.proxy}/forms/house-move?lang=en`);
  expect(
    await secure.evaluate(() => ({
      entries: (globalThis as unknown as { navigation: { entries(): { url: string }[] } }).navigation
        .entries()
        .map(({ url }) => url),
      length: history.length,
      opener: window.opener,
      referrer: document.referrer,
    })),
  ).toEqual({ entries: [secure.url()], length: 1, opener: null, referrer: '' });
  await form.getByLabel(/I have read the terms/).check();
  await send();
  await expect(receipt).toContainText('Grace');
  await expectOneEnquiry(stack, site);
  for (const { text } of processOutputSince(startedAtMs)) expect(text).not.toMatch(/#enquiry|Grace|click-7/);
  // The first tab still has the answers.
  await expect(formOn(page).field('First name')).toHaveValue('Grace');
});

const enquiry = { case_type: 'house-move', lang: 'en', forename: 'Eve' };
const key = '11111111-2222-4333-8444-555555555555';
const encode = (carried: unknown) => Buffer.from(JSON.stringify(carried)).toString('base64url');

test.describe('a fragment that somebody else has written', () => {
  for (const [what, fragment] of [
    ['isn’t base64', '%%%'],
    ['isn’t UTF-8', Buffer.from([0xff, 0xfe, 0x7b]).toString('base64url')],
    ['isn’t JSON', Buffer.from('{"key":').toString('base64url')],
    ['is null', encode(null)],
    ['is too long', encode({ key, enquiry: { ...enquiry, surname: 'x'.repeat(70_000) } })],
    ['is for another form', encode({ key, enquiry: { ...enquiry, case_type: 'personal-injury' } })],
    ['nests deeply', Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`).toString('base64url')],
  ]) {
    test(`is ignored if it ${what}`, async ({ page, stack }) => {
      const errors: string[] = [];
      page.on('pageerror', error => errors.push(error.message));
      await page.goto(`${stack.proxy}/forms/house-move?lang=en#enquiry=${fragment}`);
      const { field } = formOn(page);
      await field('First name').fill('Grace');
      await expect(field('First name')).toHaveValue('Grace');
      expect(page.url()).toBe(`${stack.proxy}/forms/house-move?lang=en`);
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Eve');
      expect(errors).toEqual([]);
    });
  }

  for (const drafts of ['with', 'without'] as const) {
    test(`ticks no consent ${drafts} drafts`, async ({ page, stack }) => {
      const address = `${stack.proxy}/forms/house-move?lang=en`;
      if (drafts === 'without') {
        await page.addInitScript(() => {
          Storage.prototype.setItem = () => {
            throw new Error('blocked');
          };
        });
      }
      const answers = { terms: 'yes', transaction: ['remortgage'] };
      await page.goto(`${address}#enquiry=${encode({ key, enquiry: { ...enquiry, answers } })}`);
      const { form, field } = formOn(page);
      await expect(field('First name')).toHaveValue('Eve');
      await expect(form.getByLabel('Remortgaging')).toBeChecked();
      await expect(form.getByLabel(/I have read the terms/)).not.toBeChecked();
    });
  }

  test('leaves a way back to the draft that it replaces', async ({ page, stack }) => {
    const address = `${stack.proxy}/forms/house-move?lang=en`;
    await page.goto(address);
    const { form, field, fillIn } = formOn(page);
    await fillIn('First name', 'Grace');
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Grace');
    await page.goto('about:blank');
    await page.goto(`${address}#enquiry=${encode({ key, enquiry })}`);
    await expect(field('First name')).toHaveValue('Eve');
    await form.getByRole('button', { name: 'Undo' }).click();
    await expect(field('First name')).toHaveValue('Grace');
  });

  test('fills in texts, sends nothing, and brings no key of its own', async ({ page, stack }) => {
    const keys: (string | undefined)[] = [];
    page.on('request', request => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
    });
    const carried = {
      key: 'no-uuid',
      enquiry: {
        ...enquiry,
        surname: '<img src=x onerror=alert(1)>',
        email: { toString: 1 },
        telephone_mobile: ['07700 900123', 7],
        answers: JSON.parse('{"__proto__":{"x":"y"},"transaction":["remortgage"],"price":{},"terms":7}'),
        marketing_campaign: 7,
        attribution: { landing_page: {}, parameters: 'x', sources: null, first: [] },
        test: 'token',
      },
      has_files: 'yes',
    };
    await page.goto(`${stack.proxy}/forms/house-move?lang=en#enquiry=${encode(carried)}`);
    const { form, field, fillIn, send, receipt } = formOn(page);
    await expect(form.getByText('We’ve restored your answers.').first()).toBeVisible();
    await expect(field('Last name')).toHaveValue('<img src=x onerror=alert(1)>');
    await expect(form.getByLabel('Remortgaging')).toBeChecked();
    await expect(field('Email address')).toHaveValue('');
    expect(keys).toEqual([]);
    await fillIn('Last name', 'Hopper');
    await fillIn('Email address', 'eve@example.com');
    await fillIn('Roughly how much is the property?', '285000');
    await form.getByLabel(/I have read the terms/).check();
    await send();
    await expect(receipt).toContainText('Eve');
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{8}-/)]);
    expect(await stack.listEnquiries()).toHaveLength(1);
  });
});
