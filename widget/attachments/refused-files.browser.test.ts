// Files that can’t be sent, and what visitors can do about them.
import { vi } from 'vitest';
import { docx, pdf, unreadableFile } from '../../tools/testing/widget/files.ts';
import {
  receipt,
  respondUploadAccepted,
  respondUploaded,
} from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  eventTypes,
  expect,
  fillInHouseMove,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { upload } from '../../tools/testing/widget/uploads.ts';

test.for([
  ['is empty', new File([], 'empty.pdf', { type: 'application/pdf' }), textPatterns.empty],
  ['is of another kind', docx('letter.docx'), textPatterns.wrongType],
  ['is a video', new File(['????ftypisom'], 'film.mp4', { type: 'video/mp4' }), textPatterns.media],
  ['can’t be read', unreadableFile(pdf('gone.pdf')), textPatterns.unreadable],
] as const)('a file that %s is refused with a way out', async ([, file, way], { open, proxy }) => {
  const form = await fillInHouseMove(await open());
  await form.attach(file);
  await expect.element(form.attachment(file.name)).toMatchTextContent(way);
  await expect.element(form.announcement()).toMatchTextContent(way);
  await form.complete();
  expect(proxy.uploads).toEqual([]);
});

test('files over the limit are refused, and admitted when another one is removed', async ({
  open,
  proxy,
}) => {
  const form = await fillInHouseMove(await open());
  await form.attach(pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'), pdf('4.pdf'));
  await expect.element(form.attachment('4.pdf')).toMatchTextContent(textPatterns.tooMany);
  await expect.element(form.attachment('3.pdf')).toMatchTextContent(/kB/);
  await form.press('Remove: 2.pdf');
  await expect.element(form.attachment('4.pdf')).toMatchTextContent(/kB/);
  await form.send();
  await expect
    .poll(() => proxy.uploads.map(({ fileName }) => fileName).sort())
    .toEqual(['1.pdf', '3.pdf', '4.pdf']);
});

test('files over the limit are read only once there is room', async ({ open }) => {
  const form = await open();
  const surplus = pdf('4.pdf');
  const slice = vi.spyOn(surplus, 'slice');
  await form.attach(docx('notes.docx'), pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'), surplus);
  await expect.element(form.attachment('4.pdf')).toMatchTextContent(textPatterns.tooMany);
  await expect.element(form.announcement()).toHaveTextContent('3 files added, 2 can’t be sent.');
  expect(slice).not.toHaveBeenCalled();
  await form.press('Remove: 2.pdf');
  await expect.element(form.attachment('4.pdf')).toMatchTextContent(/kB/);
  expect(slice).toHaveBeenCalled();
});

test('a refused file takes no place', async ({ open }) => {
  const form = await open();
  await form.attach(pdf('large.pdf', 20_000), pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'));
  await expect.element(form.attachment('large.pdf')).toMatchTextContent(textPatterns.tooLarge);
  for (const name of ['1.pdf', '2.pdf', '3.pdf']) {
    await expect.element(form.attachment(name)).toMatchTextContent(/kB/);
  }
});

test('a file in which the scanner finds something later is refused, and another can be sent in its place', async ({
  open,
  proxy,
  events,
}) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf');
  stopClock();
  proxy.uploads[0]!.respond(respondUploaded());
  proxy.uploads[1]!.respond(respondUploadAccepted());
  await expect.element(form.text('Both files were sent.')).toBeVisible();
  proxy.room = { attachments: receipt.attachments, left: 1, refused: [], checking: true };
  await advanceClock(5);
  await expect.poll(() => proxy.roomLooks).toBe(1);
  await expect.element(form.attachment('2.pdf')).toMatchTextContent(/Sent$/);
  const key = proxy.uploads[1]!.headers.get('idempotency-key')!;
  proxy.room = 'lost';
  await advanceClock(10);
  await expect.poll(() => proxy.roomLooks).toBe(2);
  proxy.room = { attachments: receipt.attachments, left: 2, refused: [{ key, name: '2.pdf' }] };
  await advanceClock(20);
  await expect.element(form.attachment('2.pdf')).toMatchTextContent(textPatterns.unsafe);
  await expect.element(form.attachment('2.pdf')).toMatchTextContent(/Not sent\./);
  await expect.element(form.announcement()).toHaveTextContent('1 of 2 files was sent.');
  expect(events.at(-1)).toMatchObject({
    type: 'attachment-failed',
    detail: { code: 'unsupported-media-type' },
  });
  await advanceClock(10_000);
  expect(proxy.roomLooks).toBe(3);
  await form.chooseInstead('2.pdf', pdf('3.pdf', 200));
  await expect.element(form.attachment('3.pdf')).toMatchTextContent(/Sent$/);
  await expect.element(form.text('Both files were sent.')).toBeVisible();
  expect(eventTypes(events).filter(type => type === 'attachment-failed')).toHaveLength(1);
});

test('files that the enquiry API has are looked at by nobody any more', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf');
  stopClock();
  proxy.uploads[0]!.respond(respondUploaded());
  await expect.element(form.attachment('1.pdf')).toMatchTextContent(/Sent$/);
  await advanceClock(1_000);
  expect(proxy.roomLooks).toBe(0);
});
