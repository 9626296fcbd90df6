// Uploads that fail: those that are retried, and those that aren’t.
import { vi } from 'vitest';
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import {
  respondAccepted,
  respondDelivered,
  respondRefusal,
  respondUploaded,
} from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  advanceClockUntil,
  eventTypes,
  expect,
  expectOneEnquiry,
  fillInHouseMove,
  setOnline,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { upload } from '../../tools/testing/widget/uploads.ts';

test.for([
  ['413 too large', respondRefusal(413, 'too-large'), textPatterns.tooLarge],
  ['415, because of what is in it', respondRefusal(415, 'unsupported-media-type'), textPatterns.unsafe],
  ['422 empty', respondRefusal(422, 'empty'), textPatterns.empty],
  ['409 too many', respondRefusal(409, 'too-many-attachments'), textPatterns.tooMany],
] as const)(
  'a file that the proxy refuses with %s is not tried again',
  async ([, response, reason], { open, proxy }) => {
    const form = await open();
    await upload(form, proxy, 'plan.pdf');
    proxy.uploads[0]?.respond(response);
    await expect.element(form.attachment('plan.pdf')).toMatchTextContent(reason);
    await expect.element(form.button('Try again: plan.pdf')).not.toBeInTheDocument();
    await expect.element(form.text(textPatterns.someFilesFailed)).toBeVisible();
    expect(proxy.uploads).toHaveLength(1);
  },
);

test('a lost connection is tried three times before the visitor decides', async ({ open, proxy, events }) => {
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  stopClock();
  proxy.next.upload.push('lost', 'lost');
  proxy.uploads[0]?.respond('lost');
  await advanceClockUntil(3, () => proxy.uploads.length === 2);
  await advanceClockUntil(9, () => proxy.uploads.length === 3);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(textPatterns.uploadFailed);
  await advanceClock(600);
  expect(proxy.uploads).toHaveLength(3);
  expect(events.at(-1)).toEqual({
    type: 'attachment-failed',
    detail: { reference: '7K2PQ-2M9XD', code: 'network' },
  });
  await form.press('Try again: plan.pdf');
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  expect(new Set(proxy.uploads.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test('a proxy without room for the file gets the time that it asks for, and the visitor is told that the enquiry is safe', async ({
  open,
  proxy,
}) => {
  const full = respondRefusal(503, 'storage-full', { 'retry-after': '20' });
  proxy.next.upload.push(full, full, full);
  const form = await fillInHouseMove(await open());
  await form.attachReady(pdf('plan.pdf'));
  stopClock();
  await form.send();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  await advanceClock(15);
  expect(proxy.uploads).toHaveLength(1);
  await advanceClockUntil(20, () => proxy.uploads.length === 3);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/We couldn’t store this file/);
  await expect
    .element(form.text(/We’ve received your enquiry, but we can’t store more files at the moment/))
    .toBeVisible();
  await form.press('Try again: plan.pdf');
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
});

test('an upload that stands still for a minute is started anew', async ({ open, proxy }) => {
  const form = await open();
  proxy.next.upload.push('held');
  await fillInHouseMove(form);
  await form.attachReady(pdf('plan.pdf'));
  stopClock();
  await form.send();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  await advanceClock(50);
  proxy.uploads[0]?.progress(0.5);
  await advanceClock(50);
  expect(proxy.uploads[0]?.isAborted).toBe(false);
  await advanceClock(10);
  expect(proxy.uploads[0]?.isAborted).toBe(true);
  await advanceClockUntil(3, () => proxy.uploads.length === 2);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
});

test('the response may take longer the larger the file is, because the browser has only handed it to a buffer', async ({
  open,
  proxy,
}) => {
  proxy.publish({ ...houseMove, attachments: { ...houseMove.attachments, max_bytes: 1_000_000 } });
  const form = await open();
  proxy.next.upload.push('held');
  await fillInHouseMove(form);
  await form.attachReady(pdf('plan.pdf', 500_000));
  stopClock();
  await form.send();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  proxy.uploads[0]?.progress(1);
  await advanceClock(65);
  expect(proxy.uploads[0]?.isAborted).toBe(false);
  await advanceClock(10);
  expect(proxy.uploads[0]?.isAborted).toBe(true);
});

test('an expired token is renewed by repeating the enquiry', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondAccepted(), respondAccepted({ upload_token: 'token-2' }));
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  proxy.uploads[0]?.respond(respondRefusal(401, 'upload-token-invalid'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  expect(proxy.uploads[1]?.headers.get('authorization')).toBe('Bearer token-2');
  expectOneEnquiry(proxy);
});

test('a token is renewed even if the connection fails at first', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondAccepted(), 'lost', respondAccepted({ upload_token: 'token-2' }));
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  stopClock();
  proxy.next.upload.push(respondRefusal(401, 'upload-token-invalid'));
  proxy.uploads[0]?.respond(respondRefusal(401, 'upload-token-invalid'));
  await advanceClockUntil(10, () => proxy.uploads.length === 3);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  expect(proxy.uploads[2]?.headers.get('authorization')).toBe('Bearer token-2');
});

test('two files share one renewal', async ({ open, proxy, events }) => {
  proxy.next.enquiry.push(respondAccepted(), respondAccepted({ upload_token: 'token-2' }));
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf');
  proxy.uploads[0]?.respond(respondRefusal(401, 'upload-token-invalid'));
  await expect.element(form.attachment('1.pdf')).toMatchTextContent(/Sent/);
  proxy.uploads[1]?.respond(respondRefusal(401, 'upload-token-invalid'));
  await expect.element(form.attachment('2.pdf')).toMatchTextContent(/Sent/);
  expect(proxy.enquiries).toHaveLength(2);
  expect(eventTypes(events).filter(type => type === 'enquiry-accepted')).toHaveLength(1);
});

test('a renewed token that is refused too leaves the file to the visitor', async ({ open, proxy }) => {
  const form = await open();
  proxy.next.enquiry.push(respondDelivered(1), respondAccepted({ upload_token: 'token-2' }));
  await upload(form, proxy, 'plan.pdf');
  stopClock();
  proxy.next.upload.push(respondRefusal(401, 'upload-token-invalid'));
  proxy.uploads[0]?.respond(respondRefusal(401, 'upload-token-invalid'));
  await expect.poll(() => proxy.uploads.length).toBe(2);
  await advanceClock(600);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(textPatterns.uploadFailed);
  expect(proxy.uploads).toHaveLength(2);
});

test('being offline uses up no attempts, and a file goes on as soon as the connection is back', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  stopClock();
  setOnline(false);
  proxy.next.upload.push(...Array<'lost'>(8).fill('lost'));
  proxy.uploads[0]?.respond('lost');
  await expect.element(form.text(textPatterns.offline)).toBeVisible();
  await advanceClockUntil(3, () => proxy.uploads.length === 9);
  // The upload may not be listening for the event yet.
  await expect.poll(() => setOnline(true) ?? proxy.uploads.length).toBe(10);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
});

