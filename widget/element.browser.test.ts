// The element as a page’s author knows it: attributes, properties and its place in the document.
import { page } from 'vitest/browser';
import { houseMove } from '../tools/testing/widget/case-types.ts';
import { proxyUrl } from '../tools/testing/widget/scripted-proxy.ts';
import {
  appendForm,
  completeHouseMove,
  expect,
  fillInHouseMove,
  sendHouseMove,
  test,
} from '../tools/testing/widget/test.ts';
import { textPatterns } from '../tools/testing/widget/texts.ts';
import { FormPage } from '../tools/testing/widget/visitor.ts';
import { EnquiryForm } from './enquiry-form.ts';

test('the page’s own content shows until the form is ready', async ({ proxy }) => {
  proxy.next.lookup.push('held');
  const form = appendForm({}, '<a href="tel:01632960001">Call us</a>');
  await expect.element(page.getByRole('link', { name: 'Call us' })).toBeVisible();
  expect(form.element.hasAttribute('ready')).toBe(false);

  await expect.poll(() => proxy.lookups).toHaveLength(1);
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  await expect.element(form.heading('Moving house')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Call us' })).not.toBeInTheDocument();
  await expect.element(form.element).toHaveAttribute('ready');
});

test('the template of a prerendered form that a script has inserted has no effect', async ({ proxy }) => {
  proxy.next.lookup.push('held');
  const form = appendForm(
    {},
    '<template shadowrootmode="open"><form><input name="forename" value="Eve"></form></template><a href="tel:01632960001">Call us</a>',
  );
  await expect.element(page.getByRole('link', { name: 'Call us' })).toBeVisible();
  await expect.poll(() => proxy.lookups).toHaveLength(1);
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  await sendHouseMove(form);
  await expect.element(form.receipt()).toMatchTextContent('Ada');
  expect(proxy.enquiries[0]?.enquiry).toMatchObject({ forename: 'Ada' });
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
  await completeHouseMove(form);
  expect(proxy.enquiries[0]?.enquiry.marketing_campaign).toBe('spring-tv');
});

test('the proxy’s address may come without its last slash', async ({ open, proxy }) => {
  await open({ proxy: 'https://proxy.example.com' });
  expect(proxy.lookups).toHaveLength(1);
});

test('defining the element twice is harmless', async ({ open }) => {
  const first = await import('./define.ts');
  const secondAddress = './define.ts?again';
  expect(await import(secondAddress)).not.toBe(first);
  expect(customElements.get('enquiry-form')).toBe(EnquiryForm);
  const form = await open();
  await expect.element(form.heading('Moving house')).toBeVisible();
});

test('a form that is moved on the page keeps its answers and still sends', async ({ open, proxy }) => {
  const form = await fillInHouseMove(await open());
  const dialog = document.createElement('section');
  document.body.append(dialog);
  dialog.append(form.element);
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await form.complete();
  expect(proxy.enquiries).toHaveLength(1);
  expect(proxy.lookups).toHaveLength(1);
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
  await new Promise(requestAnimationFrame);
  await expect.element(form.heading('Making a will')).toBeVisible();
});

test('texts of the site replace ours', async ({ open }) => {
  const form = await open();
  form.element.messages = { send: 'Ask for a call', dropFiles: () => 'Drop your papers here' };
  await expect.element(form.button('Ask for a call')).toBeVisible();
  await expect.element(form.text('Drop your papers here')).toBeVisible();
  form.element.messages = undefined;
  await expect.element(form.button(textPatterns.send)).toBeVisible();
});
