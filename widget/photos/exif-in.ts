import { Exif } from './exif.ts';
import { exifOf, placesOf, startsWith } from './jpeg.ts';

/** The EXIF of a photo, whatever its kind. */
export function exifIn(bytes: Uint8Array, kind: string): Exif | undefined {
  if (kind === 'image/jpeg') return exifOf(bytes);
  if (kind === 'image/webp') return exifOfWebp(bytes);
  for (const at of placesOf(bytes, 'Exif\0\0')) {
    const exif = Exif.in(bytes.subarray(at + 6));
    if (exif) return exif;
  }
  return undefined;
}

function exifOfWebp(bytes: Uint8Array): Exif | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    if (startsWith(bytes, at, 'EXIF')) {
      // Some write the mark of a JPEG's segment before it.
      const start = at + 8 + (startsWith(bytes, at + 8, 'Exif\0\0') ? 6 : 0);
      return Exif.in(bytes.subarray(start, at + 8 + length));
    }
    at += 8 + length + (length % 2);
  }
  return undefined;
}
