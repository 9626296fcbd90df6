// The proxy asks for a proof of work. In all cases, it gets the enquiry once, and the visitor sees "Sending…".
import { vi } from 'vitest';
import { challengeFor } from '../../tools/testing/widget/challenges.ts';
import {
  respondAccepted,
  respondChallenge,
  respondRefusal,
  type ScriptedProxy,
} from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  completeHouseMove,
  eventTypes,
  expect,
  fillInHouseMove,
  sendHouseMove,
  sendInVain,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

const unsolved = 'Proof v=1, unsolved';
const solved = (number: number, token = '1771113600.x8Q_-') =>
  `Proof v=1, challenge=${token}, solution=${number}`;

/** The Authorization of each request, in order. Checks that all requests are for the same enquiry. */
function authorizations({ enquiries }: ScriptedProxy): (string | null)[] {
  expect(new Set(enquiries.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  return enquiries.map(({ authorization }) => authorization);
}

/** Sends the short form in a browser that never finishes computing. Resolves once it has started. */
async function computeForever(form: FormPage, proxy: ScriptedProxy): Promise<void> {
  proxy.next.enquiry.push(respondChallenge(await challengeFor(3)));
  const { promise: started, resolve } = Promise.withResolvers<void>();
  vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(() => {
    resolve();
    return new Promise(() => {});
  });
  await sendHouseMove(form);
  // Not with `expect.poll`, which advances a stopped clock.
  await started;
}

test('a challenge is solved while the visitor sees that the enquiry is being sent', async ({
  open,
  proxy,
  events,
}) => {
  proxy.next.enquiry.push(respondChallenge(await challengeFor(13)), 'held');
  const form = await sendHouseMove(await open());
  await expect.poll(() => authorizations(proxy)).toEqual(['Proof v=1', solved(13)]);
  await expect.element(form.button(/Sending/)).toHaveAttribute('aria-disabled', 'true');
  await expect.element(form.announcement()).toMatchTextContent(/Sending/);
  await expect.element(form.alert()).not.toBeInTheDocument();
  proxy.enquiries[1]?.respond(respondAccepted());
  await expect.element(form.receipt()).toBeVisible();
  expect(eventTypes(events)).toEqual(['enquiry-start', 'enquiry-before-submit', 'enquiry-accepted']);
});

test('a second challenge is solved even if it comes much later', async ({ open, proxy }) => {
  const [first, second] = [await challengeFor(4, { token: 'a' }), await challengeFor(9, { token: 'b' })];
  proxy.next.enquiry.push(respondChallenge(first), 'held');
  const form = await sendHouseMove(await open());
  await expect.poll(() => proxy.enquiries.length).toBe(2);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 600_000); // The computer was asleep.
  proxy.enquiries[1]?.respond(respondChallenge(second));
  await expect.element(form.receipt()).toBeVisible();
  expect(authorizations(proxy)).toEqual(['Proof v=1', solved(4, 'a'), solved(9, 'b')]);
});

test('a page without TLS doesn’t use its own crypto.subtle, which would compute on the main thread', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondChallenge(await challengeFor(3)));
  const form = await fillInHouseMove(await open());
  vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false);
  await form.complete();
  expect(authorizations(proxy)).toEqual(['Proof v=1', unsolved]);
});

test('an enquiry is sent without a proof if a browser extension makes crypto.subtle throw', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondChallenge(await challengeFor(3)));
  const form = await fillInHouseMove(await open());
  vi.spyOn(crypto, 'subtle', 'get').mockImplementation(() => {
    throw new Error('blocked');
  });
  await form.complete();
  expect(authorizations(proxy)).toEqual(['Proof v=1', unsolved]);
});

test('after eight seconds, the enquiry is sent without a proof', async ({ open, proxy, events }) => {
  stopClock();
  const form = await open();
  await computeForever(form, proxy);
  await advanceClock(7.9);
  expect(authorizations(proxy)).toEqual(['Proof v=1']);
  await expect.element(form.button(/sending/)).toBeVisible();
  await advanceClock(0.1);
  await expect.element(form.receipt()).toBeVisible();
  expect(authorizations(proxy)).toEqual(['Proof v=1', unsolved]);
  expect(eventTypes(events)).not.toContain('enquiry-failed');
});

test('if the connection is lost with the proof, a retry solves the next challenge', async ({
  open,
  proxy,
}) => {
  const [first, second] = [await challengeFor(5, { token: 'a' }), await challengeFor(6, { token: 'b' })];
  proxy.next.enquiry.push(respondChallenge(first), 'lost', respondChallenge(second));
  stopClock();
  const form = await sendInVain(await open());
  await form.press(textPatterns.tryNow);
  await expect.element(form.receipt()).toBeVisible();
  expect(authorizations(proxy)).toEqual(['Proof v=1', solved(5, 'a'), 'Proof v=1', solved(6, 'b')]);
});

test('a busy proxy gets the same proof again', async ({ open, proxy }) => {
  const busy = respondRefusal(503, 'unavailable', { 'retry-after': '0' });
  proxy.next.enquiry.push(respondChallenge(await challengeFor(5)), busy);
  await completeHouseMove(await open());
  expect(authorizations(proxy)).toEqual(['Proof v=1', solved(5), solved(5)]);
});

test('an enquiry is sent without a proof if the page resets the form during the computation', async ({
  open,
  proxy,
  events,
}) => {
  const form = await open();
  await computeForever(form, proxy);
  form.element.reset();
  await expect.poll(() => eventTypes(events)).toContain('enquiry-accepted');
  expect(authorizations(proxy)).toEqual(['Proof v=1', unsolved]);
  await expect.element(form.field('First name')).toHaveValue('');
});

test('an enquiry is sent without a proof if the visitor leaves during the computation, and the form goes on if they come back', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondChallenge(await challengeFor(20, { iterations: 20_000 })));
  const form = await sendHouseMove(await open());
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  dispatchEvent(new PageTransitionEvent('pagehide'));
  // During the event: afterwards, a frame that was removed can't send anything.
  expect(authorizations(proxy)).toEqual(['Proof v=1', unsolved]);
  await expect.element(form.receipt()).toBeVisible();
  expect(authorizations(proxy)).toEqual(['Proof v=1', unsolved, solved(20)]);
  dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(proxy.enquiries).toHaveLength(3);
});

test.for([
  ['before the proxy has responded', 'held'],
  // Chromium aborts requests just before this event.
  ['when the request was lost', 'lost'],
] as const)(
  'an enquiry is sent without a proof if the visitor leaves the page %s',
  async ([, response], { open, proxy }) => {
    proxy.next.enquiry.push(response);
    await sendHouseMove(await open());
    await expect.poll(() => proxy.enquiries.length).toBe(1);
    await new Promise(requestAnimationFrame);
    dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(authorizations(proxy)).toEqual(['Proof v=1', unsolved]);
  },
);
