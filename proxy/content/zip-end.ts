import type { Window } from './window.ts';

const signature = Buffer.from('PK\x05\x06', 'latin1');
const recordBytes = 22;
const longestComment = 65_535;
/** Of the ZIP64 locator that stands before it, and its signature. */
const locatorBytes = 20;
const locator = 0x0706_4b50;
/** Of one entry of a central directory, without its name. */
const entryBytes = 46;

/** Tells whether a file can be opened as a ZIP from its end, wherever in its structure the archive hides. Readers look
 * for an end-of-central-directory record (APPNOTE 4.3.16) as far from the end as its comment can be long, and most
 * don't mind what stands after it. */
export function createZipEnd() {
  let last = -1;
  return {
    scan({ bytes, from, to, at }: Window) {
      for (let found = bytes.indexOf(signature, from); found >= 0 && found < to; ) {
        if (isRecord(bytes, found, at + found)) last = at + found;
        found = bytes.indexOf(signature, found + 4);
      }
    },
    isEnd: (fileBytes: number) => last >= 0 && last >= fileBytes - recordBytes - longestComment,
  };
}

/** Whether there is room before it for what it says of its central directory, or it leaves that to ZIP64 (4.3.15): four
 * bytes alone come by chance. */
function isRecord(bytes: Buffer, found: number, before: number): boolean {
  if (found + recordBytes > bytes.length) return false;
  if (found >= locatorBytes && bytes.readUInt32LE(found - locatorBytes) === locator) return true;
  const size = bytes.readUInt32LE(found + 12);
  return size >= entryBytes && size <= before;
}
