// The element as a page's author knows it: attributes, properties, methods, events and its place in the document.
import { page } from 'vitest/browser';
import { EnquiryForm } from './enquiry-form.ts';
import { houseMove } from './testing/case-types.ts';
import { proxyUrl } from './testing/scripted-proxy.ts';
import { createForm, eventTypes, expect, fillInHouseMove, test } from './testing/test.ts';
import { textPatterns } from './testing/texts.ts';
import { expectFocus, FormPage } from './testing/visitor.ts';

test('an enquiry reaches the proxy with every answer, and the receipt shows its reference', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await fillInHouseMove(form);
  await form.send();
  await expect.element(form.receipt()).toMatchTextContent('Ada');
  await expect.element(form.text('7K2PQ-2M9XD')).toBeVisible();
  expect(proxy.enquiries).toHaveLength(1);
  expect(proxy.enquiries[0]?.enquiry).toMatchObject({
    case_type: 'house-move',
    definition: 'sha256-house-move',
    lang: 'en',
    forename: 'Ada',
    email: 'ada@example.com',
    answers: { plan: 'remortgage' },
  });
});

test('the page’s own content shows until the form is ready', async ({ proxy }) => {
  proxy.next.lookup.push('held');
  const form = createForm({}, '<a href="tel:01632960001">Call us</a>');
  document.body.append(form.element);
  await expect.element(page.getByRole('link', { name: 'Call us' })).toBeVisible();
  expect(form.element.hasAttribute('ready')).toBe(false);

  await expect.poll(() => proxy.lookups).toHaveLength(1);
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  await expect.element(form.heading('Moving house')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Call us' })).not.toBeInTheDocument();
  await expect.element(form.element).toHaveAttribute('ready');
});

test('the form shows its introduction and privacy text', async ({ open }) => {
  const form = await open();
  await expect.element(form.text('You’ll have your quote tomorrow.')).toBeVisible();
  await expect.element(form.text('We only use your details to respond to your enquiry.')).toBeVisible();
});

test('properties that were set before the element was defined are kept', async ({ proxy }) => {
  // A detached template's content is inert: its elements are upgraded when they enter the document.
  const template = document.createElement('template');
  template.innerHTML = '<enquiry-form></enquiry-form>';
  const element = template.content.firstElementChild as EnquiryForm; // Not upgraded yet: a plain HTMLElement.
  expect(element).not.toBeInstanceOf(EnquiryForm);
  Object.assign(element, {
    caseType: 'house-move',
    proxy: proxyUrl,
    campaign: 'spring-tv',
    values: { forename: 'Grace' },
  });
  document.body.append(element);
  const form = new FormPage(element);
  await expect.element(form.field('First name')).toHaveValue('Grace');
  await fillInHouseMove(form);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries[0]?.enquiry.marketing_campaign).toBe('spring-tv');
});

test('an element that is created by a script works without attributes', async ({ proxy }) => {
  const element = document.createElement('enquiry-form') as EnquiryForm; // The import has defined the element.
  element.caseType = 'house-move';
  element.proxy = proxyUrl;
  document.body.append(element);
  await expect.element(new FormPage(element).heading('Moving house')).toBeVisible();
  expect(proxy.lookups.map(({ caseType }) => caseType)).toEqual(['house-move']);
});

test('the proxy’s address may come without its last slash', async ({ open, proxy }) => {
  await open({ proxy: 'https://proxy.example.com' });
  expect(proxy.lookups).toHaveLength(1);
});

test('defining the element twice is harmless', async ({ open }) => {
  const secondAddress = './enquiry-form.ts?again';
  const { EnquiryForm: again } = await import(secondAddress);
  expect(again).not.toBe(EnquiryForm);
  expect(customElements.get('enquiry-form')).toBe(EnquiryForm);
  const form = await open();
  await expect.element(form.heading('Moving house')).toBeVisible();
});

test('a form that is moved on the page keeps its answers and still sends', async ({ open, proxy }) => {
  const form = await open();
  await fillInHouseMove(form);
  const dialog = document.createElement('section');
  document.body.append(dialog);
  dialog.append(form.element);
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(1);
  expect(proxy.lookups).toHaveLength(1);
});

test('a form that is taken off the page and put back is as it was', async ({ open }) => {
  const form = await open();
  await form.choose('Buying');
  await form.fillIn('How much is the property?', '250000');
  form.element.remove();
  document.body.append(form.element);
  await expect.element(form.field('How much is the property?')).toHaveValue('250000');
  await expect.element(form.field('Buying')).toBeChecked();
});

test('another case type replaces the questions and keeps the contact details', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, case_type: 'will', label: 'Making a will', questions: [] });
  const form = await open();
  await form.fillIn('First name', 'Ada');
  form.element.caseType = 'will';
  await expect.element(form.heading('Making a will')).toBeVisible();
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await expect.element(form.text('What are you planning?')).not.toBeInTheDocument();

  await form.fillIn('Email address', 'ada@example.com');
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries[0]?.enquiry.case_type).toBe('will');
});

