// Tests of loading: the definition, its language, and the message when it can't be loaded.

import { houseMove, houseMoveInWelsh } from '../../tools/testing/widget/case-types.ts';
import { nameOnly } from '../../tools/testing/widget/questions.ts';
import { proxyUrl, respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import { appendForm, createForm, expect, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { FormPage } from '../../tools/testing/widget/visitor.ts';
import { EnquiryForm } from '../enquiry-form.ts';

test.for([
  ['the connection fails', 'lost'],
  ['the proxy is unavailable', respondRefusal(503, 'unavailable')],
  ['something else responds', { status: 200, body: '<html>' }],
] as const)(
  'when %s, the visitor sees the page’s content and can try again',
  async ([, response], { proxy }) => {
    proxy.next.lookup.push(response);
    const form = appendForm({}, '<a href="tel:01632960001">Call us</a>');
    await expect.element(form.alert()).toMatchTextContent(textPatterns.unavailable);
    await expect.element(form.element).toHaveAttribute('ready'); // The page reserves no more height.
    await expect.element(form.link('Call us')).toBeVisible();
    await form.press(textPatterns.tryAgain);
    await expect.element(form.heading('Moving house')).toBeVisible();
    await expect.element(form.alert()).not.toBeInTheDocument();
  },
);

test('a form in steps that can’t be loaded says so without an error', async ({ proxy }) => {
  await import('../steps/steps.ts'); // It arrives before the response.
  proxy.next.lookup.push(respondRefusal(503, 'unavailable'));
  const form = appendForm({ layout: 'steps' });
  await expect.element(form.element).toHaveAttribute('ready');
  await expect.element(form.alert()).toBeVisible();
});

test('another case type is loaded after one that failed', async ({ proxy }) => {
  proxy.publish({ ...houseMove, case_type: 'will', label: 'Making a will' });
  const form = appendForm({ 'case-type': 'misspelt' });
  await expect.element(form.element).toHaveAttribute('ready');
  form.element.setAttribute('case-type', 'will');
  await expect.element(form.heading('Making a will')).toBeVisible();
});

test('without a case type the page’s content stays, and nothing is asked of the proxy', async ({ proxy }) => {
  const form = createForm({}, '<p>Call us</p>');
  form.element.removeAttribute('case-type');
  document.body.append(form.element);
  await expect.element(form.text('Call us')).toBeVisible();
  expect(proxy.lookups).toEqual([]);
});

test('the form asks for the language that the page is in', async ({ open, proxy }) => {
  document.documentElement.lang = 'cy-GB';
  proxy.publish(houseMoveInWelsh);
  const form = await open();
  expect(proxy.lookups[0]?.lang).toBe('cy-GB');
  await expect.element(form.heading('Symud tŷ')).toBeVisible();
  await expect.element(form.button(/Anfon/)).toBeVisible();
});

test('the language of an element around the form counts, also outside its shadow root', async ({ proxy }) => {
  proxy.publish(houseMoveInWelsh);
  const host = document.createElement('div');
  host.lang = 'cy';
  const form = createForm();
  host.attachShadow({ mode: 'open' }).append(form.element);
  document.body.append(host);
  await expect.element(form.heading('Symud tŷ')).toBeVisible();
  expect(proxy.lookups[0]?.lang).toBe('cy');
});

test('a form whose language changes is shown in the other language, with the visitor’s answers', async ({
  open,
  proxy,
}) => {
  proxy.publish(houseMoveInWelsh);
  const form = await open({ values: '{"surname":"Lovelace"}' });
  await form.fillIn('First name', 'Ada');
  proxy.next.lookup.push('held');
  form.element.lang = 'cy';
  await expect.poll(() => proxy.lookups.at(-1)?.lang).toBe('cy');
  await expect.element(form.heading('Moving house')).toBeVisible();
  proxy.lookups.at(-1)?.respond({ status: 200, body: houseMoveInWelsh });
  await expect.element(form.heading('Symud tŷ')).toBeVisible();
  await expect.element(form.button(/Anfon/)).toBeVisible();
  expect(form.element.values).toMatchObject({ forename: 'Ada', surname: 'Lovelace' });

  form.element.removeAttribute('lang');
  await expect.element(form.heading('Moving house')).toBeVisible();
  await expect.element(form.field('First name')).toHaveValue('Ada');
});

test('a form stays in its language if the other one can’t be loaded', async ({ open, proxy }) => {
  const form = await open();
  await form.fillIn('First name', 'Ada');
  proxy.next.lookup.push({ status: 503 });
  form.element.lang = 'cy';
  await expect.poll(() => proxy.lookups.at(-1)?.lang).toBe('cy');
  await new Promise(requestAnimationFrame);
  await expect.element(form.button(textPatterns.send)).toBeVisible();
  expect(form.element.values).toMatchObject({ forename: 'Ada' });
});

test('a case type that isn’t in the page’s language is shown in the proxy’s main one', async ({ open }) => {
  const form = await open({ lang: 'fr' });
  await expect.element(form.heading('Moving house')).toBeVisible();
  await expect.element(form.button(textPatterns.send)).toBeVisible();
});

test('a form in Arabic runs from right to left', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, lang: 'ar', label: 'الانتقال' });
  const form = await open({ lang: 'ar' });
  const heading = form.heading('الانتقال');
  await expect.element(heading).toBeVisible();
  expect(getComputedStyle(heading.element()).direction).toBe('rtl');
  form.element.parentElement!.dir = 'rtl';
  form.element.lang = 'en';
  await expect.element(form.heading('Moving house')).toBeVisible();
  expect(getComputedStyle(form.heading('Moving house').element()).direction).toBe('ltr');
  document.body.removeAttribute('dir');
});

