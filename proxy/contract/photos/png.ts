import type { ByteReader } from './byte-reader.ts';
import { type Budget, Exif, exifPrefix, isSame, orientationTiff, startsWith } from './exif.ts';
import { UnreadablePhoto } from './jpeg.ts';
import { blankLocation, blankLocations, isPlaceName } from './location.ts';

/** Chunks that describe pixels, their colours and their frames (PNG, third edition, section 11). A type that begins with
 * a capital letter is one of them, too. */
const pictureChunks =
  /^(?:[A-Z]|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)/;
/** A longer chunk of metadata isn't searched. */
const maxSearchedBytes = 262_144;
/** The longest EXIF in other formats, and so in software that writes it. */
const maxExifBytes = 65_536;
/** The length of a chunk's head, and of the head and the checksum. */
const headBytes = 8;
const frameBytes = 12;
/** The maximum length of a text's keyword, with the flags that follow it (sections 11.3.3.2 to 11.3.3.4). */
const maxKeywordBytes = 82;

interface Chunk {
  type: string;
  /** The length of the content. */
  length: number;
}

/** Blanks out the location where a PNG was taken: in EXIF, XMP and other texts, and in anything that follows the
 * picture. Every other byte stays the same, except for checksums. Uses up the budget if there is metadata that can't be
 * searched. Returns whether there was a location. */
export async function* blankPng(reader: ByteReader, budget: Budget): AsyncGenerator<Uint8Array, boolean> {
  let wasThere = false;
  yield* reader.pass(8);
  for (let chunk = await nextChunk(reader); chunk; chunk = await nextChunk(reader)) {
    const bytes = frameBytes + chunk.length;
    if (
      !pictureChunks.test(chunk.type) &&
      isSearchable(await reader.peek(headBytes + maxKeywordBytes), chunk)
    ) {
      const whole = (await reader.peek(bytes)).subarray(0, bytes);
      if (blankChunk(whole, chunk, budget)) wasThere = true;
    } else if (!pictureChunks.test(chunk.type)) {
      budget.giveUp();
    }
    yield* reader.pass(bytes);
    if (chunk.type === 'IEND') break;
  }
  return (yield* blankLocations(reader, budget)) || wasThere;
}

/** Passes on a PNG without its metadata, except colours and orientation. Returns whether there was any. Throws
 * UnreadablePhoto when there are no pixels, because then nothing says where the picture is. */
export async function* stripPng(reader: ByteReader): AsyncGenerator<Uint8Array, boolean> {
  let wasThere = false;
  let hasPixels = false;
  let hasExif = false;
  yield* reader.pass(8);
  for (let chunk = await nextChunk(reader); chunk; chunk = await nextChunk(reader)) {
    const { type, length } = chunk;
    if (pictureChunks.test(type)) {
      yield* reader.pass(frameBytes + length);
      hasPixels ||= type === 'IDAT';
      if (type === 'IEND') break;
      continue;
    }
    const isExif = type === 'eXIf' && !hasExif && length <= maxExifBytes;
    if (isExif) {
      hasExif = true;
      const found = (await reader.peek(frameBytes + length)).slice(0, frameBytes + length);
      const orientation = Exif.parse(exifOf(found, length))?.orientation ?? 1;
      const kept = orientation > 1 ? exifChunk(orientationTiff(orientation)) : new Uint8Array();
      yield kept;
      if (!isSame(kept, found)) wasThere = true;
    } else wasThere = true;
    await reader.skip(frameBytes + length);
  }
  if (!hasPixels) throw new UnreadablePhoto();
  return (await reader.skip(Number.POSITIVE_INFINITY)) > 0 || wasThere;
}

/** The next chunk, which isn't consumed; undefined where the structure ends or breaks. */
async function nextChunk(reader: ByteReader): Promise<Chunk | undefined> {
  const head = await reader.peek(headBytes);
  if (head.length < headBytes) return undefined;
  const length = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const type = String.fromCharCode(...head.subarray(4, headBytes));
  if (!/^[A-Za-z]{4}$/.test(type) || length > 0x7fff_ffff) return undefined;
  // IEND is empty (section 11.2.5), and readers stop at it even if it declares a length.
  return { type, length: type === 'IEND' ? 0 : length };
}

/** Whether the text of a chunk of metadata is as it stands. It isn't if it is compressed, or hexadecimal as ImageMagick
 * writes it. A text whose keyword names a place has nothing else in it that could be searched for. */
function isSearchable(start: Uint8Array, { type, length }: Chunk): boolean {
  if (length > (type === 'eXIf' ? maxExifBytes : maxSearchedBytes) || type === 'zTXt') return false;
  if (type !== 'tEXt' && type !== 'iTXt') return true;
  const text = String.fromCharCode(
    ...start.subarray(headBytes, headBytes + Math.min(length, maxKeywordBytes)),
  );
  const [keyword = ''] = text.split('\0', 1);
  if (/^Raw profile type/i.test(keyword) || isPlaceName(keyword)) return false;
  return type === 'tEXt' || text[keyword.length + 1] !== '\x01';
}

/** Blanks out the location in a chunk, and corrects its checksum. Returns whether there was a location. */
function blankChunk(whole: Uint8Array, { type, length }: Chunk, budget: Budget): boolean {
  const wasThere =
    type === 'eXIf'
      ? Exif.parse(exifOf(whole, length), budget)?.blankLocation()
      : blankLocation(whole.subarray(headBytes, headBytes + length), budget);
  if (wasThere) writeChecksum(whole);
  return !!wasThere;
}

/** The TIFF in an `eXIf` chunk. Some software writes the prefix of a JPEG's EXIF segment here as well. */
function exifOf(whole: Uint8Array, length: number): Uint8Array {
  const from = headBytes + (startsWith(whole, headBytes, exifPrefix) ? exifPrefix.length : 0);
  return whole.subarray(from, headBytes + length);
}

function exifChunk(tiff: Uint8Array): Uint8Array {
  const whole = new Uint8Array(frameBytes + tiff.length);
  new DataView(whole.buffer).setUint32(0, tiff.length);
  whole.set([0x65, 0x58, 0x49, 0x66], 4);
  whole.set(tiff, headBytes);
  writeChecksum(whole);
  return whole;
}

/** Writes the checksum of a chunk. Does nothing if the chunk is truncated. */
function writeChecksum(whole: Uint8Array): void {
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  const end = whole.length - 4;
  if (headBytes + view.getUint32(0) === end) view.setUint32(end, crc32(whole.subarray(4, end)));
}

/** The checksum of PNG (annex D). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return ~crc >>> 0;
}
