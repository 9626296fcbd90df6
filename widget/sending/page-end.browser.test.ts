import { vi } from 'vitest';
import { respondAccepted } from '../../tools/testing/widget/scripted-proxy.ts';
import {
  eventTypes,
  expect,
  expectOneEnquiry,
  sendHouseMove,
  test,
} from '../../tools/testing/widget/test.ts';

test('an enquiry is sent again when the visitor comes back to the page, because its response may be lost', async ({
  open,
  proxy,
  events,
}) => {
  proxy.next.enquiry.push('held', 'held');
  const form = await sendHouseMove(await open());
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  dispatchEvent(new PageTransitionEvent('pageshow')); // The page has just finished loading.
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.poll(() => proxy.enquiries.length).toBe(2);
  proxy.enquiries[1]?.respond(respondAccepted());
  await expect.element(form.receipt()).toBeVisible();
  proxy.enquiries[0]?.respond(respondAccepted());
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expectOneEnquiry(proxy);
  expect(proxy.enquiries).toHaveLength(2);
  expect(eventTypes(events)).toEqual(['enquiry-start', 'enquiry-before-submit', 'enquiry-accepted']);
});

test('only the request that is repeated at the end of the page uses keepalive', async ({ open, proxy }) => {
  proxy.next.enquiry.push('held', 'held');
  const form = await open();
  const fetched = vi.spyOn(globalThis, 'fetch');
  await sendHouseMove(form);
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  dispatchEvent(new PageTransitionEvent('pagehide'));
  await expect.poll(() => proxy.enquiries.length).toBe(2);
  const sent = fetched.mock.calls.filter(([address]) => String(address).endsWith('/enquiries'));
  expect(sent.map(([, init]) => init?.keepalive)).toEqual([false, true]);
});