test('a language that we have no texts for keeps its questions, with our texts in English', async ({
  open,
  proxy,
}) => {
  proxy.publish({ ...houseMove, lang: 'is', label: 'Flutningar' });
  const form = await open({ lang: 'is' });
  await expect.element(form.heading('Flutningar')).toBeVisible();
  await expect.element(form.button(textPatterns.send)).toBeVisible();
});

test('the enquiry says in which language the questions were asked', async ({ open, proxy }) => {
  proxy.publish({
    ...houseMoveInWelsh,
    questions: nameOnly.questions,
  });
  const form = await open({ lang: 'cy', values: '{"forename":"Ada"}' });
  expect(await form.element.submit()).toBe(true);
  expect(proxy.enquiries[0]?.enquiry.lang).toBe('cy');
});

test('a definition that came with the script needs no request', async ({ proxy }) => {
  EnquiryForm.provide(`${proxyUrl}enquiry-form.js?case-type=provided`, [
    { ...houseMove, case_type: 'provided', label: 'Came with the script' },
  ]);
  const form = appendForm({ 'case-type': 'provided' });
  await expect.element(form.heading('Came with the script')).toBeVisible();
  expect(proxy.lookups).toEqual([]);
});

test('a script that arrives late fills the forms that wait for its definition', async ({ proxy }) => {
  proxy.next.lookup.push('held');
  const form = appendForm({ 'case-type': 'late' });
  await expect.poll(() => proxy.lookups.length).toBe(1);
  EnquiryForm.provide(`${proxyUrl}enquiry-form.js`, [{ ...houseMove, case_type: 'late', label: 'Late' }]);
  await expect.element(form.heading('Late')).toBeVisible();
  proxy.lookups[0]?.respond(respondRefusal(503, 'unavailable'));
  await new Promise(requestAnimationFrame);
  await expect.element(form.heading('Late')).toBeVisible();
});

test('a definition of another proxy or language is not taken', async ({ proxy }) => {
  EnquiryForm.provide('https://other.example.com/enquiry-form.js', [
    { ...houseMove, label: 'Of another proxy' },
  ]);
  EnquiryForm.provide(`${proxyUrl}enquiry-form.js`, [{ ...houseMoveInWelsh, label: 'Yn Gymraeg' }]);
  const form = appendForm({ lang: 'en' });
  await expect.element(form.heading('Moving house')).toBeVisible();
  expect(proxy.lookups).toHaveLength(1);
});

test('two forms on a page are independent', async ({ open, proxy }) => {
  const first = await open();
  const second = await open();
  await first.fillIn('First name', 'Ada');
  await second.fillIn('First name', 'Grace');
  await first.sendWithProblems();
  await expect.element(second.problems()).not.toBeInTheDocument();
  await expect.element(new FormPage(second.element).field('First name')).toHaveValue('Grace');
  expect(proxy.lookups).toHaveLength(2);
});
