import { describe, expect, test } from 'vitest';
import { attachmentMessages, formMessages, photoMessages } from '../../proxy/contract/languages/en.ts';
import { formatMessage, type Translate } from '../messages/format.ts';
import { fileMessage, fileSize, type TranslateFiles } from './file-rows.ts';

const messages = { ...formMessages, ...attachmentMessages };
const translate: TranslateFiles = (key, values = {}) => formatMessage('en-GB', messages[key], values) ?? '';
const photoTexts = { ...formMessages, ...photoMessages };
const translatePhotos: Translate<typeof photoMessages> = (key, values = {}) =>
  formatMessage('en-GB', photoTexts[key], values) ?? '';

const limits = { max_files: 5, max_bytes: 10_485_760, strip_metadata: 'location' } as const;

describe('a file that cannot be sent', () => {
  test.each([
    ['empty', 'a.pdf', 'This file is empty. Choose another one.'],
    ['too-large', 'a.pdf', 'This file is larger than 10\u00a0MB. Choose a smaller one.'],
    ['media', 'a.mov', 'You can’t send video or audio. Send a screenshot instead.'],
    ['unsupported-media-type', 'a.pdf', attachmentMessages.file_unsafe],
    ['wrong-type', 'a.doc', 'We can’t accept this type of file. Save it as a PDF, then choose the PDF.'],
    ['too-many-attachments', 'a.pdf', 'You can send up to 5 files. To add this one, remove another first.'],
    ['storage-full', 'a.pdf', 'We couldn’t store this file. Try again later.'],
    ['network', 'a.pdf', 'Upload failed'],
  ])('because of %s', (code, name, message) => {
    expect(fileMessage({ translate, translatePhotos }, code, name, limits)).toBe(message);
  });
  test('is judged by its content, not its name', () => {
    const message = fileMessage({ translate, translatePhotos }, 'wrong-type', 'letter.PDF', limits);
    expect(message).toMatch(/^“letter.PDF” isn’t really a PDF or photo\./);
  });
});

test.each([
  [1, '1\u00a0kB'],
  [204_800, '200\u00a0kB'],
  [2_516_582, '2.4\u00a0MB'],
  [10_485_760, '10\u00a0MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSize(translate, bytes)).toBe(text);
});

test.each([
  [Math.floor, 2047, '1\u00a0kB'],
  [Math.ceil, 1025, '2\u00a0kB'],
  [Math.floor, 2_516_582, '2.3\u00a0MB'],
  [Math.ceil, 2_516_583, '2.5\u00a0MB'],
])('%o rounds %i bytes to %s', (round, bytes, text) => {
  expect(fileSize(translate, bytes, round)).toBe(text);
});

test('shows the message that a photo’s code names', () => {
  const translators = { translate, translatePhotos };
  expect(fileMessage(translators, 'photo_pixels', 'a.jpg', limits)).toBe(photoMessages.photo_pixels);
});
