// Files on their way to the proxy, after the enquiry was accepted.
import { docx, pdf } from '../testing/files.ts';
import {
  respondAccepted,
  respondDelivered,
  respondRefusal,
  respondUploaded,
  type ScriptedProxy,
} from '../testing/scripted-proxy.ts';
import {
  advanceClock,
  advanceClockUntil,
  eventTypes,
  expect,
  fillInHouseMove,
  setOnline,
  stopClock,
  test,
} from '../testing/test.ts';
import { textPatterns } from '../testing/texts.ts';
import { expectFocus, type FormPage } from '../testing/visitor.ts';

/** Sends an enquiry with these files; the proxy holds the uploads' responses. */
async function upload(form: FormPage, proxy: ScriptedProxy, ...names: string[]): Promise<void> {
  proxy.next.upload.push(...names.map(() => 'held' as const));
  await fillInHouseMove(form);
  await form.attach(...names.map(name => pdf(name, 1000)));
  for (const name of names) await expect.element(form.attachment(name)).toMatchTextContent(/kB/);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  await expect.poll(() => proxy.uploads.length).toBe(Math.min(names.length, 2));
}

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

test('each file has a bar of its own, and all have one together', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf');
  proxy.uploads[0]?.progress(0.5);
  await expect.element(form.bar('1.pdf')).toHaveAttribute('value', '0.5');
  await expect.element(form.bar('2.pdf')).toHaveAttribute('value', '0');
  await expect.element(form.bar(/your files| of /)).toHaveAttribute('value', '0.25');
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.element(form.bar('1.pdf')).not.toBeInTheDocument();
  await expect.element(form.bar(/your files| of /)).toHaveAttribute('value', '0.5');
});

test('the bar for all files includes those that were chosen first', async ({ open, proxy }) => {
  const form = await open();
  await form.attach(pdf('first.pdf', 2000));
  await expect.element(form.attachment('first.pdf')).toMatchTextContent(/kB/);
  await upload(form, proxy, '1.pdf', '2.pdf');
  proxy.uploads[0]?.progress(0.9);
  await expect.element(form.bar('1 kB of 4 kB uploaded')).toBeInTheDocument();
});

test('a file whose bytes are all sent is being finished, and can’t be cancelled any more', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf');
  proxy.uploads[0]?.progress(1);
  await expect.element(form.attachment('1.pdf')).toMatchTextContent(/Finishing…$/);
  await expect.element(form.bar('1.pdf')).not.toBeInTheDocument();
  await expect.element(form.button('Cancel: 2.pdf')).toBeVisible();
  proxy.uploads[1]?.progress(1);
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

test('what is uploaded is never rounded up', async ({ open, proxy }) => {
  const form = await open();
  proxy.next.upload.push('held', 'held');
  await fillInHouseMove(form);
  await form.attach(pdf('1.pdf', 2000), pdf('2.pdf', 2000));
  await expect.element(form.attachment('2.pdf')).toMatchTextContent(/kB/);
  await form.send();
  await expect.poll(() => proxy.uploads.length).toBe(2);
  await expect.element(form.text(/kB of/)).not.toBeInTheDocument();
  proxy.uploads[0]?.progress(0.99);
  proxy.uploads[1]?.progress(0.99);
  await expect.element(form.text('3 kB of 4 kB uploaded')).toBeVisible();
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
  const wouldWarn = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  await expect.element(form.text(textPatterns.uploading)).toBeVisible();
  expect(wouldWarn()).toBe(true);
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.poll(wouldWarn).toBe(false);
});

test('the visitor can cancel an upload and start it again', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  await form.press('Cancel: plan.pdf');
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(textPatterns.cancelled);
  expect(proxy.uploads[0]?.isAborted).toBe(true);
  await form.press('Try again: plan.pdf');
  await expect.poll(() => proxy.uploads.length).toBe(2);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  const [first, second] = proxy.uploads.map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
});

test('a cancelled upload makes way for the next file', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf', '3.pdf');
  await form.press('Cancel: 1.pdf');
  await expect.poll(() => proxy.uploads.map(({ fileName }) => fileName)).toEqual(['1.pdf', '2.pdf', '3.pdf']);
});

test('a failed file can be left out', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf');
  proxy.uploads[1]?.respond(respondUploaded());
  await form.press('Cancel: 1.pdf');
  await expect.element(form.text(textPatterns.someFilesFailed)).toBeVisible();
  await form.press(textPatterns.skip);
  await expect.element(form.attachment('1.pdf')).not.toBeInTheDocument();
  await expect.element(form.text(/file was sent/)).toBeVisible();
});

test('a waiting file can be left out before its turn', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf', '3.pdf');
  await form.press(textPatterns.skip);
  await expect.element(form.attachment('3.pdf')).not.toBeInTheDocument();
  for (const sent of proxy.uploads) sent.respond(respondUploaded());
  await expect.element(form.text(textPatterns.filesSent)).toBeVisible();
  expect(proxy.uploads).toHaveLength(2);
});

