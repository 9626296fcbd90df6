import { vi } from 'vitest';
import { kept, reloadWhileSending } from '../../tools/testing/widget/drafts.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { respondAccepted, respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  eventTypes,
  expect,
  expectOneEnquiry,
  fillInHouseMove,
  reload,
  sendAndHold,
  sendHouseMove,
  setPrerendering,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';

test('a request without a response is repeated unchanged after a reload, which the page isn’t asked about', async ({
  open,
  proxy,
  events,
}) => {
  const form = await open({ campaign: 'spring-tv' });
  await reloadWhileSending(form, proxy);

  const again = await open({ campaign: 'another' });
  await expect.element(again.receipt()).toMatchTextContent(/Ada/);
  expectOneEnquiry(proxy);
  expect(kept()).not.toContain('Ada');
  expect(eventTypes(events)).toEqual(['enquiry-start', 'enquiry-before-submit', 'enquiry-accepted']);
});

test('after a reload while Send still says that it is sending, the receipt of the same enquiry is shown', async ({
  open,
  proxy,
  events,
}) => {
  const form = await open();
  stopClock();
  await sendAndHold(form, proxy);
  await advanceClock(0.15);
  proxy.enquiries[0]?.respond(respondAccepted());
  await advanceClock(0.2);
  expect(form.receipt().query()).toBeNull();
  vi.useRealTimers();
  const again = await reload(form);
  await expect.element(again.receipt()).toMatchTextContent(/You sent this at/);
  expect(proxy.enquiries).toHaveLength(1);
  expect(eventTypes(events).filter(type => type === 'enquiry-accepted')).toHaveLength(1);
});

test.for(['before', 'after'])(
  'a prerendered page resumes what the tab has stored %s it was prerendered once it is opened',
  async (when, { open, proxy }) => {
    await reloadWhileSending(await open(), proxy);
    const stored = Object.entries<string>({ ...sessionStorage });
    const store = () => {
      for (const [name, value] of stored) sessionStorage.setItem(name, value);
    };
    const before = kept();
    setPrerendering(true);
    if (when === 'after') sessionStorage.clear();
    const form = await open();
    await expect.element(form.field('First name')).toHaveValue('');
    await new Promise(requestAnimationFrame);
    if (when === 'after') store();
    else {
      // As if an extension had blocked the part for measurement.
      const update = form.element.requestUpdate.bind(form.element);
      vi.spyOn(form.element, 'requestUpdate').mockImplementation(name => name || update());
    }
    expect(proxy.enquiries).toHaveLength(1);
    expect(kept()).toBe(before);
    setPrerendering(false);
    await expect.element(form.receipt()).toMatchTextContent(/Ada/);
    expectOneEnquiry(proxy);
  },
);

test('after a reload during the submission the receipt names the files that are missing', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('held');
  const form = await fillInHouseMove(await open());
  await form.attachReady(pdf('plan.pdf'));
  await form.send();
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  const again = await reload(form);
  await expect.element(again.receipt()).toBeVisible();
  await expect.element(again.attachment('plan.pdf')).toMatchTextContent(/Not sent/);
  expect(proxy.uploads).toEqual([]);
});

test('after a reload, an enquiry that was given up is sent only if the visitor presses Send', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondRefusal(404, 'unknown-case-type'));
  const form = await sendHouseMove(await open());
  await expect.element(form.alert()).toBeVisible();
  const again = await reload(form);
  await expect.element(again.text(textPatterns.restored)).toBeVisible();
  expect(proxy.enquiries).toHaveLength(1);
  await again.complete();
  expect(proxy.enquiries[1]?.key).toBe(proxy.enquiries[0]?.key);
});
