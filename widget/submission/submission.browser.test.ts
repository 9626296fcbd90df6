// One submission, from Send to the proxy's response.
import { userEvent } from 'vitest/browser';
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import {
  respondAccepted,
  respondDelivered,
  respondRefusal,
} from '../../tools/testing/widget/scripted-proxy.ts';
import {
  completeHouseMove,
  eventTypes,
  expect,
  fillInHouseMove,
  sendHouseMove,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';

test.for([
  ['accepted', respondAccepted(), undefined],
  ['delivered', respondDelivered(4711), 4711],
] as const)(
  'an enquiry that was %s is reported once, with what the proxy says of it',
  async ([status, response, enquiry_id], { open, proxy, events }) => {
    proxy.next.enquiry.push(response);
    await completeHouseMove(await open());
    const waitUntil = expect.any(Function);
    const about = { case_type: 'house-move', reference: '7K2PQ-2M9XD', enquiry_id, status, waitUntil };
    expect(events.filter(({ type }) => type === 'enquiry-accepted')).toEqual([
      { type: 'enquiry-accepted', detail: about },
    ]);
  },
);

test('a double click sends one enquiry', async ({ open, proxy }) => {
  const form = await fillInHouseMove(await open());
  await userEvent.dblClick(form.button(textPatterns.send));
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(1);
});

test('the page can stop an enquiry from being sent', async ({ open, proxy, events }) => {
  const form = await open();
  form.element.addEventListener('enquiry-before-submit', event => event.preventDefault(), { once: true });
  await fillInHouseMove(form);
  expect(await form.element.submit()).toBe(false);
  expect(proxy.enquiries).toEqual([]);
  expect(eventTypes(events)).toEqual(['enquiry-start', 'enquiry-before-submit']);
  await expect.element(form.alert()).not.toBeInTheDocument();
  await form.complete();
});

test('a promise of the page that rejects stops the enquiry too', async ({ open, proxy }) => {
  const form = await open();
  form.element.addEventListener('enquiry-before-submit', event => {
    (event as CustomEvent).detail.waitUntil(Promise.reject(new Error('no consent')));
  });
  await fillInHouseMove(form);
  expect(await form.element.submit()).toBe(false);
  expect(proxy.enquiries).toEqual([]);
});

test('the page may fill something in before the enquiry is sent', async ({ open, proxy }) => {
  const { promise: isReady, resolve: finish } = Promise.withResolvers<void>();
  const form = await open();
  form.element.addEventListener('enquiry-before-submit', event => {
    (event as CustomEvent).detail.waitUntil(isReady);
    (form.element as { campaign?: string }).campaign = 'from-the-page';
    form.element.values = { surname: 'Byron' };
  });
  await fillInHouseMove(form);
  const submitted = form.element.submit();
  await expect.element(form.field('Last name')).toHaveValue('Byron');
  expect(proxy.enquiries).toEqual([]);
  finish();
  expect(await submitted).toBe(true);
  expect(proxy.enquiries[0]?.enquiry).toMatchObject({
    surname: 'Byron',
    marketing_campaign: 'from-the-page',
  });
});

test('enquiry-before-submit tells the case type, and comes only when nothing must be corrected', async ({
  open,
  events,
}) => {
  const form = await open();
  await form.sendWithProblems();
  expect(eventTypes(events)).toEqual(['enquiry-refused']);
  await completeHouseMove(form);
  const asked = events.filter(({ type }) => type === 'enquiry-before-submit');
  expect(asked).toHaveLength(1);
  expect(asked[0]?.detail).toMatchObject({ case_type: 'house-move' });
});

test('after a refusal of the request, the visitor keeps the answers and can try again', async ({
  open,
  proxy,
  events,
}) => {
  proxy.next.enquiry.push(respondRefusal(400, 'malformed'));
  const form = await sendHouseMove(await open());
  await expect.element(form.alert()).toMatchTextContent(textPatterns.failed);
  await expect.element(form.field('First name')).toHaveValue('Ada');
  expect(events.at(-1)).toEqual({
    type: 'enquiry-failed',
    detail: { case_type: 'house-move', code: 'malformed' },
  });
  await form.press(textPatterns.tryAgain);
  await expect.element(form.receipt()).toBeVisible();
  await expect.element(form.alert()).not.toBeInTheDocument();
});

test('a key that the proxy knows with another body is given up', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondRefusal(422, 'idempotency-mismatch'));
  const form = await sendHouseMove(await open());
  await form.press(textPatterns.tryAgain);
  await expect.element(form.receipt()).toBeVisible();
  const [first, second] = proxy.enquiries;
  // The visitor has pressed Send at another time.
  expect({ ...second?.enquiry, client: {} }).toEqual({ ...first?.enquiry, client: {} });
  expect(second?.key).not.toBe(first?.key);
});

test('when the questions have changed, the new ones are shown with the answers kept', async ({
  open,
  proxy,
  events,
}) => {
  proxy.next.enquiry.push(respondRefusal(409, 'definition-changed'));
  const form = await fillInHouseMove(await open());
  proxy.publish({
    ...houseMove,
    definition: 'sha256-newer',
    questions: [...houseMove.questions, { id: 'town', type: 'text', label: 'Which town?', required: true }],
  });
  await form.send();
  await expect.element(form.alert()).toMatchTextContent(textPatterns.changed);
  await expect.element(form.field('Which town?')).toBeVisible();
  await expect.element(form.field('First name')).toHaveValue('Ada');
  expect(proxy.lookups.at(-1)?.cache).toBe('reload');
  // A service worker may respond with the copy that it has of an address.
  expect(new Set(proxy.lookups.map(({ address }) => address)).size).toBe(proxy.lookups.length);
  expect(events.at(-1)?.detail).toMatchObject({ code: 'definition-changed' });

  await form.fillIn('Which town?', 'Dover');
  await form.complete();
  const [first, second] = proxy.enquiries;
  expect(second?.enquiry).toMatchObject({ definition: 'sha256-newer', answers: { town: 'Dover' } });
  expect(second?.key).not.toBe(first?.key);
});

test('a form that is taken off the page meanwhile shows the receipt when it is back', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('held');
  const form = await fillInHouseMove(await open());
  const submitted = form.element.submit();
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  form.element.remove();
  proxy.enquiries[0]?.respond(respondAccepted());
  expect(await submitted).toBe(true);
  document.body.append(form.element);
  await expect.element(form.receipt()).toBeVisible();
});
