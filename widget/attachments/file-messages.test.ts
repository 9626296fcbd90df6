import { describe, expect, test } from 'vitest';
import { files } from '../messages/en-files.ts';
import { later } from '../messages/en-later.ts';
import { photos } from '../messages/en-photos.ts';
import { formatMessage, type Translate } from '../messages/format.ts';
import { fileMessage, fileSize, type TranslateFiles } from './file-messages.ts';

const messages = { ...later, ...files };
const translate: TranslateFiles = (key, values = {}) => formatMessage('en-GB', messages[key], values) ?? '';
const translatePhotos: Translate<typeof photos> = (key, values = {}) =>
  formatMessage('en-GB', photos[key], values) ?? '';

const limits = { max_files: 5, max_bytes: 10_485_760, strip_metadata: 'location' } as const;

describe('a file that cannot be sent', () => {
  test.each([
    ['empty', 'a.pdf', 'This file is empty. Choose it again, or another one.'],
    ['too-large', 'a.pdf', 'This is over 10 MB. Make it smaller, or send a part of it.'],
    ['media', 'a.mov', 'Video and audio can’t be sent. Put a still in a PDF, or describe it above.'],
    [
      'unsupported-media-type',
      'a.doc',
      'This kind of file can’t be sent. Save it as a PDF, and choose that.',
    ],
    ['too-many-attachments', 'a.pdf', 'Only 5 files can be sent. Remove another to make room for this one.'],
    ['network', 'a.pdf', 'Didn’t go through. Your enquiry is safe.'],
  ])('because of %s', (code, name, message) => {
    expect(fileMessage({ translate, translatePhotos }, code, name, limits)).toBe(message);
  });
  test('is judged by its content, not its name', () => {
    const message = fileMessage(
      { translate, translatePhotos },
      'unsupported-media-type',
      'letter.PDF',
      limits,
    );
    expect(message).toMatch(/^“letter.PDF” isn’t a PDF, JPEG, PNG or GIF inside\./);
  });
});

test.each([
  [1, '1 kB'],
  [204_800, '200 kB'],
  [2_516_582, '2.4 MB'],
  [10_485_760, '10 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSize(translate, bytes)).toBe(text);
});

test('a code of the part for photos is one of its messages', () => {
  const translators = { translate, translatePhotos };
  expect(fileMessage(translators, 'photo_pixels', 'a.jpg', limits)).toBe(photos.photo_pixels);
});
