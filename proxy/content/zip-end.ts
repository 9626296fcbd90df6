import type { Window } from './window.ts';

const signature = Buffer.from('PK\x05\x06', 'latin1');

/** Tells whether a file can be opened as a ZIP from its end, wherever in its structure the archive hides: whether an
 * end-of-central-directory record (APPNOTE 4.3.16), with its comment, ends where the file ends. */
export function createZipEnd() {
  let ends: number[] = [];
  return {
    scan({ bytes, from, to, at }: Window) {
      for (let found = bytes.indexOf(signature, from); found >= 0 && found < to; ) {
        if (found + 22 <= bytes.length) ends.push(at + found + 22 + bytes.readUInt16LE(found + 20));
        found = bytes.indexOf(signature, found + 4);
      }
      // A comment has at most 65,535 bytes: only so many can end later than here.
      if (ends.length > 0) ends = ends.filter(end => end >= at + to);
    },
    isEnd: (fileBytes: number) => ends.includes(fileBytes),
  };
}
