import type { Page } from '@playwright/test';
import {
  type EnquiryForm,
  elementOn,
  openHouseMove,
  sampleValues,
  sampleValuesAttribute,
} from '../pages/house-move-page.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

const valuesOf = (page: Page) => elementOn(page).evaluate((form: EnquiryForm) => form.values);

test('the values attribute fills in the form, and the values property reads it', async ({ page, stack }) => {
  await openHouseMove(page, stack, sampleValuesAttribute);
  const { form, field, send, receipt } = formOn(page);
  await expect(field('First name')).toHaveValue('Grace');
  await expect(form.getByLabel('Remortgaging')).toBeChecked();
  expect(await valuesOf(page)).toEqual(sampleValues);
  await send();
  await expect(receipt).toBeVisible();
  const [enquiry] = await stack.listEnquiries();
  expect(enquiry?.body).toMatchObject({ forename: 'Grace', email: 'grace@example.com' });
});

test('the values property fills in the form before and after the element is defined, except where the visitor has edited', async ({
  page,
  stack,
}) => {
  const early = `document.querySelector('enquiry-form').values = { forename: 'Early', surname: 'Bird' }`;
  await openHouseMove(page, stack, '', '', early);
  const { field, fillIn, form } = formOn(page);
  await expect(field('First name')).toHaveValue('Early');
  await fillIn('Last name', 'Mine');
  await elementOn(page).evaluate((it: EnquiryForm) => {
    it.values = { forename: 'Later', surname: 'Site', answers: { transaction: 'both' } };
    it.values = { email: 'later@example.com' };
  });
  await expect(field('First name')).toHaveValue('Later');
  await expect(field('Last name')).toHaveValue('Mine');
  await expect(field('Email address')).toHaveValue('later@example.com');
  await expect(form.getByRole('group', { name: 'Will you need a mortgage?' })).toBeVisible();
});

test('malformed JSON is ignored with one warning', async ({ page, stack }) => {
  const warnings: string[] = [];
  page.on('console', message => message.type() === 'warning' && warnings.push(message.text()));
  await openHouseMove(page, stack, `values='{"forename": '`);
  await fillHouseMove(page);
  expect(warnings).toEqual(['enquiry-form: values is not JSON']);
  await formOn(page).send();
  await expect(formOn(page).receipt).toBeVisible();
});

test('a draft takes precedence over prefilled values, and Start again restores the prefilled values', async ({
  page,
  stack,
}) => {
  await openHouseMove(page, stack, sampleValuesAttribute);
  const { form, field, fillIn } = formOn(page);
  await fillIn('First name', 'Ada');
  await fillIn('Last name', '');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('Ada');
  await page.reload();
  await expect(field('First name')).toHaveValue('Ada');
  await expect(field('Last name')).toHaveValue('');
  await form.getByRole('button', { name: 'Clear answers and start again' }).click();
  await expect(field('First name')).toHaveValue('Grace');
  await expect(field('Last name')).toHaveValue('Hopper');
  await expect(form.getByLabel('Remortgaging')).toBeChecked();
});

test('hidden and read-only contact fields are sent, and required ones without a value can be filled in', async ({
  page,
  stack,
}) => {
  await openHouseMove(
    page,
    stack,
    `${sampleValuesAttribute} hidden-fields="email telephone_mobile" readonly-fields="surname"`,
  );
  const { field, send, receipt } = formOn(page);
  await expect(field('Email address')).toBeHidden();
  await expect(field('Mobile number')).toBeHidden();
  await expect(field('Last name')).not.toBeEditable();
  await send();
  await expect(receipt).toBeVisible();
  expect((await stack.listEnquiries())[0]?.body).toMatchObject({
    surname: 'Hopper',
    email: 'grace@example.com',
  });

  await openHouseMove(page, stack, 'hidden-fields="email" readonly-fields="surname"');
  await page.getByRole('button', { name: 'Start a new enquiry' }).click();
  await expect(field('Email address')).toBeVisible();
  await expect(field('Last name')).toBeEditable();
});

test('a hidden field with a problem is shown, so that the visitor can correct it', async ({
  page,
  stack,
}) => {
  const values = { ...sampleValues, email: 'not one' };
  await openHouseMove(page, stack, `values='${JSON.stringify(values)}' hidden-fields="email"`);
  const { field, send, summary, fillIn, receipt } = formOn(page);
  await expect(field('First name')).toHaveValue('Grace');
  await send();
  await expect(summary).toContainText('Enter an email address');
  await expect(field('Email address')).toBeVisible();
  await fillIn('Email address', 'grace@example.com');
  await send();
  await expect(receipt).toBeVisible();
});

test('submit, focus and reset work, and wait until the form is ready', async ({ page, stack }) => {
  const script = `customElements.whenDefined('enquiry-form').then(() => {
    const form = document.querySelector('enquiry-form');
    form.focus();
    form.submit().then(accepted => { window.first = accepted; });
  })`;
  await openHouseMove(page, stack, '', '', script);
  await expect.poll(() => page.evaluate('window.first')).toBe(false);
  await expect(formOn(page).summary).toBeVisible();
  await elementOn(page).evaluate((form: EnquiryForm) => form.focus());
  await expect(formOn(page).field('First name')).toBeFocused();
  await fillHouseMove(page);
  expect(await elementOn(page).evaluate((form: EnquiryForm) => form.submit())).toBe(true);
  await expect(formOn(page).receipt).toBeVisible();
  await elementOn(page).evaluate((form: EnquiryForm) => form.reset());
  await expect(formOn(page).field('First name')).toHaveValue('');
  expect(await stack.listEnquiries()).toHaveLength(1);
});

test('a page can stop an enquiry before it is sent, at once or later', async ({ page, stack }) => {
  await openHouseMove(page, stack, sampleValuesAttribute);
  const { form, send, receipt } = formOn(page);
  const listen = (how: string) =>
    page.evaluate(
      code =>
        addEventListener('enquiry-before-submit', new Function('event', code) as (event: Event) => void, {
          once: true,
        }),
      how,
    );
  const requests: string[] = [];
  page.on('request', request => request.method() === 'POST' && requests.push(request.url()));
  await listen('event.preventDefault(); window.about = event.detail.case_type');
  await send();
  await expect.poll(() => page.evaluate('window.about')).toBe('house-move');
  await expect(form.getByRole('button', { name: 'Get my quote' })).toBeEnabled();
  await listen('event.detail.waitUntil(Promise.reject(new Error("no consent")))');
  expect(await elementOn(page).evaluate((it: EnquiryForm) => it.submit())).toBe(false);
  expect(requests).toEqual([]);
  await expect(form.locator('[part=note]')).toHaveCount(0);
  await listen('event.detail.waitUntil(Promise.resolve())');
  await send();
  await expect(receipt).toBeVisible();
});

test('values that were set without an event are sent', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { field, send, receipt } = formOn(page);
  await fillHouseMove(page);
  for (const [label, text] of [
    ['First name', 'Silent'],
    ['Email address', 'silent@example.com'],
  ] as const) {
    await field(label).evaluate((input: HTMLInputElement, value) => {
      input.value = value;
    }, text);
  }
  await send();
  await expect(receipt).toHaveText(/Silent/);
  expect((await stack.listEnquiries())[0]?.body).toMatchObject({ email: 'silent@example.com' });
});