test('a browser that is wrong about being offline delays no upload, and the receipt soon stops repeating it', async ({
  open,
  proxy,
}) => {
  setOnline(false);
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  await expect.element(form.text(textPatterns.offline)).not.toBeInTheDocument();
  stopClock();
  proxy.next.upload.push('held');
  proxy.uploads[0]?.respond('lost');
  await expect.element(form.text(textPatterns.offline)).toBeVisible();
  await advanceClockUntil(3, () => proxy.uploads.length === 2);
  proxy.uploads[1]?.progress(0.5);
  await expect.element(form.text(textPatterns.offline)).not.toBeInTheDocument();
});

test('a file that was sent in vain isn’t sent for ever because the browser is wrong about being offline', async ({
  open,
  proxy,
}) => {
  setOnline(false);
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  stopClock();
  proxy.next.upload.push('held', 'held');
  for (const n of [0, 1, 2]) {
    await advanceClockUntil(10, () => proxy.uploads.length === n + 1);
    proxy.uploads[n]?.progress(0.5);
    proxy.uploads[n]?.respond('lost');
  }
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Try again/);
});

test('a file is sent again, with the same key, if a script of the page changes the type of the response', async ({
  open,
  proxy,
}) => {
  const Scripted = XMLHttpRequest;
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends Scripted {
      constructor() {
        super();
        const get = () => {
          throw new DOMException('not a text', 'InvalidStateError');
        };
        if (!proxy.uploads.length) Object.defineProperty(this, 'responseText', { get, set: () => {} });
      }
    },
  );
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  stopClock();
  proxy.uploads[0]?.respond(respondUploaded());
  await advanceClockUntil(3, () => proxy.uploads.length === 2);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  const [first, second] = proxy.uploads.map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
});
