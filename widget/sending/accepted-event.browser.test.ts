// Each enquiry is reported once, as an event and as a conversion in the data layer.
import { afterEach, beforeEach } from 'vitest';
import { contactDetails, houseMove } from '../../tools/testing/widget/case-types.ts';
import { respondAccepted } from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  completeHouseMove,
  expect,
  fillInHouseMove,
  reload,
  sendAndHold,
  sendHouseMove,
  sendInVain,
  setOnline,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';

const globals = globalThis as unknown as { dataLayer?: { event: string; reference?: string }[] };
const tag = { 'data-layer': '' };

/** The references of all `enquiry-accepted` events on the window. */
let reported: unknown[] = [];
const onAccepted = (event: Event) => void reported.push((event as CustomEvent).detail.reference);

beforeEach(() => {
  reported = [];
  globals.dataLayer = [];
  addEventListener('enquiry-accepted', onAccepted);
});
afterEach(() => {
  removeEventListener('enquiry-accepted', onAccepted);
  delete globals.dataLayer;
});

/** The references that were reported to the window and pushed to the data layer. */
function conversions() {
  const pushed = globals.dataLayer?.filter(({ event }) => event === 'enquiry_accepted');
  return { reported, pushed: pushed?.map(({ reference }) => reference) };
}
const once = { reported: ['7K2PQ-2M9XD'], pushed: ['7K2PQ-2M9XD'] };

test('a reload on the receipt doesn’t report the enquiry again', async ({ open }) => {
  const form = await completeHouseMove(await open(tag));
  const again = await reload(form);
  await expect.element(again.receipt()).toBeVisible();
  expect(conversions()).toEqual(once);
});

test('a draft that was sent before, and is sent again, is reported once', async ({ open, proxy }) => {
  stopClock();
  setOnline(true);
  proxy.next.enquiry.push('lost');
  const form = await sendInVain(await open(tag));
  const again = await reload(form);
  await expect.element(again.receipt()).toBeVisible();
  expect(proxy.enquiries[1]?.key).toBe(proxy.enquiries[0]?.key);
  await advanceClock(60);
  expect(conversions()).toEqual(once);
});

test('if the page replaces a form that is sending, the new form reports the enquiry', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('held', 'held');
  const form = await sendHouseMove(await open(tag));
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  const next = await reload(form);
  await expect.poll(() => proxy.enquiries.length).toBe(2);
  expect(proxy.enquiries[1]?.key).toBe(proxy.enquiries[0]?.key);
  const received: string[] = [];
  next.element.addEventListener('enquiry-accepted', () => received.push('next'));
  proxy.enquiries[0]?.respond(respondAccepted());
  await new Promise(requestAnimationFrame);
  expect(conversions()).toEqual({ reported: [], pushed: [] });
  proxy.enquiries[1]?.respond(respondAccepted());
  await expect.element(next.receipt()).toBeVisible();
  expect(received).toEqual(['next']);
  expect(conversions()).toEqual(once);
});

test('an enquiry is reported even if the page has removed its form', async ({ open, proxy }) => {
  proxy.next.enquiry.push('held');
  const form = await fillInHouseMove(await open(tag));
  const submitted = form.element.submit();
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  form.element.remove();
  proxy.enquiries[0]?.respond(respondAccepted());
  await submitted;
  expect(conversions()).toEqual(once);
  const again = await open(tag);
  await expect.element(again.receipt()).toBeVisible();
  expect(conversions()).toEqual(once);
});

test('an enquiry is reported once if the page removes the form when it gets the event', async ({ open }) => {
  const form = await open(tag);
  document.addEventListener('enquiry-accepted', () => form.element.remove(), { once: true });
  await fillInHouseMove(form);
  await form.element.submit();
  expect(form.element.isConnected).toBe(false);
  expect(conversions()).toEqual(once);
});

test('an enquiry is reported even if the page has reset its form, and so is the next one', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('held');
  const form = await fillInHouseMove(await open(tag));
  const submitted = form.element.submit();
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  form.element.reset();
  await expect.element(form.field('First name')).toHaveValue('');
  proxy.enquiries[0]?.respond(respondAccepted());
  expect(await submitted).toBe(false);
  await expect.element(form.receipt()).not.toBeInTheDocument();
  expect(conversions()).toEqual(once);
  proxy.next.enquiry.push(respondAccepted({ reference: 'ABCDE-FGHJK' }));
  await completeHouseMove(form, 'Grace');
  const both = ['7K2PQ-2M9XD', 'ABCDE-FGHJK'];
  expect(conversions()).toEqual({ reported: both, pushed: both });
});

test('the event has the case type that was sent, even if the page shows another one now', async ({
  open,
  proxy,
  events,
}) => {
  proxy.publish({ ...houseMove, case_type: 'will', label: 'Making a will', questions: contactDetails });
  const form = await sendAndHold(await open(tag), proxy);
  form.element.caseType = 'will';
  await expect.element(form.heading('Making a will')).toBeVisible();
  proxy.enquiries[0]?.respond(respondAccepted());
  await expect.element(form.receipt()).toBeVisible();
  expect(events.at(-1)?.detail).toMatchObject({ case_type: 'house-move' });
  expect(globals.dataLayer?.at(-1)).toMatchObject({ case_type: 'house-move' });
});
