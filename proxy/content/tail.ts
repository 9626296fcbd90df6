import type { Window } from './window.ts';

/** What must not follow a file's end marker. */
export type TailRule = 'zip-after-end' | 'html-after-end' | 'program-after-end';

/** Wherever they stand in a tail. Each is long enough not to turn up by chance in megabytes of film: phones append
 * whole MP4 and JPEG files to their photos. */
const anywhere: [TailRule, string][] = [
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
  ['program-after-end', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'], // An installer, or an old Office file with macros.
  ['program-after-end', '#!/bin/'],
  ['program-after-end', '#!/usr/'],
];
/** Too short for that, so only where a tail begins. */
const atStart: [TailRule, string][] = [
  ['program-after-end', 'mz'],
  ['program-after-end', '#!'],
  ['program-after-end', '\xca\xfe\xba\xbe'],
  ['program-after-end', '\xfe\xed\xfa\xce'],
  ['program-after-end', '\xfe\xed\xfa\xcf'],
  ['program-after-end', '\xce\xfa\xed\xfe'],
  ['program-after-end', '\xcf\xfa\xed\xfe'],
  ['html-after-end', '<%'],
];
const small = (code: number) => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code);
const compiled = (signatures: [TailRule, string][]) =>
  signatures.map(([rule, text]): [TailRule, number[]] => [
    rule,
    Array.from(text, character => small(character.charCodeAt(0))),
  ]);
const atStartBytes = compiled(atStart);
/** By a byte, small or capital: what is looked for anywhere and begins with it. */
const beginning = Array.from({ length: 256 }, (_, code) => {
  const found = compiled(anywhere).filter(([, [first]]) => first === small(code));
  return found.length > 0 ? found : undefined;
});
const isBeginning = Uint8Array.from(beginning, found => Number(found !== undefined));

/** Looks through what follows a file's end marker. */
export function createTail() {
  let isStart = true;
  const tail = {
    found: undefined as TailRule | undefined,
    /** Another end marker: what stood before it is no tail. */
    restart() {
      tail.found = undefined;
      isStart = true;
    },
    scan({ bytes }: Window, from: number, to: number) {
      for (let at = from; at < to && !tail.found; at++) {
        const byte = bytes[at]!;
        if (!isStart && isBeginning[byte] === 0) continue; // Nearly every byte of megabytes.
        if (isStart && byte !== 0 && byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) {
          isStart = false;
          tail.found = match(atStartBytes, bytes, at);
          if (tail.found) return;
        }
        const signatures = beginning[byte];
        if (signatures) tail.found = match(signatures, bytes, at) ?? zipAt(bytes, at);
      }
    },
  };
  return tail;
}

function match(signatures: [TailRule, number[]][], bytes: Uint8Array, at: number): TailRule | undefined {
  for (const [rule, signature] of signatures) {
    let same = 0;
    while (same < signature.length && small(bytes[at + same] ?? 256) === signature[same]) same += 1;
    if (same === signature.length) return rule;
  }
  return undefined;
}

/** A local file header with a version and a method that exist (APPNOTE 4.3.7): four bytes alone come by chance. */
function zipAt(bytes: Uint8Array, at: number): TailRule | undefined {
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
