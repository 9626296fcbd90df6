import type { Cursor } from './cursor.ts';

// EXIF says when, where and how a photo was taken. It is a TIFF structure (Exif 3.0, 4.6) inside JPEG, PNG, WebP and HEIC.

/** What precedes the TIFF in a JPEG's segment. */
export const exifPrefix = 'Exif\0\0';

const orientationTag = 0x112;
const exifTag = 0x8769;
const locationTag = 0x8825;
/** Tags that can be kept, because they don't say where a photo was taken: make, model, times, and how it was exposed. */
const detailTags = [
  ...[0x10f, 0x110, 0x132, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292],
  ...[0x829a, 0x829d, 0x8827, 0x9209, 0x920a, 0xa405],
];
/** A longer value is none of these. */
const maxValueBytes = 500;
/** The capacity of a JPEG segment after its header and the EXIF prefix. */
const maxSegmentBytes = 65_525;
/** Bytes per value, by type. Type 129 is UTF-8 text. */
const bytesPerValue: Record<number, number> = { ...[0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4], 129: 1 };

interface Entry {
  tag: number;
  type: number;
  count: number;
  /** Offset of the entry. */
  at: number;
  value: Uint8Array;
}

/** Reads a TIFF. Entries that point past the end are ignored. */
export class Exif {
  #bytes: Uint8Array;
  #view: DataView;
  #isLittle: boolean;

  /** Returns undefined when the bytes aren't a TIFF. */
  static parse(bytes: Uint8Array): Exif | undefined {
    const start = String.fromCharCode(...bytes.subarray(0, 4));
    return start === 'II*\0' || start === 'MM\0*' ? new Exif(bytes, start === 'II*\0') : undefined;
  }

