import { Budget, Exif } from './exif.ts';
import { exifPattern, metadataContents, pictureEnd, search, startsWith } from './jpeg.ts';

/** Blanks out, in place, the location where a JPEG was taken: in EXIF, XMP and IPTC, including a thumbnail's, and in
 * anything that follows the picture. Every other byte stays the same. Resolves with `too-complex` when the budget is
 * used up, because a location may be left. */
export async function blankLocation(bytes: Uint8Array): Promise<'none' | 'blanked' | 'too-complex'> {
  const budget = new Budget();
  const asides = metadataContents(bytes);
  // XMP that is too long for one segment continues in the next, so its parts are also searched as one text.
  let length = 0;
  const xmpParts = asides
    .filter(aside => startsWith(aside, 0, extendedXmpPrefix))
    .map(aside => {
      const piece = aside.subarray(75);
      length += piece.length;
      return { piece, from: length - piece.length };
    });
  const extendedXmp = new Uint8Array(length);
  for (const { piece, from } of xmpParts) extendedXmp.set(piece, from);
  let wasThere = await blankPart(extendedXmp, budget);
  for (const { piece, from } of xmpParts) piece.set(extendedXmp.subarray(from, from + piece.length));
  for (const part of [...asides, bytes.subarray(await pictureEnd(bytes))]) {
    wasThere = (await blankPart(part, budget)) || wasThere;
  }
  if (!budget.spend(0)) return 'too-complex';
  return wasThere ? 'blanked' : 'none';
}

/** Followed by an id of 32 characters, the total length and the offset of this part (XMP 3, 1.1.3.1). */
const extendedXmpPrefix = 'http://ns.adobe.com/xmp/extension/\0';
/** XMP properties that hold coordinates, such as `exif:GPSLatitude`, or place names. */
const names =
  '\\w+:GPS\\w+|photoshop:(?:City|State|Country)|Iptc4xmp(?:Core|Ext):(?:City|Country\\w*|Location\\w*|ProvinceState|Sublocation|WorldRegion)';
/** Matches the start of a location in EXIF, in IPTC, or in an XMP attribute or element, and the whole location of a
 * video (ISO 6709). `locationEnd` finds the end of an attribute or element within the budget, because a regular expression
 * that included it would take quadratic time on many starts without an end. */
const places = `(?<exif>${exifPattern})|(?<iptc>8BIM\x04\x04)|\\b(?:${names})\\s*=\\s*(?<quote>["'])|<(?=(?<element>${names})\\b)|[+-]\\d{2,6}\\.\\d+[+-]\\d{3,7}\\.\\d+(?:[+-][\\d.]+)?(?:CRS\\w+)?/`;

async function blankPart(part: Uint8Array, budget: Budget): Promise<boolean> {
  let wasThere = false;
  let blankedUntil = 0;
  for await (const { at, match, isCut } of search(part, places)) {
    const { 0: found, index, input: text, groups = {} } = match;
    if (!budget.spend(found.length)) break;
    if (groups.exif) {
      wasThere = Exif.parse(part.subarray(at + found.length), budget)?.blankLocation() || wasThere;
    } else if (groups.iptc) {
      wasThere = blankIptc(part, at + found.length, budget) || wasThere;
    } else if (at >= blankedUntil) {
      const end = locationEnd(match);
      // No real location is longer than the overlap of slices, so the search doesn't continue in the next slice.
      if (!end && isCut) budget.spend(Number.POSITIVE_INFINITY);
      if (!budget.spend((end || text.length) - index)) break;
      if (!end) continue;
      blankedUntil = at + end - index;
      part.fill(32, at, blankedUntil);
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
  return wasThere;
}
