// EXIF says when, where and how a photo was taken. It is a TIFF structure (Exif 3.0, 4.6) inside JPEG, WebP and HEIC.

/** What precedes the TIFF in a JPEG's segment. */
export const exifPrefix = 'Exif\0\0';

const orientationTag = 0x112;
const exifTag = 0x8769;
const locationTag = 0x8825;
/** Tags that a re-encoded photo keeps: make, model and times. */
const keptTags = [0x10f, 0x110, 0x132, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292];
/** A longer value is neither a make nor a time. */
const maxValueBytes = 500;
/** The capacity of a JPEG segment after its header and the EXIF prefix. */
const maxSegmentBytes = 65_525;
/** Bytes per value, by type. Type 129 is UTF-8 text. */
const bytesPerValue: Record<number, number> = { ...[0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4], 129: 1 };

/** Bounds the work on a photo's metadata. Its tables and values declare their own lengths and offsets, and many of them
 * may share the same bytes. Without a bound, a crafted file of 300 kB would block the page for minutes. */
export class Budget {
  /** A real photo needs about 600 bytes for each picture in the file, and up to a few thousand for XMP. */
  #bytes = 50_000;

  /** Takes bytes from the budget before they are processed. Returns false, now and on every later call, once the
   * budget is used up. */
  spend(bytes: number): boolean {
    this.#bytes -= bytes;
    return this.#bytes >= 0;
  }

  /** Gives up on metadata that can't be searched. */
  giveUp(): void {
    this.#bytes = Number.NEGATIVE_INFINITY;
  }

  get isSpent(): boolean {
    return this.#bytes < 0;
  }
}

interface Entry {
  tag: number;
  type: number;
  count: number;
  /** Offset of the entry. */
  at: number;
  value: Uint8Array;
}

/** Reads and edits the bytes of a TIFF in place. Entries that point past the end are ignored. */
export class Exif {
  /** Whether anything pointed past the end. */
  pointsPastEnd = false;
  #bytes: Uint8Array;
  #view: DataView;
  #isLittle: boolean;
  #budget: Budget;

  /** Returns undefined when the bytes aren't a TIFF. */
  static parse(bytes: Uint8Array, budget = new Budget()): Exif | undefined {
    const start = String.fromCharCode(...bytes.subarray(0, 4));
    return start === 'II*\0' || start === 'MM\0*' ? new Exif(bytes, start === 'II*\0', budget) : undefined;
  }

  private constructor(bytes: Uint8Array, isLittle: boolean, budget: Budget) {
    this.#bytes = bytes;
    this.#budget = budget;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = isLittle;
  }

  /** The EXIF orientation, 1 to 8; 1 when it is missing or invalid. */
  get orientation(): number {
    const entry = this.#entries(this.#first).find(({ tag }) => tag === orientationTag);
    const turn = entry ? this.#short(entry.at + 8) : 1;
    return turn >= 1 && turn <= 8 ? turn : 1;
  }

  /** Blanks out the location. Everything else stays at its offset, because maker notes depend on that. Returns whether
   * there was a location. Part of it may be left when the budget is used up. */
  blankLocation(): boolean {
    let wasThere = false;
    for (const ifd of [this.#first, this.#after(this.#first)]) {
      const pointer = this.#entries(ifd).find(({ tag }) => tag === locationTag);
      if (!pointer) continue;
      const table = this.#long(pointer.at + 8);
      const entries = this.#entries(table);
      if (!entries.some(({ tag }) => tag)) continue; // A version tag without other tags isn't a location.
      wasThere = true;
      for (const { value, at } of entries) {
        if (!this.#budget.spend(value.length)) return true;
        value.fill(0);
        this.#bytes.fill(0, at, at + 12);
      }
      this.#view.setUint16(table, 0, this.#isLittle);
      const count = this.#short(ifd);
      const end = ifd + 2 + 12 * count + 4;
      this.#bytes.copyWithin(pointer.at, pointer.at + 12, end);
      this.#bytes.fill(0, end - 12, end);
      this.#view.setUint16(ifd, count - 1, this.#isLittle);
    }
    return wasThere;
  }

  /** Builds the EXIF of a re-encoded photo: its `details` (make, model, times), its `location`, and the `orientation`
   * that a viewer still has to apply. Returns undefined when nothing is kept, or when it exceeds a segment. */
  carryOver(wanted: {
    details: boolean;
    location: boolean;
    orientation: number;
  }): Uint8Array<ArrayBuffer> | undefined {
    const first = this.#entries(this.#first);
    const linked = (linkTag: number) => {
      const pointer = first.find(({ tag }) => tag === linkTag);
      return pointer ? this.#entries(this.#long(pointer.at + 8)) : [];
    };
    const { details, location, orientation } = wanted;
    const isPlausible = ({ value }: Entry) => value.length > 0 && value.length <= maxValueBytes;
    const isKept = (entry: Entry) => details && keptTags.includes(entry.tag) && isPlausible(entry);
    const turn = { tag: orientationTag, type: 3, count: 1, at: 0, value: new Uint8Array(2) };
    turn.value[this.#isLittle ? 0 : 1] = orientation;
    const main = [...first.filter(isKept), ...(orientation > 1 ? [turn] : [])];
    main.sort((a, b) => a.tag - b.tag);
    const others: [number, Entry[]][] = [
      [exifTag, linked(exifTag).filter(isKept)],
      [locationTag, location ? linked(locationTag).filter(isPlausible) : []],
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

  get #first(): number {
    return this.#long(4);
  }

  #after(ifd: number): number {
    return ifd && this.#long(ifd + 2 + 12 * this.#short(ifd));
  }

  #entries(ifd: number): Entry[] {
    const entries: Entry[] = [];
    const count = ifd >= 8 ? this.#short(ifd) : 0;
    const end = Math.min(ifd + 2 + 12 * count, this.#bytes.length - 11);
    if (ifd + 2 + 12 * count > this.#bytes.length) this.pointsPastEnd = true;
    for (let at = ifd + 2; at < end && this.#budget.spend(12); at += 12) {
      const type = this.#short(at + 2);
      const values = this.#long(at + 4);
      const length = (bytesPerValue[type] ?? 0) * values;
      const start = length > 4 ? this.#long(at + 8) : at + 8;
      if (start + length > this.#bytes.length) {
        this.pointsPastEnd = true;
        continue;
      }
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

/** Builds a TIFF that contains nothing but the orientation. */
export function orientationTiff(orientation: number): Uint8Array {
  const tiff = new Uint8Array(26);
  tiff.set([77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0]);
  tiff[19] = orientation;
  return tiff;
}

/** Whether these characters are at this offset, one in each byte. */
export function startsWith(bytes: Uint8Array, at: number, mark: string): boolean {
  for (let index = 0; index < mark.length; index++) {
    if (bytes[at + index] !== mark.charCodeAt(index)) return false;
  }
  return true;
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
