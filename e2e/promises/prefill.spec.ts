import type { Page } from '@playwright/test';
import {
  type EnquiryForm,
  elementOn,
  openHouseMove,
  sampleValues,
  sampleValuesAttribute,
} from '../pages/house-move-page.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

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
