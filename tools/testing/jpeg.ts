// Builds JPEGs for tests.
import { exifSegment } from '../../proxy/contract/photos/jpeg.ts';
import { removeMetadata } from '../../proxy/contract/photos/remove-metadata.ts';
import { tiff } from './tiff.ts';

export const toLatin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
export const fromLatin1 = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0));
export const segment = (marker: number, content: string) =>
  Uint8Array.of(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...fromLatin1(content));

export function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Repeats the same bytes. */
export function repeatBytes(text: string, times: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * times);
  bytes.set(fromLatin1(text));
  for (let length = text.length; length < bytes.length; length *= 2) bytes.copyWithin(length, 0, length);
  return bytes;
}

export const soi = Uint8Array.of(0xff, 0xd8);
export const scan = join(
  segment(0xda, '\x01\x01\0\0\x3f\0'),
  fromLatin1('\x12\xff\0\x34\xff\xd0\x56\xff\xd9'),
);
export const icc = segment(0xe2, 'ICC_PROFILE\0\x01\x01colours');
export const xmp = (content: string) => segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${content}`);
export const frame = segment(0xc0, '\x08\0\x20\0\x30\x01\x01\x11\0');

export const photo = (...more: Uint8Array[]) => join(soi, exifSegment(tiff('MM')), ...more, icc, frame, scan);

/** The bytes in pieces of this length. Each is overwritten when the next one is requested, as those of a socket are. */
export async function* inPieces(bytes: Uint8Array, length: number) {
  for (let start = 0; start < bytes.length; start += length) {
    const piece = Buffer.from(bytes.subarray(start, start + length));
    yield piece;
    piece.fill(0xee);
  }
}

/** Removes metadata from a whole file. */
export async function cleanBytes(bytes: Uint8Array, what: 'location' | 'all' | 'none', pieceBytes = 65_536) {
  const parts: Uint8Array[] = [];
  const kept = removeMetadata(inPieces(bytes, pieceBytes), what);
  let next = await kept.next();
  for (; !next.done; next = await kept.next()) parts.push(Uint8Array.from(next.value));
  return { cleaned: join(...parts), removed: next.value };
}
