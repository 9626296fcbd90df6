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

/** Content that must not follow a file's end marker. */
export type TrailerCheck = 'zip-after-end' | 'html-after-end' | 'program-after-end';

/** Signatures that are looked for everywhere after the end. They are long enough not to occur by chance in megabytes of
 * video: phones append whole MP4 and JPEG files to their photos. */
const anywhere: [TrailerCheck, string][] = [
  ['zip-after-end', 'PK\x05\x06\0\0\0\0'],
  ['zip-after-end', 'Rar!\x1a\x07'],
  ['zip-after-end', "7z\xbc\xaf'\x1c"],
  ['html-after-end', '<!doctype'],
  ['html-after-end', '<html'],
  ['html-after-end', '<head'],
  ['html-after-end', '<body'],
  ['html-after-end', '<script'],
  ['html-after-end', '<iframe'],
  ['html-after-end', '<svg'],
  ['html-after-end', '<?php'],
  ['program-after-end', '!this program '], // "!This program cannot be run in DOS mode."
  ['program-after-end', 'pe\0\0\x4c\x01'],
  ['program-after-end', 'pe\0\0\x64\x86'],
  ['program-after-end', 'pe\0\0\x64\xaa'],
  ['program-after-end', '\x7felf\x01\x01\x01'],
  ['program-after-end', '\x7felf\x02\x01\x01'],
  ['program-after-end', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'], // Windows installers, and old Office files, which may have macros.
  ['program-after-end', '#!/bin/'],
  ['program-after-end', '#!/usr/'],
];
/** Signatures that occur by chance, so they count only directly after the end. */
const atStart: [TrailerCheck, string][] = [
  ['program-after-end', 'mz'],
  ['program-after-end', '#!'],
  ['program-after-end', '\xca\xfe\xba\xbe'],
  ['program-after-end', '\xfe\xed\xfa\xce'],
  ['program-after-end', '\xfe\xed\xfa\xcf'],
  ['program-after-end', '\xce\xfa\xed\xfe'],
  ['program-after-end', '\xcf\xfa\xed\xfe'],
  ['html-after-end', '<%'],
];
/** Converts a letter's code to lower case, because signatures are compared without case. */
const lowerCase = (code: number) => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code);
const encode = (signatures: [TrailerCheck, string][]) =>
  signatures.map(([check, text]): [TrailerCheck, number[]] => [
    check,
    Array.from(text, character => lowerCase(character.charCodeAt(0))),
  ]);
const atStartBytes = encode(atStart);
/** The signatures of `anywhere`, by their first byte in upper or lower case. */
const byFirstByte = Array.from({ length: 256 }, (_, code) => {
  const found = encode(anywhere).filter(([, [first]]) => first === lowerCase(code));
  return found.length > 0 ? found : undefined;
});
const isFirstByte = Uint8Array.from(byFirstByte, found => Number(found !== undefined));

export type TrailerScan = ReturnType<typeof createTrailerScan>;

/** Scans the bytes after a file's end marker. */
export function createTrailerScan() {
  let isStart = true;
  const trailer = {
    found: undefined as TrailerCheck | undefined,
    /** Restarts the scan after another end marker. */
    restart() {
      trailer.found = undefined;
      isStart = true;
    },
    scan({ bytes }: ScanWindow, from: number, to: number) {
      for (let at = from; at < to && !trailer.found; at++) {
        const byte = bytes[at]!;
        if (!isStart && isFirstByte[byte] === 0) continue; // This fast path skips nearly every byte.
        if (isStart && byte !== 0 && byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) {
          isStart = false;
          trailer.found = match(atStartBytes, bytes, at);
          if (trailer.found) return;
        }
        const signatures = byFirstByte[byte];
        if (signatures) trailer.found = match(signatures, bytes, at) ?? zipAt(bytes, at);
      }
    },
  };
  return trailer;
}

