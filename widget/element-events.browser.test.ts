// The element’s events and states.
import { respondAccepted } from '../tools/testing/widget/scripted-proxy.ts';
import {
  completeHouseMove,
  createForm,
  eventTypes,
  expect,
  fillInHouseMove,
  test,
  wouldWarn,
} from '../tools/testing/widget/test.ts';
import { expectFocus } from '../tools/testing/widget/visitor.ts';

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
  await form.sendWithProblems();
  await completeHouseMove(form);
  expect(eventTypes(events)).toContain('enquiry-refused');
  expect(JSON.stringify(events)).not.toMatch(/Ada|ada@/);
});

test('while an enquiry is being sent, the button, the status and a style sheet can tell, and the page warns before it is closed', {
  tags: 'wcag-4.1.3',
}, async ({ open, proxy }) => {
  proxy.next.enquiry.push('held');
  const form = await fillInHouseMove(await open());
  expect(form.element.matches(':state(sending)')).toBe(false);
  expect(wouldWarn()).toBe(false);
  await form.send();
  await expect.element(form.button(/Sending/)).toHaveAttribute('aria-disabled', 'true');
  await expect.element(form.announcement()).toMatchTextContent(/Sending/);
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  expect(form.element.matches(':state(sending)')).toBe(true);
  await expect.poll(wouldWarn).toBe(true);
  proxy.enquiries[0]?.respond(respondAccepted());
  await expectFocus(form.receipt());
  await expect.element(form.announcement()).toHaveTextContent('');
  expect(form.element.matches(':state(accepted)')).toBe(true);
  expect(form.element.matches(':state(sending)')).toBe(false);
  await expect.poll(wouldWarn).toBe(false);
});