  private constructor(bytes: Uint8Array, isLittle: boolean) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = isLittle;
  }

  /** The EXIF orientation, 1 to 8; 1 when it is missing or invalid. */
  get orientation(): number {
    const entry = this.#main.find(({ tag }) => tag === orientationTag);
    const turn = entry ? this.#short(entry.at + 8) : 1;
    return turn >= 1 && turn <= 8 ? turn : 1;
  }

  /** Whether it says where the photo was taken. A version tag without other tags isn't a location. */
  get hasLocation(): boolean {
    return this.#linked(locationTag).some(({ tag }) => tag);
  }

  /** Builds a TIFF of the entries of the main table that have these tags. */
  pick(tags: number[]): Uint8Array<ArrayBuffer> | undefined {
    return this.#write(
      this.#main.filter(({ tag }) => tags.includes(tag)),
      [],
    );
  }

  /** Builds the EXIF of a copy of the photo: its `details` (make, model, times, exposure), its `location`, and the
   * `orientation` that a viewer still has to apply. Returns undefined when nothing is kept, or when it exceeds a segment. */
  carryOver(wanted: {
    details: boolean;
    location: boolean;
    orientation: number;
  }): Uint8Array<ArrayBuffer> | undefined {
    const { details, location, orientation } = wanted;
    const isPlausible = ({ value }: Entry) => value.length > 0 && value.length <= maxValueBytes;
    const isKept = (entry: Entry) => details && detailTags.includes(entry.tag) && isPlausible(entry);
    const turn = { tag: orientationTag, type: 3, count: 1, at: 0, value: new Uint8Array(2) };
    turn.value[this.#isLittle ? 0 : 1] = orientation;
    const main = [...this.#main.filter(isKept), ...(orientation > 1 ? [turn] : [])];
    main.sort((a, b) => a.tag - b.tag);
    const others: [number, Entry[]][] = [
      [exifTag, this.#linked(exifTag).filter(isKept)],
      [locationTag, location ? this.#linked(locationTag).filter(isPlausible) : []],
    ];
    const filled = others.filter(([, entries]) => entries.length);
    return main.length || filled.length ? this.#write(main, filled) : undefined;
  }

  /** Writes the main table with links to the others, which must be in the order of their tags. */
  #write(main: Entry[], linked: [linkTag: number, Entry[]][]): Uint8Array<ArrayBuffer> | undefined {
    const links = linked.map(([tag]) => ({ tag, type: 4, count: 1, at: 0, value: new Uint8Array(4) }));
    const tables = [[...main, ...links], ...linked.map(([, entries]) => entries)];
    let total = 8;
    const starts = tables.map(entries => {
      const start = total;
      total += 6 + 12 * entries.length;
      for (const { value } of entries) total += externalBytes(value);
      return start;
    });
    if (total > maxSegmentBytes) return undefined;
    links.forEach(({ value }, index) => {
      new DataView(value.buffer).setUint32(0, starts[index + 1]!, this.#isLittle);
    });
    const out = new Uint8Array(total);
    const view = new DataView(out.buffer);
    out.set(this.#bytes.subarray(0, 4));
    view.setUint32(4, 8, this.#isLittle);
    tables.forEach((entries, index) => {
      let at = starts[index]! + 2;
      let free = at + 4 + 12 * entries.length;
      view.setUint16(at - 2, entries.length, this.#isLittle);
      for (const { tag, type, count, value } of entries) {
        view.setUint16(at, tag, this.#isLittle);
        view.setUint16(at + 2, type, this.#isLittle);
        view.setUint32(at + 4, count, this.#isLittle);
        if (value.length > 4) view.setUint32(at + 8, free, this.#isLittle);
        out.set(value, value.length > 4 ? free : at + 8);
        free += externalBytes(value);
        at += 12;
      }
    });
    return out;
  }

  get #main(): Entry[] {
    return this.#entries(this.#long(4));
  }

  #linked(linkTag: number): Entry[] {
    const pointer = this.#main.find(({ tag }) => tag === linkTag);
    return pointer ? this.#entries(this.#long(pointer.at + 8)) : [];
  }

  #entries(ifd: number): Entry[] {
    const entries: Entry[] = [];
    const count = ifd >= 8 ? this.#short(ifd) : 0;
    const end = Math.min(ifd + 2 + 12 * count, this.#bytes.length - 11);
    for (let at = ifd + 2; at < end; at += 12) {
      const type = this.#short(at + 2);
      const values = this.#long(at + 4);
      const length = (bytesPerValue[type] ?? 0) * values;
      const start = length > 4 ? this.#long(at + 8) : at + 8;
      if (start + length > this.#bytes.length) continue;
      const value = this.#bytes.subarray(start, start + length);
      entries.push({ tag: this.#short(at), type, count: values, at, value });
    }
    return entries;
  }

  #short(at: number): number {
    return at + 2 <= this.#bytes.length ? this.#view.getUint16(at, this.#isLittle) : 0;
  }

  #long(at: number): number {
    return at + 4 <= this.#bytes.length ? this.#view.getUint32(at, this.#isLittle) : 0;
  }
}

/** Bytes that a value takes up outside its entry. */
function externalBytes(value: Uint8Array): number {
  return value.length > 4 ? value.length + (value.length % 2) : 0;
}

/** The TIFF that is kept of a photo that isn't encoded again; undefined if nothing is, or if it isn't smaller. */
export function cleanExif(cursor: Cursor, tiff: Uint8Array): Uint8Array | undefined {
  const exif = Exif.parse(tiff);
  if (!exif) return undefined;
  if (exif.hasLocation) cursor.noteLocation();
  const { orientation } = exif;
  const kept = exif.carryOver({ details: cursor.keepsDetails, location: false, orientation });
  return kept && kept.length <= tiff.length ? kept : undefined;
}

/** Whether these characters are at this offset, one in each byte. */
export function startsWith(bytes: Uint8Array, at: number, mark: string): boolean {
  for (let index = 0; index < mark.length; index++) {
    if (bytes[at + index] !== mark.charCodeAt(index)) return false;
  }
  return true;
}