test('a refused file is still there on the receipt, and a duplicate isn’t', async ({ open, proxy }) => {
  const form = await open();
  await fillInHouseMove(form);
  await form.attach(pdf('plan.pdf'), new File([pdf('plan.pdf')], 'copy.pdf'), docx('notes.docx'));
  await expect.element(form.attachment('copy.pdf')).toMatchTextContent(textPatterns.duplicate);
  await form.send();
  await expect.element(form.text('1 of 2 files was sent.')).toBeVisible();
  await expect.element(form.announcement()).toHaveTextContent('1 of 2 files was sent.');
  await expect.element(form.attachment('notes.docx')).toMatchTextContent(/Not sent\. We can’t accept/);
  await expect.element(form.attachment('copy.pdf')).not.toBeInTheDocument();
  expect(proxy.uploads.map(({ fileName }) => fileName)).toEqual(['plan.pdf']);
});

test('the receipt says so when no file was sent', async ({ open }) => {
  const form = await open();
  await fillInHouseMove(form);
  await form.attach(docx('a.docx'), docx('b.docx'));
  await expect.element(form.attachment('b.docx')).toMatchTextContent(textPatterns.wrongType);
  await form.send();
  await expect.element(form.text('None of your 2 files were sent.')).toBeVisible();
});

test('another file can be chosen on the receipt in place of a refused one, which is then sent', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await fillInHouseMove(form);
  await form.attach(docx('notes.docx'));
  await expect.element(form.attachment('notes.docx')).toMatchTextContent(textPatterns.wrongType);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  await form.chooseInstead('notes.docx', pdf('summary.pdf'));
  await expect.element(form.text('Your file was sent.')).toBeVisible();
  await expect.element(form.attachment('notes.docx')).not.toBeInTheDocument();
  expect(proxy.uploads.map(({ fileName }) => fileName)).toEqual(['summary.pdf']);
});

test('a file over the limit is sent another way, unless another one can still be skipped', async ({
  open,
  proxy,
}) => {
  const form = await open();
  proxy.next.upload.push('held');
  await fillInHouseMove(form);
  await form.attach(...['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(name => pdf(name)));
  await expect.element(form.attachment('3.pdf')).toMatchTextContent(/kB/);
  await form.send();
  await expect.element(form.attachment('3.pdf')).toMatchTextContent(/Sent/);
  await expect.element(form.attachment('4.pdf')).toMatchTextContent(/remove another first/);
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.element(form.attachment('4.pdf')).toMatchTextContent(/send this one another way/);
  await expect.element(form.text('3 of 4 files were sent.')).toBeVisible();
});

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

test('a busy proxy gets the time that it asks for', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  stopClock();
  proxy.uploads[0]?.respond(respondRefusal(429, 'too-many-requests', { 'retry-after': '20' }));
  await advanceClock(19);
  expect(proxy.uploads).toHaveLength(1);
  await advanceClock(1);
  await expect.poll(() => proxy.uploads.length).toBe(2);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
});

test('an upload that stands still for a minute is started anew', async ({ open, proxy }) => {
  const form = await open();
  proxy.next.upload.push('held');
  await fillInHouseMove(form);
  await form.attach(pdf('plan.pdf'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/kB/);
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

test('an expired token is renewed by repeating the enquiry', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondAccepted(), respondAccepted({ upload_token: 'token-2' }));
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  proxy.uploads[0]?.respond(respondRefusal(401, 'upload-token-invalid'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  expect(proxy.uploads[1]?.headers.get('authorization')).toBe('Bearer token-2');
  const [first, second] = proxy.enquiries;
  expect(second?.key).toBe(first?.key);
  expect(second?.body).toBe(first?.body);
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
  await advanceClock(600);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(textPatterns.uploadFailed);
  expect(proxy.uploads).toHaveLength(2);
});

test('an offline visitor’s files go on when the connection is back', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  stopClock();
  setOnline(false);
  await expect.element(form.text(textPatterns.offline)).toBeVisible();
  proxy.uploads[0]?.respond('lost');
  await advanceClock(600);
  expect(proxy.uploads).toHaveLength(1);
  setOnline(true);
  await advanceClockUntil(10, () => proxy.uploads.length === 2);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
});

test('reset() cancels what is being uploaded', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf', '3.pdf');
  form.element.reset();
  await expect.poll(() => proxy.uploads.every(({ isAborted }) => isAborted)).toBe(true);
  await expect.element(form.field('First name')).toHaveValue('');
  expect(proxy.uploads).toHaveLength(2);
});

test('a file that changes after it was chosen fails with a reason, and at once', async ({ open, proxy }) => {
  const form = await open();
  const file = pdf('plan.pdf');
  proxy.next.upload.push('held');
  await fillInHouseMove(form);
  await form.attach(file);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/kB/);
  await form.send();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  Object.assign(file, { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone')) }) });
  proxy.uploads[0]?.respond('lost');
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/changed/);
  await expect.element(form.button('Try again: plan.pdf')).not.toBeInTheDocument();
});

test('the focus stays in the list when the button that had it goes', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf');
  await form.press('Cancel: 1.pdf');
  await expectFocus(form.button('Try again: 1.pdf'));
});
