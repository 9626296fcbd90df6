/** How many bytes after a position, and before it, a scan may read. */
const lookaheadBytes = 64;
const lookbehindBytes = 20;

/** A part of a file, with some bytes before and after it. */
export interface ScanWindow {
  bytes: Buffer;
  /** The part to scan, as positions in `bytes`. */
  from: number;
  to: number;
  /** The position of `bytes` in the file. */
  offset: number;
}

/** Divides a stream of chunks into windows. Each position of the file is in the scanned part of one window. A
 * window is valid until the next call. */
export function createScanWindows() {
  let buffer = Buffer.alloc(0);
  let kept = 0;
  let from = 0;
  let offset = 0;

  return {
    /** The window that ends `lookaheadBytes` before the end of this piece. */
    push(piece: Uint8Array): ScanWindow {
      if (buffer.length < kept + piece.length) {
        const larger = Buffer.allocUnsafeSlow(kept + piece.length + lookaheadBytes + lookbehindBytes);
        buffer.copy(larger, 0, 0, kept);
        buffer = larger;
      }
      buffer.set(piece, kept);
      const length = kept + piece.length;
      const to = Math.max(from, length - lookaheadBytes);
      return { bytes: buffer.subarray(0, length), from, to, offset };
    },
    /** Discards the scanned bytes. */
    next({ bytes, to }: ScanWindow) {
      const start = Math.max(0, to - lookbehindBytes);
      buffer.copyWithin(0, start, bytes.length);
      kept = bytes.length - start;
      from = to - start;
      offset += start;
    },
    /** Returns the rest of the file. */
    last: (): ScanWindow => ({ bytes: buffer.subarray(0, kept), from, to: kept, offset }),
  };
}

const signature = Buffer.from('PK\x05\x06', 'latin1');
const recordBytes = 22;
const maxCommentBytes = 65_535;
/** The ZIP64 locator, which precedes the record. */
const locatorBytes = 20;
const locatorSignature = 0x0706_4b50;
/** An entry of the central directory, without its name. */
const entryBytes = 46;

/** Detects files that can be opened as a ZIP archive, wherever in their structure the archive is hidden. Readers look
 * for an end-of-central-directory record (APPNOTE, section 4.3.16) as far from the end as its comment can be long, and
 * most ignore what comes after it. */
export function createZipScan() {
  let lastRecord = -1;
  return {
    scan({ bytes, from, to, offset }: ScanWindow) {
      for (let at = bytes.indexOf(signature, from); at >= 0 && at < to; ) {
        if (isRecord(bytes, at, offset + at)) lastRecord = offset + at;
        at = bytes.indexOf(signature, at + 4);
      }
    },
    isZip: (fileBytes: number) => lastRecord >= 0 && lastRecord >= fileBytes - recordBytes - maxCommentBytes,
  };
}

/** Whether there is room for the central directory that the record describes, or a ZIP64 locator describes it instead
 * (section 4.3.15). The signature alone occurs by chance. */
function isRecord(bytes: Buffer, at: number, bytesBefore: number): boolean {
  if (at + recordBytes > bytes.length) return false;
  if (at >= locatorBytes && bytes.readUInt32LE(at - locatorBytes) === locatorSignature) return true;
  const directoryBytes = bytes.readUInt32LE(at + 12);
  return directoryBytes >= entryBytes && directoryBytes <= bytesBefore;
}

/** Looks for the names that an action with JavaScript needs (ISO 32000-2, sections 12.6.4.17 and 12.6.4.14), escaped or
 * not (section 7.3.5), where names count: not in strings, comments and streams, except object streams that aren't compressed.
 * Readers find an object by its position, perhaps in what looks like a string, so each object starts afresh. */
export function createPdfScriptScan() {
  let state: 'objects' | 'string' | 'comment' | 'stream' = 'objects';
  let depth = 0;
  /** Those in the object, if they matter. */
  const names = new Set<string>();
  /** The position in the file of the next byte to scan. */
  let next = 0;
  const scan = {
    isFound: false,
    scan({ bytes, from, to, offset }: ScanWindow) {
      const is = (word: string) => bytes.toString('latin1', at, at + word.length) === word;
      let at = Math.max(from, next - offset);
      for (; at < to; at++) {
        const code = String.fromCharCode(bytes[at]!);
        if (code === 'o' && bytes[at - 1]! <= 0x20 && is('obj')) {
          state = 'objects';
          names.clear();
        } else if (state === 'stream') {
          if (code === 'e' && is('endstream')) state = 'objects';
        } else if (state === 'comment') {
          if (code === '\n' || code === '\r') state = 'objects';
        } else if (state === 'string') {
          if (code === '\\') at += 1;
          else if (code === '(') depth += 1;
          else if (code === ')' && --depth === 0) state = 'objects';
        } else if (code === '(') {
          state = 'string';
          depth = 1;
        } else if (code === '%') state = 'comment';
        else if (code === '/') {
          const name = nameAt(bytes, at + 1);
          if (name === 'JavaScript' || name === 'JS') scan.isFound = true;
          else if (name === 'ObjStm' || name === 'Filter') names.add(name);
        } else if (
          code === 's' &&
          is('stream') &&
          />>\s*$/.test(bytes.toString('latin1', Math.max(at - 20, 0), at))
        ) {
          if (!names.has('ObjStm') || names.has('Filter')) state = 'stream';
        }
      }
      next = offset + at;
    },
  };
  return scan;
}

/** The name that starts here, as far as it matters. */
function nameAt(bytes: Buffer, from: number): string {
  const [name = ''] = /^[^\p{Cc}\s()<>[\]{}/%]*/u.exec(bytes.toString('latin1', from, from + 40)) ?? [];
  return name.replaceAll(/#([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