function match(
  signatures: [TrailerCheck, number[]][],
  bytes: Uint8Array,
  at: number,
): TrailerCheck | undefined {
  for (const [check, signature] of signatures) {
    let same = 0;
    while (same < signature.length && lowerCase(bytes[at + same] ?? 256) === signature[same]) same += 1;
    if (same === signature.length) return check;
  }
  return undefined;
}

/** Whether a local file header with a plausible version and method starts here (APPNOTE, section 4.3.7). The signature
 * alone occurs by chance. */
function zipAt(bytes: Uint8Array, at: number): TrailerCheck | undefined {
  const isZip =
    bytes[at] === 0x50 &&
    bytes[at + 1] === 0x4b &&
    bytes[at + 2] === 3 &&
    bytes[at + 3] === 4 &&
    bytes[at + 4]! <= 63 &&
    bytes[at + 5]! <= 20 &&
    bytes[at + 9] === 0;
  return isZip ? 'zip-after-end' : undefined;
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

const endMarker = Buffer.from('%%EOF');

/** Scans the bytes after the last `%%EOF`. Each incremental update of a PDF may append another `%%EOF`. */
export function createPdfEndScan(trailer: TrailerScan) {
  let isEnded = false;
  /** The position in the file after the last end marker. */
  let after = 0;
  return function scan(window: ScanWindow) {
    const { bytes, from, to } = window;
    for (let at = Math.max(from, after - window.offset); at < to; ) {
      const found = bytes.indexOf(endMarker, at);
      const end = found >= 0 && found < to ? found : to;
      if (isEnded) trailer.scan(window, at, end);
      if (end === to) return;
      trailer.restart();
      isEnded = true;
      at = end + endMarker.length;
      after = window.offset + at;
    }
  };
}

/** Looks for the names that an action with JavaScript needs (ISO 32000-2, sections 12.6.4.17 and 12.6.4.14), escaped or
 * not (section 7.3.5). It doesn't decompress object streams. */
export function createPdfScriptScan() {
  let isRendition = false;
  let isScript = false;
  const scan = {
    isFound: false,
    scan({ bytes, from, to }: ScanWindow) {
      for (let at = bytes.indexOf(0x2f, from); at >= 0 && at < to; at = bytes.indexOf(0x2f, at + 1)) {
        const first = bytes[at + 1];
        if (first !== 0x4a && first !== 0x52 && first !== 0x23) continue; // J, R, #
        const name = nameAt(bytes, at + 1);
        if (name === 'JavaScript') scan.isFound = true;
        else if (name === 'Rendition') isRendition = true;
        // A name this short also occurs by chance in compressed data.
        else if (name === 'JS' && isAfterText(bytes, at)) scan.isFound = true;
        else if (name === 'JS') isScript = true;
      }
      if (isRendition && isScript) scan.isFound = true;
    },
  };
  return scan;
}

const maxNameLength = 'JavaScript'.length;

/** The name that starts here. Undefined when it is longer than the names above. */
function nameAt(bytes: Uint8Array, from: number): string | undefined {
  let name = '';
  for (let at = from; name.length <= maxNameLength; at++) {
    const code = bytes[at];
    if (code === undefined || isDelimiter(code)) return name;
    const escaped = code === 0x23 ? hexadecimal(bytes[at + 1], bytes[at + 2]) : undefined;
    name += String.fromCharCode(escaped ?? code);
    if (escaped !== undefined) at += 2;
  }
  return undefined;
}

const delimiters = new Set(Array.from('()<>[]{}/%', character => character.charCodeAt(0)));

function isDelimiter(code: number): boolean {
  return code <= 0x20 || delimiters.has(code);
}

function hexadecimal(high = 0, low = 0): number | undefined {
  const value = 16 * digit(high) + digit(low);
  return Number.isNaN(value) ? undefined : value;
}

function digit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

const contextBytes = 16;

/** Whether only text precedes this position, as in a dictionary. */
function isAfterText(bytes: Uint8Array, before: number): boolean {
  return bytes
    .subarray(Math.max(0, before - contextBytes), before)
    .every(code => (code >= 0x20 && code < 0x7f) || (code >= 0x09 && code <= 0x0d));
}
