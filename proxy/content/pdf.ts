import type { ScanWindow, TrailerScan } from './scans.ts';

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
