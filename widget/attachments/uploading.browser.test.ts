// Files on their way to the proxy, after the enquiry was accepted.
import { pdf } from '../../tools/testing/widget/files.ts';
import { respondRefusal, respondUploaded } from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClockUntil,
  eventTypes,
  expect,
  stopClock,
  test,
  wouldWarn,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { upload } from '../../tools/testing/widget/uploads.ts';

test('a file is uploaded with its name, its kind, a key and the receipt’s token', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, 'Straße 5.pdf');
  const [sent] = proxy.uploads;
  expect(sent?.url).toBe('https://proxy.example.com/enquiries/7K2PQ-2M9XD/attachments');
  expect(sent?.fileName).toBe('Straße 5.pdf');
  expect(sent?.headers.get('content-type')).toBe('application/pdf');
  expect(sent?.headers.get('authorization')).toBe('Bearer token-1');
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent?.body.size).toBe(1000);
  sent?.respond(respondUploaded());
  await expect.element(form.attachment('Straße 5.pdf')).toMatchTextContent(/Sent/);
});

test('the enquiry is accepted before a file is sent, and a failed file never costs the enquiry', async ({
  open,
  proxy,
  events,
}) => {
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  expect(eventTypes(events)).toContain('enquiry-accepted');
  proxy.uploads[0]?.respond(respondRefusal(413, 'too-large'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(textPatterns.tooLarge);
  await expect.element(form.receipt()).toBeVisible();
  expect(events.at(-1)).toEqual({
    type: 'attachment-failed',
    detail: { reference: '7K2PQ-2M9XD', code: 'too-large' },
  });
});

test('the page hears of every file that was sent, and how many by now', async ({ open, proxy, events }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf');
  proxy.uploads[1]?.respond(respondUploaded());
  await expect.poll(() => events.at(-1)?.detail).toEqual({ reference: '7K2PQ-2M9XD', count: 1 });
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.poll(() => events.at(-1)?.detail).toEqual({ reference: '7K2PQ-2M9XD', count: 2 });
  expect(eventTypes(events).slice(-2)).toEqual(['attachment-sent', 'attachment-sent']);
  await expect.element(form.text(textPatterns.filesSent)).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent(textPatterns.filesSent);
});

test('two files are uploaded at a time', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf', '3.pdf');
  await expect.element(form.attachment('3.pdf')).toMatchTextContent(textPatterns.waitingRow);
  expect(proxy.uploads.map(({ fileName }) => fileName)).toEqual(['1.pdf', '2.pdf']);
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.poll(() => proxy.uploads.map(({ fileName }) => fileName)).toEqual(['1.pdf', '2.pdf', '3.pdf']);
});

test('each file has a bar and a percentage of its own, and three files have a bar together', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await form.attachReady(pdf('first.pdf', 2000));
  await upload(form, proxy, '1.pdf', '2.pdf');
  proxy.uploads[0]?.progress(0.9);
  await expect.element(form.bar('first.pdf')).toHaveAttribute('value', '0.9');
  await expect.element(form.attachment('first.pdf')).toMatchTextContent(/2\skB · 90%/);
  await expect.element(form.bar('1.pdf')).toHaveAttribute('value', '0');
  await expect.element(form.bar('1 kB of 4 kB uploaded')).toHaveAttribute('value', '0.45');
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.element(form.bar('first.pdf')).not.toBeInTheDocument();
  await expect.element(form.bar(/of 4 kB uploaded/)).toHaveAttribute('value', '0.75'); // 2.pdf is sent at once.
});

test('two files have no bar together', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf');
  await expect.element(form.bar('1.pdf')).toBeInTheDocument();
  await expect.element(form.bar(/your files| of /)).not.toBeInTheDocument();
});

test('a file whose bytes are all sent is being finished, and can’t be cancelled any more', async ({
  open,
  proxy,
}) => {
  const form = await open();
  proxy.next.upload.push('held', 'held', 'held');
  await upload(form, proxy, '1.pdf', '2.pdf', '3.pdf');
  proxy.uploads[0]?.progress(1);
  await expect.element(form.attachment('1.pdf')).toMatchTextContent(/Finishing…$/);
  await expect.element(form.bar('1.pdf')).not.toBeInTheDocument();
  await expect.element(form.button('Cancel: 2.pdf')).toBeVisible();
  proxy.uploads[0]?.respond(respondUploaded());
  proxy.uploads[1]?.progress(1);
  await expect.poll(() => proxy.uploads.length).toBe(3);
  proxy.uploads[2]?.progress(1);
  await expect.element(form.bar('Finishing…')).toBeInTheDocument();
  await expect.element(form.text(/kB of/)).not.toBeInTheDocument();
});

test('an upload whose connection was lost while it was being finished starts again at nothing', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  stopClock();
  proxy.uploads[0]?.progress(1);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Finishing…$/);
  proxy.uploads[0]?.respond('lost');
  await expect.element(form.bar('plan.pdf')).toHaveAttribute('value', '0');
});

test('after the first failed attempt, the row says that the connection was lost, until the next makes progress', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  stopClock();
  proxy.next.upload.push('held', 'held');
  proxy.uploads[0]?.progress(0.5);
  proxy.uploads[0]?.respond('lost');
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Connection lost\. Trying again…/);
  await advanceClockUntil(5, () => proxy.uploads.length === 2);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Connection lost/);
  proxy.uploads[1]?.progress(0.25);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/25%/);
  proxy.uploads[1]?.respond(respondRefusal(503, 'unavailable'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(textPatterns.waitingRow);
});

test('progress is announced at each quarter', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  for (const [share, percent] of [
    [0.3, 25],
    [0.6, 50],
    [0.9, 75],
  ] as const) {
    proxy.uploads[0]?.progress(share);
    await expect.element(form.announcement()).toMatchTextContent(`${percent}%`);
  }
});

test('the page warns before it is closed while files are uploaded', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  await expect.element(form.text(textPatterns.uploading)).toBeVisible();
  expect(wouldWarn()).toBe(true);
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.poll(wouldWarn).toBe(false);
});

test('a removed form finishes its uploads, warns until then, and opens success-url once it is inserted again', async ({
  open,
  proxy,
  destinations,
}) => {
  const form = await open({ 'success-url': '/thanks' });
  await upload(form, proxy, 'plan.pdf');
  form.element.remove();
  expect(wouldWarn()).toBe(true);
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.poll(wouldWarn).toBe(false);
  expect(destinations).toEqual([]);
  document.body.append(form.element);
  await expect.poll(() => destinations).toEqual([`${location.origin}/thanks`]);
});
