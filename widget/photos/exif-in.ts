import { Exif } from './exif.ts';
import { exifMark, exifOf, exifStart, startsWith } from './jpeg.ts';
import { search } from './search.ts';

/** A WebP has a few chunks, and one for each frame when it moves. */
const mostChunks = 10_000;

/** The EXIF of a photo, whatever its kind. */
export async function exifIn(bytes: Uint8Array, kind: string): Promise<Exif | undefined> {
  if (kind === 'image/jpeg') return exifOf(bytes);
  if (kind === 'image/webp') return exifOfWebp(bytes);
  for await (const { at } of search(bytes, exifStart)) return Exif.in(bytes.subarray(at + exifMark.length));
  return undefined;
}

function exifOfWebp(bytes: Uint8Array): Exif | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12, chunks = 0; at + 8 <= bytes.length && chunks < mostChunks; chunks++) {
    const length = view.getUint32(at + 4, true);
    if (startsWith(bytes, at, 'EXIF')) {
      // Some write the mark of a JPEG's segment before it.
      const start = at + 8 + (startsWith(bytes, at + 8, exifMark) ? exifMark.length : 0);
      return Exif.in(bytes.subarray(start, at + 8 + length));
    }
    at += 8 + length + (length % 2);
  }
  return undefined;
}
