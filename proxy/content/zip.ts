import type { ScanWindow } from './window.ts';

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
