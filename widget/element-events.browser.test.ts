// The element’s events and states.
import {
  completeHouseMove,
  createForm,
  eventTypes,
  expect,
  fillInHouseMove,
  sendHouseMove,
  test,
  wouldWarn,
} from '../tools/testing/widget/test.ts';

test('events bubble out of a page’s own shadow roots', async ({ events, proxy }) => {
  const host = document.createElement('div');
  const form = createForm();
  host.attachShadow({ mode: 'open' }).append(form.element);
  document.body.append(host);
  await completeHouseMove(form);
  expect(proxy.enquiries).toHaveLength(1);
  expect(eventTypes(events)).toEqual(['enquiry-start', 'enquiry-before-submit', 'enquiry-accepted']);
});

test('no event carries what the visitor typed', async ({ open, events }) => {
  const form = await open();
  await form.fillIn('First name', 'Ada');
  await form.send();
  await expect.element(form.problems()).toBeVisible();
  await completeHouseMove(form);
  expect(eventTypes(events)).toContain('enquiry-refused');
  expect(JSON.stringify(events)).not.toMatch(/Ada|ada@/);
});

test('a style sheet can tell a form that sends from one that has sent', async ({ open, proxy }) => {
  proxy.next.enquiry.push('held');
  const form = await open();
  expect(form.element.matches(':state(sending)')).toBe(false);
  await sendHouseMove(form);
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
  proxy.next.enquiry.push('held');
  const form = await fillInHouseMove(await open());
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
