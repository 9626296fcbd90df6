import { Budget } from './budget.ts';
import { Exif } from './exif.ts';
import { asidesOf, endOf, exifStart, startsWith } from './jpeg.ts';
import { search } from './search.ts';

/** Blanks out, in place, where a JPEG was taken: in EXIF, XMP and IPTC, also those of a thumbnail, and in what phones
 * put behind the picture. Every other byte stays as it is. `too-complex`: the budget is used up, and a location may be
 * left. */
export async function blankLocation(bytes: Uint8Array): Promise<'none' | 'blanked' | 'too-complex'> {
  const budget = new Budget();
  const asides = asidesOf(bytes);
  // XMP that is too long for a segment continues in the next one, so its pieces are looked at as one as well.
  let length = 0;
  const xmpPieces = asides
    .filter(aside => startsWith(aside, 0, longXmpMark))
    .map(aside => {
      const piece = aside.subarray(75);
      length += piece.length;
      return { piece, from: length - piece.length };
    });
  const longXmp = new Uint8Array(length);
  for (const { piece, from } of xmpPieces) longXmp.set(piece, from);
  let wasThere = await blankPart(longXmp, budget);
  for (const { piece, from } of xmpPieces) piece.set(longXmp.subarray(from, from + piece.length));
  for (const part of [...asides, bytes.subarray(await endOf(bytes))]) {
    wasThere = (await blankPart(part, budget)) || wasThere;
  }
  if (!budget.spend(0)) return 'too-complex';
  return wasThere ? 'blanked' : 'none';
}

/** An id of 32 characters, the length of the whole and the offset of this piece follow (XMP 3, 1.1.3.1). */
const longXmpMark = 'http://ns.adobe.com/xmp/extension/\0';
/** XMP's `exif:GPSLatitude` and its like, and its names of places. */
const names =
  '\\w+:GPS\\w+|photoshop:(?:City|State|Country)|Iptc4xmp(?:Core|Ext):(?:City|Country\\w*|Location\\w*|ProvinceState|Sublocation|WorldRegion)';
/** Where a location may begin: EXIF, IPTC, an attribute or an element of XMP; or the whole location of a film
 * (ISO 6709). An attribute's or element's end is searched for in `placeEnd`, within the budget: a regular expression
 * that includes it takes quadratic time when there are many beginnings without an end. */
const places = `(?<exif>${exifStart})|(?<iptc>8BIM\x04\x04)|\\b(?:${names})\\s*=\\s*(?<quote>["'])|<(?=(?<element>${names})\\b)|[+-]\\d{2,6}\\.\\d+[+-]\\d{3,7}\\.\\d+(?:[+-][\\d.]+)?(?:CRS\\w+)?/`;

async function blankPart(part: Uint8Array, budget: Budget): Promise<boolean> {
  let wasThere = false;
  let blankedTo = 0;
  for await (const { at, match, isCut } of search(part, places)) {
    const { 0: found, index, input: text, groups = {} } = match;
    if (!budget.spend(found.length)) break;
    if (groups.exif) {
      wasThere = Exif.in(part.subarray(at + found.length), budget)?.blankLocation() || wasThere;
    } else if (groups.iptc) {
      wasThere = blankIptc(part, at + found.length, budget) || wasThere;
    } else if (at >= blankedTo) {
      const end = placeEnd(match);
      // No real place is longer than the slice's overlap, so this one isn't followed into the next slice.
      if (!end && isCut) budget.spend(Number.POSITIVE_INFINITY);
      if (!budget.spend((end || text.length) - index)) break;
      if (!end) continue;
      blankedTo = at + end - index;
      part.fill(32, at, blankedTo);
      wasThere = true;
    }
  }
  return wasThere;
}

/** Where in its text an attribute, element or location of a film ends; 0: nowhere. */
function placeEnd({ 0: found, index, input: text, groups = {} }: RegExpExecArray): number {
  const inner = index + found.length;
  if (groups.quote) return text.indexOf(groups.quote, inner) + 1;
  return groups.element ? elementEnd(text, groups.element, inner) : inner;
}

/** Where an element ends that begins before `from`; 0: nowhere. */
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

/** City, part of it, county, country, and places in the picture (IPTC-IIM 4.2, 2:26 to 2:101). */
const iptcPlaces = [26, 27, 90, 92, 95, 100, 101];

/** Puts spaces in place of IPTC's names of places. `from`: behind the mark of the block. */
function blankIptc(bytes: Uint8Array, from: number, budget: Budget): boolean {
  let wasThere = false;
  // The block's name, padded to an even length, and its length come first. It ends where no other line begins.
  let at = from + ((bytes[from]! + 2) & ~1) + 4;
  for (let length = 0; bytes[at] === 0x1c && budget.spend(5); at += 5 + length) {
    length = bytes[at + 3]! * 256 + bytes[at + 4]!;
    if (length > 0x7fff) break; // Too long for words.
    if (bytes[at + 1] !== 2 || !iptcPlaces.includes(bytes[at + 2]!)) continue;
    if (!budget.spend(length)) break;
    const place = bytes.subarray(at + 5, at + 5 + length);
    wasThere ||= place.some(byte => byte !== 32);
    place.fill(32);
  }
  return wasThere;
}
