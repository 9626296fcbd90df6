import { expect, test } from 'vitest';
import { Attachment } from './attachment.ts';
import { inspect, type RunWithPhotos } from './inspect.ts';

const limits = { max_files: 5, max_bytes: 1_000, strip_metadata: 'location' } as const;

const noPhotos: RunWithPhotos = () => Promise.reject(new Error('not a photo'));

test('a file is no duplicate of one of the same size that was deleted', async () => {
  const gone = new File(['%PDF-1.4 before'], 'letter.pdf', { lastModified: 1 });
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  const letter = new Attachment(new File(['%PDF-1.4 after!'], 'letter.pdf', { lastModified: 2 }));
  expect(letter.file.size).toBe(gone.size);
  await inspect(letter, { limits, earlier: [new Attachment(gone)], runWithPhotos: noPhotos });
  expect(letter).toMatchObject({ state: 'chosen', code: '' });
});

test('a photo that was removed while it waited is not prepared', async () => {
  const photo = new Attachment(new File([Uint8Array.of(0xff, 0xd8, 0xff)], 'a.jpg'));
  let isPrepared = false;
  const prepare = async () => {
    isPrepared = true;
    return 'too-large';
  };
  await inspect(photo, {
    limits,
    earlier: [],
    runWithPhotos: work => {
      photo.abort.abort();
      return (async () => work({ prepare } as never))();
    },
  });
  expect(isPrepared).toBe(false);
});
