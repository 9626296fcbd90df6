// Nothing that the visitor edits while the enquiry is being sent is lost: the fields are locked until the attempt ends.
import { userEvent } from 'vitest/browser';
import { kept } from '../../tools/testing/widget/drafts.ts';
import { respondAccepted, respondInvalid } from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  eventTypes,
  expect,
  fillInHouseMove,
  recordAnnouncements,
  sendAndHold,
  sendHouseMove,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus, waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

test('the fields can’t be edited while the enquiry is being sent, and the focus is kept on Send', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('held');
  const form = await fillInHouseMove(await open());
  const name = await waitUntilVisible(form.field('First name'));
  await form.send();
  await expectFocus(form.button(/Sending/));
  await expect.poll(() => name.closest('[inert]') !== null).toBe(true);
  name.focus();
  await userEvent.keyboard('X');
  expect(name).toHaveValue('Ada');
  proxy.enquiries[0]?.respond(respondAccepted());
  await expect.element(form.receipt()).toBeVisible();
});

test('after Return in a field, Send has the focus, and the field has it again when the attempt fails', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('held');
  const form = await fillInHouseMove(await open());
  stopClock();
  (await waitUntilVisible(form.field('First name'))).focus();
  let read = '';
  form.element.renderRoot.addEventListener('focusin', ({ target }) => {
    read = (target as Element).textContent;
  });
  await userEvent.keyboard('{Enter}');
  await expectFocus(form.button(/Sending/));
  expect(read).toBe('Sending…'); // Screen readers read it once, when it gets the focus.
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  proxy.enquiries[0]?.respond('lost');
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
  await expectFocus(form.field('First name'));
  await userEvent.keyboard('X');
  await expect.element(form.text(textPatterns.notSentYet)).toBeVisible();
});

test('the fields can be edited when the proxy has found a problem', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondInvalid({ field: 'email', rule: 'not_an_email' }));
  const form = await sendHouseMove(await open());
  await expectFocus(form.problems());
  await expect.element(form.field('Email address')).toBeEnabled();
  expect(form.field('Email address').element().closest('[inert]')).toBeNull();
});

test('the fields can be edited after a reset', async ({ open, proxy }) => {
  const form = await sendAndHold(await open(), proxy);
  form.element.reset();
  await expect.poll(() => form.field('First name').element().closest('[inert]')).toBeNull();
});

test('after a reset, the form can be sent although the page never answered whether it may be', async ({
  open,
  proxy,
}) => {
  const form = await open();
  const waitForever = (event: Event) => (event as CustomEvent).detail.waitUntil(new Promise(() => {}));
  form.element.addEventListener('enquiry-before-submit', waitForever, { once: true });
  await sendHouseMove(form);
  await expect.poll(() => form.field('First name').element().closest('[inert]') !== null).toBe(true);
  form.element.reset();
  await expect.element(form.field('First name')).toHaveValue('');
  await sendHouseMove(form, 'Grace');
  await expect.element(form.receipt()).toMatchTextContent(/Grace/);
  expect(proxy.enquiries).toHaveLength(1);
});

test('“Sending…” is only announced once nothing has to be corrected', async ({ open, proxy }) => {
  proxy.next.enquiry.push('held');
  const form = await open();
  const announced = recordAnnouncements(form);
  await form.sendWithProblems();
  expect(announced.filter(Boolean)).toEqual([]);
  await sendHouseMove(form);
  await expect.element(form.announcement()).toHaveTextContent('Sending…');
});

test('Send says that it is sending after 150 ms, and then for 400 ms at least, which the page’s events don’t wait for', async ({
  open,
  proxy,
  events,
}) => {
  proxy.next.enquiry.push('held');
  const form = await open();
  const send = form.element.renderRoot.querySelector<HTMLElement>('.send')!;
  await fillInHouseMove(form);
  stopClock(); // Waiting for an element would advance it.
  send.focus();
  send.click();
  for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame);
  await advanceClock(0.14);
  expect(send.textContent.trim()).toBe('Send enquiry');
  await advanceClock(0.01);
  await form.element.updateComplete;
  expect(send.textContent).toBe('Sending…');
  proxy.enquiries[0]?.respond(respondAccepted());
  for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame);
  expect(eventTypes(events)).toContain('enquiry-accepted');
  await advanceClock(0.39);
  send.click();
  expect(send.isConnected).toBe(true);
  expect(send.textContent).toBe('Sending…');
  expect(form.element.renderRoot.querySelector<HTMLElement>('.rows > *')?.inert).toBe(true);
  dispatchEvent(new Event('pagehide')); // Saves no draft in place of the receipt.
  expect(kept()).not.toContain('Ada');
  await advanceClock(0.01);
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(1);
});
