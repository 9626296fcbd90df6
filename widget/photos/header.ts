import { startsWith } from '../../proxy/contract/photos/exif.ts';
import { isFrame, segmentLength } from '../../proxy/contract/photos/jpeg.ts';
import { search } from './pause.ts';

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
    // Skips bytes that aren't markers, as decoders do. Real headers have at most a few hundred markers.
    for (let at = 2, markers = 0; at >= 0 && markers < 1_000; markers++) {
      const marker = bytes[at + 1] ?? 0;
      if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
      if (marker === 0xda) break;
      at = bytes.indexOf(0xff, at + (segmentLength(bytes, at) || 1));
    }
    return undefined;
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
    .map(({ index }) => ({ width: view.getUint32(index + 8), height: view.getUint32(index + 12) }))
    .sort((a, b) => b.width * b.height - a.width * a.height)[0];
}

/** Start of a GIF's graphic control extension, which each of its frames has. */
const gifFrame = '!\xf9\x04';

/** Whether a picture is a GIF with more than one frame. */
export async function isAnimated(bytes: Uint8Array, kind: string): Promise<boolean> {
  let frames = 0;
  if (kind === 'image/gif') for await (const _ of search(bytes, gifFrame)) if (++frames > 1) return true;
  return false;
}
