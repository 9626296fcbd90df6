import { expect, test } from 'vitest';
import type { Attachment } from './attachments.ts';
import { look, type Turn } from './inspect.ts';

const limits = { max_files: 5, max_bytes: 1_000, strip_metadata: 'location' } as const;

/** A file that was chosen, as far as looking at it goes. */
function chosen(file: File): Attachment {
  return { file, body: file, abort: new AbortController() } as unknown as Attachment; // Nothing else is read.
}

const noTurn: Turn = () => Promise.reject(new Error('not a photo'));

test('what is as long as one that is gone from the disk is another', async () => {
  const gone = new File(['%PDF-1.4 before'], 'letter.pdf', { lastModified: 1 });
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  const letter = chosen(new File(['%PDF-1.4 after!'], 'letter.pdf', { lastModified: 2 }));
  expect(letter.file.size).toBe(gone.size);
  await look(letter, [chosen(gone)], limits, noTurn);
  expect(letter).toMatchObject({ state: 'chosen', code: '' });
});

test('a photo that was removed before its turn is not made ready', async () => {
  const photo = chosen(
    new File(
      ['\xff\xd8\xff'].map(text => Uint8Array.from(text, c => c.charCodeAt(0))),
      'a.jpg',
    ),
  );
  let isPrepared = false;
  const prepare = async () => {
    isPrepared = true;
    return 'too-large';
  };
  await look(photo, [], limits, work => {
    photo.abort.abort();
    return (async () => work({ prepare } as never))();
  });
  expect(isPrepared).toBe(false);
});
