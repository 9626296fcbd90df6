// Questions of the type `hidden`, which the site or the page's address answers.
import { afterEach, beforeEach, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Question } from '../../proxy/contract/definition.ts';
import { kept, type } from '../../tools/testing/widget/drafts.ts';
import { ask, nameOnly, sent } from '../../tools/testing/widget/questions.ts';
import { eventTypes, expect, reload, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';

const product: Question = {
  id: 'product',
  type: 'hidden',
  label: 'Product page',
  from: 'address:product',
  pattern: '[a-z]+',
};
const office: Question = {
  id: 'office',
  type: 'hidden',
  label: 'Our office',
  from: 'values',
  max_length: 10,
};
const gas: Question = {
  id: 'gas',
  type: 'text',
  label: 'Do you smell gas?',
  shown_when: { question: 'product', is: 'boiler' },
};
const leeds = { values: '{"forename":"Ada","answers":{"office":"Leeds"}}' };

let address: string;
const visit = (query: string) => history.replaceState(history.state, '', query);
beforeEach(() => {
  address = location.href;
});
afterEach(() => visit(address));

test('the address and the site answer questions that the visitor doesn’t see, and conditions depend on them', async ({
  open,
  proxy,
}) => {
  visit('?PRODUCT=boiler&product=bath');
  ask(proxy, product, office, gas);
  const form = await open(leeds);
  await expect.element(form.field('Do you smell gas?')).toBeVisible();
  expect(form.element.shadowRoot!.textContent).not.toMatch(/Product page|Our office/);
  expect(form.element.values.answers).toEqual({ product: 'boiler', office: 'Leeds' });
  expect(await sent(form, proxy)).toEqual({ product: 'boiler', office: 'Leeds' });
});

test('a hidden question has only the source that the config names', async ({ open, proxy }) => {
  visit('?product=bath&office=York');
  ask(proxy, product, office);
  const form = await open({ values: '{"forename":"Ada","answers":{"product":"boiler"}}' });
  expect(await sent(form, proxy)).toEqual({ product: 'bath' });
});

test('the site can set the answer until Send, and a later one makes questions appear', async ({
  open,
  proxy,
}) => {
  ask(proxy, { ...product, from: 'values' }, gas);
  const form = await open({ values: '{"forename":"Ada","answers":{"product":"bath"}}' });
  await expect.element(form.field('Do you smell gas?')).not.toBeVisible();
  form.element.values = { answers: { product: 'boiler' } };
  await expect.element(form.field('Do you smell gas?')).toBeVisible();
  expect(await sent(form, proxy)).toEqual({ product: 'boiler' });
});

test('a value that isn’t accepted is dropped with one warning, which doesn’t contain it, and never stops an enquiry', async ({
  open,
  proxy,
}) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  visit('?product=Canary');
  ask(
    proxy,
    product,
    { ...office, default: 'York' },
    { ...gas, shown_when: { question: 'office', is: 'York' } },
  );
  const form = await open({ values: '{"forename":"Ada","answers":{"office":"Canary Wharf"}}' });
  await form.fillIn('Do you smell gas?', 'No');
  expect(await sent(form, proxy)).toEqual({ office: 'York', gas: 'No' });
  expect(warn.mock.calls).toEqual([
    ['enquiry-form: the answer to the hidden question "product" was dropped: wrong_format'],
    ['enquiry-form: the answer to the hidden question "office" was dropped: too_long'],
  ]);
});

test('the receipt and the announcement of new questions leave hidden questions out', async ({
  open,
  proxy,
}) => {
  const yes: Question = { id: 'yes', type: 'yes_no', label: 'Is it urgent?' };
  const shown_when = { question: 'yes', is: 'yes' };
  ask(proxy, yes, { ...office, shown_when }, { ...gas, shown_when });
  const form = await open(leeds);
  await form.choose('Yes');
  await expect.element(form.announcement()).toMatchTextContent(/1 more question/);
  expect(await sent(form, proxy)).toEqual({ yes: 'yes', office: 'Leeds' });
  await expect.element(form.receipt()).toMatchTextContent('Is it urgent?');
  expect(form.element.shadowRoot!.textContent).not.toMatch(/Our office|Leeds/);
});

test('a draft keeps no hidden answer, and the present address counts after a reload', async ({
  open,
  proxy,
}) => {
  visit('?product=boiler');
  ask(proxy, product, office);
  const form = await open({ values: '{"answers":{"office":"Leeds"}}' });
  await type(form, 'Ada');
  expect(kept()).not.toMatch(/boiler|Leeds/);
  form.element.remove();

  visit('?product=bath');
  const again = await open({ values: '{"answers":{"office":"York"}}' });
  await expect.element(again.field('First name')).toHaveValue('Ada');
  expect(await sent(again, proxy)).toEqual({ product: 'bath', office: 'York' });
});

test('a form that only the site and the address have filled in leaves no draft and reports no start', async ({
  open,
  proxy,
  events,
}) => {
  visit('?product=boiler');
  ask(proxy, product, office);
  const form = await open(leeds);
  form.element.focus();
  await expect.poll(() => getComputedStyle(form.button(textPatterns.send).element()).display).toBe('flex');
  dispatchEvent(new Event('pagehide'));
  const again = await reload(form);
  await expect.element(again.text(textPatterns.restored)).not.toBeInTheDocument();
  expect(kept()).toBe('{}');
  expect(eventTypes(events)).toEqual([]);
});

test('a new enquiry and a reset keep the hidden answers', async ({ open, proxy }) => {
  visit('?product=boiler');
  ask(proxy, product, office);
  const form = await open(leeds);
  expect(await sent(form, proxy)).toEqual({ product: 'boiler', office: 'Leeds' });
  await form.press('Start a new enquiry');
  await expect.element(form.field('First name')).toHaveValue('Ada');
  expect(await sent(form, proxy)).toEqual({ product: 'boiler', office: 'Leeds' });
  form.element.reset();
  await expect.poll(() => form.element.values.answers).toEqual({ product: 'boiler', office: 'Leeds' });
});

test('a form of hidden questions alone can be sent with the keyboard', async ({ open, proxy }) => {
  proxy.publish({ ...nameOnly, questions: [...nameOnly.questions, office] });
  const form = await open(leeds);
  form.element.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries[0]?.enquiry.answers).toEqual({ office: 'Leeds' });
});
