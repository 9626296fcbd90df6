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

test('a file that is never read is inspected until it is removed', async () => {
  const stuck = new Attachment(new File(['%PDF-1.4\n'], 'a.pdf'));
  vi.spyOn(stuck.file, 'slice').mockReturnValue({ arrayBuffer: () => new Promise(() => {}) } as Blob);
  const localizer = { translator: () => () => '' } as unknown as Localizer;
  const inspected = inspect(stuck, limits, new PhotoPreparation(localizer));
  stuck.abort.abort();
  await inspected;
  expect(stuck.state).toBe('refused');
});

test('a PDF is read once, because a phone may not let it be read again', async () => {
  const file = new File(['%PDF-1.4\n'], 'a.pdf');
  const pdf = new Attachment(file);
  const localizer = { translator: () => () => '' } as unknown as Localizer;
  await inspect(pdf, limits, new PhotoPreparation(localizer));
  expect(pdf.body).not.toBe(file);
  expect(await pdf.body.text()).toBe('%PDF-1.4\n');
});

test('a photo that is never read holds back the others only until it is removed', async () => {
  const [stuck, next] = ['a.jpg', 'b.jpg'].map(name => {
    const photo = new Attachment(new File([Uint8Array.of(0xff, 0xd8, 0xff)], name));
    vi.spyOn(photo.file, 'arrayBuffer').mockReturnValue(new Promise(() => {}));
    return photo;
  });
  const localizer = { translator: () => () => '' } as unknown as Localizer;
  const photos = new PhotoPreparation(localizer);
  for (const photo of [stuck!, next!]) void inspect(photo, limits, photos);
  await expect.poll(() => vi.mocked(stuck!.file.arrayBuffer).mock.calls.length).toBe(1);
  expect(next!.file.arrayBuffer).not.toHaveBeenCalled();
  stuck!.abort.abort();
  await expect.poll(() => vi.mocked(next!.file.arrayBuffer).mock.calls.length).toBe(1);
});
