import { expect, test, vi } from 'vitest';
import type { Localizer } from '../messages/localizer.ts';
import { Attachment } from './attachment.ts';
import { inspect, PhotoPreparation } from './inspect-file.ts';

const limits = { max_files: 5, max_bytes: 1_000, strip_metadata: 'location' } as const;

test('a photo that was removed while it waited is not prepared', async () => {
  const photo = new Attachment(new File([Uint8Array.of(0xff, 0xd8, 0xff)], 'a.jpg'));
  const read = vi.spyOn(photo.file, 'arrayBuffer');
  const localizer = { translator: () => () => '' } as unknown as Localizer; // All that the code for photos needs of it.
  const inspected = inspect(photo, limits, new PhotoPreparation(localizer));
  photo.abort.abort();
  await inspected;
  expect(read).not.toHaveBeenCalled();
});
