import { Exif } from './exif.ts';
import { exifPattern, exifPrefix, parseExif, startsWith } from './jpeg.ts';
import { search } from './search.ts';

/** A WebP has a few chunks, and one per frame when it is animated. */
const maxChunks = 10_000;

/** Finds the EXIF of a photo of any type. */
export async function findExif(bytes: Uint8Array, kind: string): Promise<Exif | undefined> {
  if (kind === 'image/jpeg') return parseExif(bytes);
  if (kind === 'image/webp') return findExifInWebp(bytes);
  for await (const { at } of search(bytes, exifPattern))
    return Exif.parse(bytes.subarray(at + exifPrefix.length));
  return undefined;
}

function findExifInWebp(bytes: Uint8Array): Exif | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12, chunks = 0; at + 8 <= bytes.length && chunks < maxChunks; chunks++) {
    const length = view.getUint32(at + 4, true);
    if (startsWith(bytes, at, 'EXIF')) {
      // Some software writes the prefix of a JPEG's EXIF segment here as well.
      const start = at + 8 + (startsWith(bytes, at + 8, exifPrefix) ? exifPrefix.length : 0);
      return Exif.parse(bytes.subarray(start, at + 8 + length));
    }
    at += 8 + length + (length % 2);
  }
  return undefined;
}
