// Pages that were opened with a link that names definitions to preview.
import { afterEach } from 'vitest';
import type { Definition } from '../../proxy/contract/definition.ts';
import { accident, houseMove } from '../../tools/testing/widget/case-types.ts';
import { reloadWhileSending, type } from '../../tools/testing/widget/drafts.ts';
import { proxyUrl, respondInvalid, respondTestLink } from '../../tools/testing/widget/scripted-proxy.ts';
import { contact, theAccident, yourHealth } from '../../tools/testing/widget/steps.ts';
import { completeHouseMove, expect, fillInHouseMove, reload, test } from '../../tools/testing/widget/test.ts';
import { EnquiryForm } from '../enquiry-form.ts';

const hash = `sha256-${'p'.repeat(43)}`;
const previewed: Definition = {
  ...houseMove,
  definition: hash,
  questions: [
    ...houseMove.questions,
    { id: 'chain', type: 'text', label: 'Is there a chain?', required: true },
  ],
};
const previewedInWelsh: Definition = {
  ...previewed,
  lang: 'cy',
  questions: [...houseMove.questions, { id: 'chain', type: 'text', label: 'Oes cadwyn?', required: true }],
};
const testMode = 'Test: nothing will be delivered';
const lost = /couldn’t load the preview/;
const newQuestion = 'Is there a chain?';

const address = location.href;
/** Opens a preview link without loading the page again. */
const follow = (preview = `house-move:${'p'.repeat(43)}`, token = '1.token') =>
  history.replaceState(null, '', `#enquiry-test=${token}&enquiry-preview=${preview}`);
const leave = () => history.replaceState(null, '', address);
afterEach(leave);

test('the form has the definition that the link names, below the ribbon, and sends tests with it', async ({
  open,
  proxy,
}) => {
  proxy.archive(previewed);
  follow();
  const form = await open();
  await form.fillIn(newQuestion, 'Yes');
  await expect.element(form.ribbon()).toHaveTextContent(testMode);
  await completeHouseMove(form);
  expect(proxy.enquiries.map(({ enquiry }) => enquiry)).toEqual([
    expect.objectContaining({
      definition: hash,
      test: '1.token',
      answers: expect.objectContaining({ chain: 'Yes' }),
    }),
  ]);
});

test('it replaces a definition that came with the script, and what the visitor typed stays', async ({
  open,
  proxy,
}) => {
  const own = { ...previewed, case_type: 'own' };
  EnquiryForm.provide(`${proxyUrl}enquiry-form.js`, [{ ...houseMove, case_type: 'own' }]);
  proxy.archive(own);
  proxy.next.testLink.push('held');
  follow(`own:${'p'.repeat(43)}`);
  const form = await fillInHouseMove(await open({ 'case-type': 'own' }));
  await expect.poll(() => proxy.testLinks).toHaveLength(1);
  expect(proxy.lookups).toEqual([]);
  proxy.testLinks[0]!.respond(respondTestLink(true));
  await expect.element(form.field(newQuestion)).toBeVisible();
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await expect.element(form.field('Remortgaging')).toBeChecked();
});

test('a case type that only the new config has is previewed, too', async ({ open, proxy }) => {
  proxy.archive({ ...previewed, case_type: 'new' });
  follow(`new:${'p'.repeat(43)}`);
  const form = await open({ 'case-type': 'new' });
  await expect.element(form.field(newQuestion)).toBeVisible();
});

test('forms whose case types the link doesn’t name are ordinary ones in test mode', async ({
  open,
  proxy,
}) => {
  proxy.archive(previewed);
  proxy.publish(accident);
  follow();
  const [other, form] = [await open({ 'case-type': 'accident' }), await open()];
  await expect.element(form.field(newQuestion)).toBeVisible();
  await expect.element(other.ribbon()).toHaveTextContent(testMode);
  await expect.element(other.heading(accident.label)).toBeVisible();
  other.element.caseType = 'house-move';
  await expect.element(other.field(newQuestion)).toBeVisible();
});

test('another language of the page is another language of the preview, with the same answers', async ({
  open,
  proxy,
}) => {
  proxy.archive(previewed, previewedInWelsh);
  follow();
  const form = await open();
  await form.fillIn(newQuestion, 'Yes');
  form.element.lang = 'cy';
  await expect.element(form.field('Oes cadwyn?')).toHaveValue('Yes');
});

