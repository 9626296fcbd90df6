import { expect, test, vi } from 'vitest';
import type { Localizer } from '../messages/localizer.ts';
import { Attachment } from './attachment.ts';
import { inspect, PhotoPreparation } from './inspect-file.ts';

const limits = { max_files: 5, max_bytes: 1_000, strip_metadata: 'location' } as const;

const noPhotos = { prepare: () => Promise.reject(new Error('not a photo')) };

test('a file is no duplicate of one of the same size that was deleted', async () => {
  const gone = new File(['%PDF-1.4 before'], 'letter.pdf', { lastModified: 1 });
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  const letter = new Attachment(new File(['%PDF-1.4 after!'], 'letter.pdf', { lastModified: 2 }));
  expect(letter.file.size).toBe(gone.size);
  await inspect(letter, { limits, earlier: [new Attachment(gone)], photos: noPhotos });
  expect(letter).toMatchObject({ state: 'chosen', code: '' });
});

test('a file of the same name, size and date as another is no duplicate if its content differs', async () => {
  const [first, second] = ['first', 'other'].map(
    text => new Attachment(new File([`%PDF-1.4 ${text}`], 'image.pdf', { lastModified: 1 })),
  );
  await inspect(second!, { limits, earlier: [first!], photos: noPhotos });
  expect(second).toMatchObject({ state: 'chosen', code: '' });
});

test('a photo that was removed while it waited is not prepared', async () => {
  const photo = new Attachment(new File([Uint8Array.of(0xff, 0xd8, 0xff)], 'a.jpg'));
  const read = vi.spyOn(photo.file, 'arrayBuffer');
  const localizer = { translator: () => () => '' } as unknown as Localizer; // All that the code for photos needs of it.
  const inspected = inspect(photo, { limits, earlier: [], photos: new PhotoPreparation(localizer) });
  photo.abort.abort();
  await inspected;
  expect(read).not.toHaveBeenCalled();
});
