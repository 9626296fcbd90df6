import type { ByteReader } from './byte-reader.ts';
import { type Budget, Exif, exifPrefix } from './exif.ts';

/** Bytes searched at a time, which takes a slow phone a few milliseconds. */
const sliceBytes = 131_072;
/** How far each slice extends into the next one, so that no match is split. EXIF is the longest: it fills a segment of a
 * JPEG. */
const overlapBytes = 81_920;

/** Passes on all other bytes and blanks out the locations in them, as `blankLocation` does. Returns whether there was
 * one. */
export async function* blankLocations(
  reader: ByteReader,
  budget: Budget,
): AsyncGenerator<Uint8Array, boolean> {
  let wasThere = false;
  for (;;) {
    const held = await reader.peek(sliceBytes + overlapBytes + 1);
    if (held.length === 0) return wasThere;
    const isCut = held.length > sliceBytes + overlapBytes;
    const slice = isCut ? held.subarray(0, sliceBytes + overlapBytes) : held;
    if (!budget.isSpent && blankSlice(slice, isCut ? sliceBytes : held.length, budget)) wasThere = true;
    yield* reader.pass(isCut ? sliceBytes : held.length);
  }
}

/** Blanks out, in place, the locations in EXIF, XMP, IPTC and videos. Every other byte stays the same. Returns whether there
 * was one. Part of it may be left when the budget is used up. */
export function blankLocation(bytes: Uint8Array, budget: Budget): boolean {
  return blankSlice(bytes, bytes.length, budget);
}

/** Both sides have it, although ES2023 doesn't (Encoding Standard). */
declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string };
/** Decodes to one character for each byte, so that indexes in the text and in the bytes are the same. */
const latin1 = new TextDecoder('latin1');

/** A regular expression for the prefix of EXIF when a TIFF follows it. */
export const exifPattern = `${exifPrefix}(?=II\\*\0|MM\0\\*)`;
/** XMP properties that hold coordinates, such as `exif:GPSLatitude`, or place names. */
const names =
  '\\w+:GPS\\w+|photoshop:(?:City|State|Country)|' +
  'Iptc4xmp(?:Core|Ext):(?:City|Country\\w*|Location\\w*|ProvinceState|Sublocation|WorldRegion)';
/** Matches the start of a location in EXIF, in IPTC, or in an XMP attribute or element, and the whole location of a
 * video (ISO 6709). `locationEnd` finds the end of an attribute or element within the budget, because a regular expression
 * that included it would take quadratic time on many starts without an end. */
const places = new RegExp(
  `(?<exif>${exifPattern})|(?<iptc>8BIM\x04\x04)|\\b(?:${names})\\s*=\\s*(?<quote>["'])|` +
    `<(?=(?<element>${names})\\b)|[+-]\\d{2,6}\\.\\d+[+-]\\d{3,7}\\.\\d+(?:[+-][\\d.]+)?(?:CRS\\w+)?/`,
  'g',
);
const placeName = new RegExp(`^(?:${names})$`);
/** Whether a name is that of a property that holds coordinates or a place's name. */
export const isPlaceName = (name: string) => placeName.test(name);

/** Blanks out the locations that begin before `until`, where the next slice begins. */
function blankSlice(slice: Uint8Array, until: number, budget: Budget): boolean {
  const isCut = until < slice.length;
  let wasThere = false;
  let blankedUntil = 0;
  for (const match of latin1.decode(slice).matchAll(places)) {
    const { 0: found, index, input: text, groups = {} } = match;
    if (index >= until) break; // The next slice finds this match in full.
    if (!budget.spend(found.length)) break;
    if (groups.exif) {
      const exif = Exif.parse(slice.subarray(index + found.length), budget);
      if (exif?.blankLocation()) wasThere = true;
      if (isCut && exif?.pointsPastEnd) budget.giveUp();
    } else if (groups.iptc) {
      wasThere = blankIptc(slice, index + found.length, budget) || wasThere;
    } else if (index >= blankedUntil) {
      const end = locationEnd(match);
      // No real location is longer than the overlap of slices, so the search doesn't continue in the next slice.
      if (!end && isCut) budget.giveUp();
      if (!budget.spend((end || text.length) - index)) break;
      if (!end) continue;
      blankedUntil = end;
      slice.fill(32, index, end);
      wasThere = true;
    }
  }
  return wasThere;
}

/** The index after an attribute, element or video location; 0 if it is unterminated. */
function locationEnd({ 0: found, index, input: text, groups = {} }: RegExpExecArray): number {
  const inner = index + found.length;
  if (groups.quote) return text.indexOf(groups.quote, inner) + 1;
  return groups.element ? elementEnd(text, groups.element, inner) : inner;
}

/** The index after an element that starts before `from`; 0 if it is unterminated. */
function elementEnd(text: string, name: string, from: number): number {
  const inner = text.indexOf('>', from) + 1;
  if (!inner || text[inner - 2] === '/') return inner;
  const closing = /<\/([\w:]+)\s*>/g;
  closing.lastIndex = inner;
  for (let match = closing.exec(text); match; match = closing.exec(text)) {
    if (match[1] === name) return closing.lastIndex;
  }
  return 0;
}

/** Datasets for city, sublocation, province, country and content location (IPTC-IIM 4.2, 2:26 to 2:101). */
const iptcLocationDatasets = [26, 27, 90, 92, 95, 100, 101];

/** Overwrites place names in an IPTC block with spaces. `from` is the offset after the block's signature. */
function blankIptc(bytes: Uint8Array, from: number, budget: Budget): boolean {
  let wasThere = false;
  // The block starts with its name, padded to an even length, and its length. It ends at the first byte that starts no
  // dataset.
  let at = from + ((bytes[from]! + 2) & ~1) + 4;
  for (let length = 0; bytes[at] === 0x1c && budget.spend(5); at += 5 + length) {
    length = bytes[at + 3]! * 256 + bytes[at + 4]!;
    if (length > 0x7fff) break; // An extended dataset, which never holds text.
    if (bytes[at + 1] !== 2 || !iptcLocationDatasets.includes(bytes[at + 2]!)) continue;
    if (!budget.spend(length)) break;
    const place = bytes.subarray(at + 5, at + 5 + length);
    wasThere ||= place.some(byte => byte !== 32);
    place.fill(32);
  }
  if (at > bytes.length) budget.giveUp(); // The block continues elsewhere.
  return wasThere;
}
