import { type FileKind, fileKinds } from '../../proxy/contract/definition.ts';
import { parseSegments, search, startsWith } from './jpeg.ts';

/** Kinds of photo that have to be converted. Most browsers can decode most of them. */
export type PhotoKind = 'image/webp' | 'image/avif' | 'image/bmp' | 'image/heic';

/** The number of bytes at the start of a file that `detectPhotoKind` needs. */
export const photoKindBytes = 64;

/** The kind of a file that the enquiry API doesn't accept, by its first bytes: a photo that can be converted, or audio
 * or video; undefined if it is something else. */
export function detectPhotoKind(start: Uint8Array): PhotoKind | 'media' | undefined {
  const text = String.fromCharCode(...start);
  const brands = text.slice(4, 8) === 'ftyp' ? text.slice(8) : '';
  if (brands) {
    const major = brands.slice(0, 4);
    // The compatible brands tell which kind of HEIF a generic major brand stands for (ISO/IEC 23008-12, annex B).
    if (/^avi[fs]|^m[is]f1.*avi[fs]/s.test(brands)) return 'image/avif';
    return /^(he[ivx][cfmsx]|m[is]f1)/.test(major) ? 'image/heic' : 'media';
  }
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp';
  // The file header is followed by the length of the image header, which has one of these values.
  if (text.startsWith('BM') && [12, 40, 52, 56, 64, 108, 124].includes(start[14] ?? 0)) return 'image/bmp';
  return /^(RIFF.{4}(AVI |WAVE)|OggS|ID3|fLaC|#!AMR)/s.test(text) || isStream(start) ? 'media' : undefined;
}

/** Audio and video formats that don't start with letters: MP3, AAC, Matroska, MPEG. */
function isStream([a, b = 0, c, d = 0]: Uint8Array): boolean {
  return (
    (a === 0xff && [0xf1, 0xf2, 0xf3, 0xf9, 0xfa, 0xfb].includes(b)) ||
    (a === 0x1a && b === 0x45 && c === 0xdf) ||
    (a === 0 && b === 0 && c === 1 && [0xb3, 0xba].includes(d))
  );
}

/** Whether the enquiry API accepts a file of this kind, so that it needn't be converted. */
export function isSendable(kind: FileKind | PhotoKind): kind is FileKind {
  return Object.hasOwn(fileKinds, kind);
}

/** Width and height in pixels, before the EXIF orientation is applied. */
export interface PixelSize {
  width: number;
  height: number;
}

/** Reads a picture's size from its header; undefined when the header is incomplete or invalid. */
export function readSize(bytes: Uint8Array, kind: string): PixelSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readers[kind]?.(view, bytes);
    return size?.width && size.height ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // The file ends within its header.
    throw error;
  }
}

const readers: Record<string, (view: DataView, bytes: Uint8Array) => PixelSize | undefined> = {
  'image/png': view => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/gif': view => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/bmp': view =>
    view.getUint32(14, true) === 12
      ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
      : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) },
  'image/jpeg'(view, bytes) {
    const frame = parseSegments(bytes).find(
      ({ marker }) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker),
    );
    return frame && { width: view.getUint16(frame.start + 7), height: view.getUint16(frame.start + 5) };
  },
  'image/webp'(view, bytes) {
    if (startsWith(bytes, 12, 'VP8X')) {
      const readUint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1;
      return { width: readUint24(24), height: readUint24(27) };
    }
    if (startsWith(bytes, 12, 'VP8L')) {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  },
  'image/avif': largestSize,
  'image/heic': largestSize,
};

/** A HEIF file lists the size of each of its images, thumbnails included, so the largest one is the picture's
 * (ISO/IEC 23008-12 6.5.3). */
function largestSize(view: DataView, bytes: Uint8Array): PixelSize | undefined {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 65_536));
  return [...text.matchAll(/ispe/g)]
    .map(({ index }) => ({
      width: view.getUint32(index + 8),
      height: view.getUint32(index + 12),
    }))
    .sort((a, b) => b.width * b.height - a.width * a.height)[0];
}

/** Start of a GIF's graphic control extension. The lowest bit of the next byte says that the frame has a transparent
 * colour. */
const gifFrame = '!\xf9\x04';

/** Whether a GIF or PNG is animated. */
export async function isAnimated(bytes: Uint8Array, kind: string): Promise<boolean> {
  if (kind === 'image/png') return chunksOf(bytes).includes('acTL');
  let frames = 0;
  if (kind === 'image/gif') for await (const _ of search(bytes, gifFrame)) if (++frames > 1) return true;
  return false;
}

/** Whether a GIF or PNG declares transparency. */
export async function mayBeTransparent(bytes: Uint8Array, kind: string): Promise<boolean> {
  if (kind === 'image/png') return [4, 6].includes(bytes[25] ?? 0) || chunksOf(bytes).includes('tRNS');
  if (kind === 'image/gif')
    for await (const { at } of search(bytes, gifFrame)) if ((bytes[at + 3] ?? 0) & 1) return true;
  return false;
}

/** Real PNGs have a few dozen chunks before the pixels. */
const maxChunks = 10_000;

/** The types of a PNG's chunks before the pixels. */
function chunksOf(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const types: string[] = [];
  for (let at = 8; at + 8 <= bytes.length && types.length < maxChunks; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === 'IDAT') break;
    types.push(type);
  }
  return types;
}