test('a link that is opened later on the page counts from then on, and so does one without a preview', async ({
  open,
  proxy,
}) => {
  proxy.archive(previewed);
  const form = await open();
  expect(proxy.lookups.map(({ address }) => address)).toEqual([`${proxyUrl}case-types/house-move?lang=en`]);
  location.hash = `enquiry-test=1.token&enquiry-preview=house-move:${'p'.repeat(43)}`;
  await expect.element(form.field(newQuestion)).toBeVisible();
  location.hash = 'enquiry-test=2.token';
  await expect.element(form.field(newQuestion)).not.toBeInTheDocument();
  await expect.element(form.ribbon()).toHaveTextContent(testMode);
});

test('after a reload, the draft has the answers to new questions', async ({ open, proxy }) => {
  proxy.archive(previewed);
  follow();
  const form = await open();
  await form.fillIn(newQuestion, 'Yes');
  await type(form, 'Ada');
  const again = await reload(form);
  await expect.element(again.field(newQuestion)).toHaveValue('Yes');
  await expect.element(again.field('First name')).toHaveValue('Ada');
});

test('in steps, a reload returns to a step that only the preview has', async ({ open, proxy }) => {
  const question = { id: 'mark', type: 'text', label: 'Did anyone see it?' } as const;
  proxy.publish(accident);
  proxy.archive({
    ...accident,
    definition: hash,
    questions: [...accident.questions, question],
    steps: [...accident.steps!, { title: 'Witnesses', questions: [question.id] }],
    attachments: { ...accident.attachments, max_files: 0 },
  });
  follow(`accident:${'p'.repeat(43)}`);
  const attributes = { 'case-type': 'accident', layout: 'steps' };
  const form = await open(attributes);
  await expect.element(form.ribbon()).toHaveTextContent(testMode);
  await contact(form);
  await theAccident(form);
  await yourHealth(form);
  await form.fillIn(question.label, 'My neighbour');
  dispatchEvent(new Event('pagehide'));
  const again = await reload(form);
  await expect.element(again.heading(/Did anyone see it/)).toBeVisible();
  await expect.element(again.field(question.label)).toHaveValue('My neighbour');
});

test('without a valid test link, nothing is previewed or requested', async ({ open, proxy }) => {
  proxy.archive(previewed);
  proxy.next.testLink.push(respondTestLink(false));
  follow();
  const form = await open();
  await expect.element(form.alert()).toMatchTextContent(/isn’t valid or has expired/);
  await completeHouseMove(form);
  expect(proxy.enquiries[0]!.enquiry.definition).toBe(houseMove.definition);
  history.replaceState(null, '', `${address}#enquiry-preview=house-move:${'p'.repeat(43)}`);
  await completeHouseMove(await open({ id: 'without-test-link' }));
  expect(proxy.lookups.filter(({ address }) => address.includes('definition='))).toEqual([]);
});

test('an ordinary enquiry that is being sent stays one, and its correction is a test of the preview', async ({
  open,
  proxy,
}) => {
  proxy.archive(previewed);
  await reloadWhileSending(await open(), proxy);
  follow();
  proxy.next.enquiry.push('held');
  const again = await open();
  await expect.poll(() => proxy.enquiries).toHaveLength(2);
  await expect.poll(() => proxy.testLinks).toHaveLength(1);
  proxy.enquiries[1]!.respond(respondInvalid({ field: 'email', rule: 'not_an_email' }));
  await expect.element(again.problems()).toBeVisible();
  await again.fillIn('Email address', 'ada@example.org');
  await again.fillIn(newQuestion, 'Yes');
  await again.complete();
  const ordinary = [houseMove.definition, undefined];
  expect(proxy.enquiries.map(({ enquiry }) => [enquiry.definition, enquiry.test])).toEqual([
    ordinary,
    ordinary,
    [hash, '1.token'],
  ]);
});

test('if the proxy doesn’t have the definition, the ribbon says so above the current form', async ({
  open,
  proxy,
}) => {
  follow();
  const form = await open();
  await expect.element(form.ribbon()).toMatchTextContent(lost);
  await completeHouseMove(form);
  expect(proxy.enquiries[0]!.enquiry).toMatchObject({ definition: houseMove.definition, test: '1.token' });
});

test('if the network fails, the ribbon says so above the current form', async ({ open, proxy }) => {
  proxy.archive(previewed);
  const form = await open();
  proxy.next.lookup.push('lost');
  location.hash = `enquiry-test=1.token&enquiry-preview=house-move:${'p'.repeat(43)}`;
  await expect.element(form.ribbon()).toMatchTextContent(lost);
  await expect.element(form.field('First name')).toBeVisible();
});
