import { placesOf, segmentsOf, startsWith } from './jpeg.ts';

/** Width and height in pixels, as they are encoded. */
export interface Size {
  width: number;
  height: number;
}

/** What a picture's header tells of it; undefined: nothing that makes sense. */
export function sizeOf(bytes: Uint8Array, kind: string): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readers[kind]?.(view, bytes);
    return size?.width && size.height ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // It ends before its header does.
    throw error;
  }
}

const readers: Record<string, (view: DataView, bytes: Uint8Array) => Size | undefined> = {
  'image/png': view => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/gif': view => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/bmp': view =>
    view.getUint32(14, true) === 12
      ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
      : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) },
  'image/jpeg'(view, bytes) {
    const frame = segmentsOf(bytes).find(
      ({ marker }) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker),
    );
    return frame && { width: view.getUint16(frame.start + 7), height: view.getUint16(frame.start + 5) };
  },
  'image/webp'(view, bytes) {
    if (startsWith(bytes, 12, 'VP8X')) {
      const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1;
      return { width: three(24), height: three(27) };
    }
    if (startsWith(bytes, 12, 'VP8L')) {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  },
  'image/avif': largest,
  'image/heic': largest,
};

/** HEIF tells the size of each of its pictures, of the thumbnail too: the largest counts (ISO/IEC 23008-12 6.5.3). */
function largest(view: DataView, bytes: Uint8Array): Size | undefined {
  return placesOf(bytes.subarray(0, 65_536), 'ispe')
    .map(at => ({ width: view.getUint32(at + 8), height: view.getUint32(at + 12) }))
    .sort((a, b) => b.width * b.height - a.width * a.height)[0];
}

/** Whether a GIF or PNG moves. */
export function isAnimated(bytes: Uint8Array, kind: string): boolean {
  if (kind === 'image/png') return chunksOf(bytes).includes('acTL');
  return kind === 'image/gif' && placesOf(bytes, '\x21\xf9\x04').length > 1;
}

/** Whether a GIF or PNG may be seen through. */
export function mayBeTransparent(bytes: Uint8Array, kind: string): boolean {
  if (kind === 'image/png') return [4, 6].includes(bytes[25] ?? 0) || chunksOf(bytes).includes('tRNS');
  return kind === 'image/gif' && placesOf(bytes, '\x21\xf9\x04').some(at => (bytes[at + 3] ?? 0) & 1);
}

/** The types of a PNG's chunks up to the first of the picture. */
function chunksOf(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const types: string[] = [];
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === 'IDAT') break;
    types.push(type);
  }
  return types;
}
