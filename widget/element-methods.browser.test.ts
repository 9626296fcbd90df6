// The element’s methods: focus(), submit() and reset().
import { vi } from 'vitest';
import { houseMove } from '../tools/testing/widget/case-types.ts';
import {
  appendForm,
  completeHouseMove,
  expect,
  fillInHouseMove,
  sendHouseMove,
  test,
} from '../tools/testing/widget/test.ts';
import { expectFocus } from '../tools/testing/widget/visitor.ts';

test('focus() focuses the first field, and then the receipt', async ({ open }) => {
  const form = await open();
  form.element.focus();
  await expectFocus(form.field('First name'));
  await sendHouseMove(form);
  await expectFocus(form.receipt());
  (document.activeElement as HTMLElement).blur();
  form.element.focus();
  await expectFocus(form.receipt());
});

test('focus() before the form is ready focuses the first field when it is', async ({ proxy }) => {
  proxy.next.lookup.push('held');
  const form = appendForm();
  await expect.poll(() => proxy.lookups.length).toBe(1);
  form.element.focus();
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  await expectFocus(form.field('First name'));
});

test('submit() sends as the visitor would and resolves with whether it was accepted', async ({
  open,
  proxy,
}) => {
  const form = await open();
  expect(await form.element.submit()).toBe(false);
  await expectFocus(form.problems());
  expect(proxy.enquiries).toEqual([]);
  await fillInHouseMove(form);
  expect(await form.element.submit()).toBe(true);
  await expect.element(form.receipt()).toBeVisible();
  expect(await form.element.submit()).toBe(true);
  expect(proxy.enquiries).toHaveLength(1);
});

test('submit() before the form is ready waits for it', async ({ proxy }) => {
  proxy.next.lookup.push('held');
  const form = appendForm();
  const submitted = form.element.submit();
  await expect.poll(() => proxy.lookups.length).toBe(1);
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  expect(await submitted).toBe(false);
  await expect.element(form.problems()).toBeVisible();
});

test('a form whose shadow root an extension has closed is shown, sent and confirmed', async ({ proxy }) => {
  const { attachShadow } = Element.prototype;
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, options) {
    return attachShadow.call(this, { ...options, mode: 'closed' });
  });
  const values = { forename: 'Ada', email: 'ada@example.com', answers: { plan: 'remortgage' } };
  const { element } = appendForm({ values: JSON.stringify(values) });
  const heading = () => element.renderRoot.querySelector('h2')?.textContent;
  await expect.poll(heading).toBe('Moving house');
  expect(element.shadowRoot).toBeNull();
  expect(await element.submit()).toBe(true);
  expect(proxy.enquiries).toHaveLength(1);
  await expect.poll(heading).not.toBe('Moving house');
});

test('reset() clears answers and problems', async ({ open }) => {
  const form = await open();
  await form.fillIn('First name', 'Ada');
  await form.choose('Buying');
  await form.sendWithProblems();
  form.element.reset();
  await expect.element(form.field('First name')).toHaveValue('');
  await expect.element(form.field('Buying')).not.toBeChecked();
  await expect.element(form.field('How much is the property?')).not.toBeVisible();
  await expect.element(form.problems()).not.toBeInTheDocument();
});

test('reset() on the receipt brings back an empty form, which sends a second enquiry', async ({
  open,
  proxy,
}) => {
  const form = await completeHouseMove(await open());
  form.element.reset();
  await expect.element(form.field('First name')).toHaveValue('');
  await sendHouseMove(form, 'Grace');
  await expect.element(form.receipt()).toMatchTextContent('Grace');
  const [first, second] = proxy.enquiries;
  expect(second?.enquiry.forename).toBe('Grace');
  expect(second?.key).not.toBe(first?.key);
});

test('reset() keeps what the site has filled in', async ({ open }) => {
  const form = await open({ values: JSON.stringify({ forename: 'Ada', answers: { plan: 'buy' } }) });
  await form.fillIn('First name', 'Grace');
  await form.choose('Remortgaging');
  form.element.reset();
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await expect.element(form.field('Buying')).toBeChecked();
});
