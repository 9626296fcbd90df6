// Tests of everything that a site fills in: `values`, hidden and read-only contact fields, marketing fields.
import { vi } from 'vitest';
import { respondInvalid } from '../../tools/testing/widget/scripted-proxy.ts';
import { advanceClockUntil, createForm, expect, stopClock, test } from '../../tools/testing/widget/test.ts';
import { expectFocus } from '../../tools/testing/widget/visitor.ts';

const ada = { forename: 'Ada', email: 'ada@example.com' };

test('the values attribute fills in contact fields and answers', async ({ open }) => {
  const form = await open({
    values: JSON.stringify({ ...ada, answers: { plan: 'buy', price: '250000', extras: ['survey', 'will'] } }),
  });
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await expect.element(form.field('Buying')).toBeChecked();
  await expect.element(form.field('How much is the property?')).toHaveValue('250000');
  await expect.element(form.field('A survey')).toBeChecked();
  await expect.element(form.field('A will')).toBeChecked();
});

test('malformed values are ignored with a warning', async ({ open }) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  stopClock();
  const form = await open({ values: '{forename}' });
  await expect.element(form.field('First name')).toHaveValue('');
  await advanceClockUntil(1, () => warn.mock.calls.length > 0);
  expect(warn).toHaveBeenCalledWith('enquiry-form: values is not JSON');
});

test('malformed values that the page replaces, as frameworks do, are ignored without a warning', async ({
  open,
}) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  stopClock();
  const other = createForm({ values: '{forename}' }); // Its warning shows when the wait of both forms is over.
  const form = await open({ values: '[object Object]' });
  document.body.append(other.element);
  form.element.values = ada;
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await advanceClockUntil(1, () => warn.mock.calls.length > 0);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('values that are set later fill in what the visitor has left alone', async ({ open }) => {
  const form = await open();
  await form.fillIn('First name', 'Grace');
  form.element.values = { ...ada, answers: { plan: 'buy' } };
  await expect.element(form.field('Email address')).toHaveValue('ada@example.com');
  await expect.element(form.field('Buying')).toBeChecked();
  await expect.element(form.field('First name')).toHaveValue('Grace');
});

test('values can be set again and replace what was filled in before', async ({ open }) => {
  const form = await open({ values: JSON.stringify(ada) });
  form.element.values = { forename: 'Grace' };
  await expect.element(form.field('First name')).toHaveValue('Grace');
  await expect.element(form.field('Email address')).toHaveValue('ada@example.com');
});

test('values reads what is shown and filled in, without surprises for the page', async ({ open }) => {
  const form = await open();
  expect(form.element.values).toEqual({ answers: {} });
  await form.fillIn('First name', 'Ada');
  await form.choose('Buying');
  await form.fillIn('How much is the property?', '250000');
  await form.choose('A will');
  expect(form.element.values).toEqual({
    forename: 'Ada',
    answers: { plan: 'buy', price: '250000', extras: ['will'] },
  });
  await form.choose('Remortgaging');
  expect(form.element.values).toEqual({
    forename: 'Ada',
    answers: { plan: 'remortgage', extras: ['will'] },
  });
});

test('values is empty before the form is ready', () => {
  expect(createForm().element.values).toEqual({});
});

test('a hidden contact field is sent as the site has filled it in', async ({ open, proxy }) => {
  const form = await open({ values: JSON.stringify(ada), 'hidden-fields': 'forename email' });
  await expect.element(form.field('First name')).not.toBeVisible();
  await expect.element(form.field('Email address')).not.toBeVisible();
  await expect.element(form.field('Last name')).toBeVisible();
  await form.choose('Remortgaging');
  await form.send();
  await expect.element(form.receipt()).toMatchTextContent('Ada');
  expect(proxy.enquiries[0]?.enquiry).toMatchObject(ada);
});

test('a required hidden field without a value is asked for', async ({ open }) => {
  const form = await open({ 'hidden-fields': 'email surname' });
  await expect.element(form.field('Email address')).toBeVisible();
  await expect.element(form.field('Last name')).not.toBeVisible();
});

test('a hidden field that the proxy refuses is shown with its problem', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondInvalid({ field: 'email', rule: 'refused' }));
  const form = await open({ values: JSON.stringify(ada), 'hidden-fields': 'email' });
  await form.choose('Remortgaging');
  await form.send();
  await expect.element(form.field('Email address')).toBeVisible();
  await form.fillIn('Email address', 'grace@example.com');
  await form.complete();
  expect(proxy.enquiries[1]?.enquiry.email).toBe('grace@example.com');
});

test('a read-only field is shown, can’t be changed and is sent', async ({ open, proxy }) => {
  const form = await open({ values: JSON.stringify(ada), 'readonly-fields': 'email' });
  await expect.element(form.field('Email address')).toHaveAttribute('readonly');
  await expect.element(form.field('First name')).not.toHaveAttribute('readonly');
  await form.choose('Remortgaging');
  await form.complete();
  expect(proxy.enquiries[0]?.enquiry.email).toBe('ada@example.com');
});

test('a read-only field that is refused can be changed', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondInvalid({ field: 'email', rule: 'refused' }));
  const form = await open({ values: JSON.stringify(ada), 'readonly-fields': 'email' });
  await form.choose('Remortgaging');
  await form.sendWithProblems();
  await expect.element(form.field('Email address')).not.toHaveAttribute('readonly');
});

test('hidden fields can be hidden and shown at any time', async ({ open }) => {
  const form = await open();
  form.element.hiddenFields = 'surname';
  await expect.element(form.field('Last name')).not.toBeVisible();
  form.element.hiddenFields = undefined;
  await expect.element(form.field('Last name')).toBeVisible();
});

test('focus() passes over what is hidden', async ({ open }) => {
  const form = await open({ values: JSON.stringify(ada), 'hidden-fields': 'forename surname' });
  form.element.focus();
  await expectFocus(form.field('Mobile number'));
});