test('the definition that was asked for last wins, whatever arrives first', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, case_type: 'will', label: 'Making a will' });
  const form = await open();
  proxy.next.lookup.push('held', 'held');
  form.element.caseType = 'slow';
  await expect.poll(() => proxy.lookups.length).toBe(2);
  form.element.caseType = 'will';
  await expect.poll(() => proxy.lookups.length).toBe(3);
  proxy.lookups[2]?.respond({
    status: 200,
    body: { ...houseMove, case_type: 'will', label: 'Making a will' },
  });
  await expect.element(form.heading('Making a will')).toBeVisible();
  proxy.lookups[1]?.respond({ status: 200, body: { ...houseMove, case_type: 'slow', label: 'Too late' } });
  await form.element.updateComplete;
  await expect.element(form.heading('Making a will')).toBeVisible();
});

test('focus() focuses the first field, and then the receipt', async ({ open }) => {
  const form = await open();
  form.element.focus();
  await expectFocus(form.field('First name'));
  await fillInHouseMove(form);
  await form.send();
  await expectFocus(form.receipt());
  (document.activeElement as HTMLElement).blur();
  form.element.focus();
  await expectFocus(form.receipt());
});

test('focus() before the form is ready focuses the first field when it is', async ({ proxy }) => {
  proxy.next.lookup.push('held');
  const form = createForm();
  document.body.append(form.element);
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
  const form = createForm();
  document.body.append(form.element);
  const submitted = form.element.submit();
  await expect.poll(() => proxy.lookups.length).toBe(1);
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  expect(await submitted).toBe(false);
  await expect.element(form.problems()).toBeVisible();
});

test('two calls of submit() are one submission', async ({ open, proxy }) => {
  const form = await open();
  await fillInHouseMove(form);
  expect(await Promise.all([form.element.submit(), form.element.submit()])).toEqual([true, true]);
  expect(proxy.enquiries).toHaveLength(1);
});

test('reset() clears answers and problems', async ({ open }) => {
  const form = await open();
  await form.fillIn('First name', 'Ada');
  await form.choose('Buying');
  await form.send();
  await expect.element(form.problems()).toBeVisible();
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
  const form = await open();
  await fillInHouseMove(form);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  form.element.reset();
  await expect.element(form.field('First name')).toHaveValue('');
  await fillInHouseMove(form, 'Grace');
  await form.send();
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

test('enquiry-start fires once, at the visitor’s first input', async ({ open, events }) => {
  const form = await open();
  form.element.focus();
  expect(events).toEqual([]);
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  expect(events).toEqual([{ type: 'enquiry-start', detail: { case_type: 'house-move' } }]);
});

test('events bubble out of a page’s own shadow roots', async ({ events, proxy }) => {
  const host = document.createElement('div');
  const form = createForm();
  host.attachShadow({ mode: 'open' }).append(form.element);
  document.body.append(host);
  await fillInHouseMove(form);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(1);
  expect(eventTypes(events)).toEqual(['enquiry-start', 'enquiry-before-submit', 'enquiry-accepted']);
});

test('no event carries what the visitor typed', async ({ open, events }) => {
  const form = await open();
  await form.fillIn('First name', 'Ada');
  await form.send();
  await expect.element(form.problems()).toBeVisible();
  await fillInHouseMove(form);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  expect(eventTypes(events)).toContain('enquiry-refused');
  expect(JSON.stringify(events)).not.toMatch(/Ada|ada@/);
});

test('a style sheet can tell a form that sends from one that has sent', async ({ open, proxy }) => {
  proxy.next.enquiry.push('held');
  const form = await open();
  expect(form.element.matches(':state(sending)')).toBe(false);
  await fillInHouseMove(form);
  await form.send();
  await expect.poll(() => form.element.matches(':state(sending)')).toBe(true);
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  proxy.enquiries[0]?.respond({
    status: 202,
    body: { reference: '7K2PQ-2M9XD', status: 'accepted', upload_token: 't' },
  });
  await expect.poll(() => form.element.matches(':state(accepted)')).toBe(true);
  expect(form.element.matches(':state(sending)')).toBe(false);
});

test('the page warns before it is closed only while an enquiry is being sent', async ({ open, proxy }) => {
  const wouldWarn = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  proxy.next.enquiry.push('held');
  const form = await open();
  await fillInHouseMove(form);
  expect(wouldWarn()).toBe(false);
  await form.send();
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  await expect.poll(wouldWarn).toBe(true);
  proxy.enquiries[0]?.respond({
    status: 202,
    body: { reference: '7K2PQ-2M9XD', status: 'accepted', upload_token: 't' },
  });
  await expect.element(form.receipt()).toBeVisible();
  await expect.poll(wouldWarn).toBe(false);
});

test('texts of the site replace ours', async ({ open }) => {
  const form = await open();
  form.element.messages = { send: 'Ask for a call', forename: () => 'What do we call you?' };
  await expect.element(form.button('Ask for a call')).toBeVisible();
  await expect.element(form.field('What do we call you?')).toBeVisible();
  form.element.messages = undefined;
  await expect.element(form.button(textPatterns.send)).toBeVisible();
});
