import { expect, test } from 'vitest';
import { archive, gif, jpeg, mp4, pdf, png, toLatin1, zip } from '../../tools/testing/proxy/sample-files.ts';
import { detectFileKind } from '../contract/definition.ts';
import { createInspector, UnacceptableFile } from './inspector.ts';

/** The check that refuses a file when it arrives in chunks of this size. */
function refusedBy(file: Buffer, pieceBytes: number, javascript: 'refuse' | 'pass' = 'refuse') {
  try {
    const inspector = createInspector(detectFileKind(file)!, javascript);
    for (let at = 0; at < file.length; at += pieceBytes) inspector.push(file.subarray(at, at + pieceBytes));
    inspector.end();
    return undefined;
  } catch (error) {
    if (error instanceof UnacceptableFile) return error.check;
    throw error;
  }
}
const sizes = [1, 2, 3, 7, 64, 65, 1_000, 65_536];
const images = { png: png(), gif: gif(), jpeg: jpeg() };
const all: Record<string, Buffer> = { ...images, pdf: pdf() };
const random = (bytes: number) => {
  let state = 7;
  return Buffer.from(
    Array.from({ length: bytes }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    }),
  );
};

test.each<[string, Buffer]>([
  ...Object.entries(all),
  ...Object.entries(images).map<[string, Buffer]>(
    ([name, file]) => [`${name} and a film`, Buffer.concat([file, mp4])] as const,
  ),
  ['a photo and its gain map', Buffer.concat([jpeg(), jpeg({ thumbnail: '' })])],
  [
    'a photo and what a phone notes after it',
    Buffer.concat([jpeg(), toLatin1('\0\0Image_UTC_DataSEFHSEFT')]),
  ],
  ['a photo and noise', Buffer.concat([jpeg(), random(300_000)])],
  ['a document and noise before its end', Buffer.concat([pdf(), random(300_000), pdf()])],
  ['a photo that was cut off', jpeg().subarray(0, 70)],
  ['a photo that is damaged', Buffer.concat([toLatin1('\xff\xd8\xff'), Buffer.alloc(200)])],
  ['a GIF with a zero between its blocks', Buffer.concat([gif().subarray(0, -1), toLatin1('\0;')])],
  ['a document that was changed twice', Buffer.concat([pdf(), pdf(), pdf()])],
  ['a document with a page about HTML in an earlier part', Buffer.concat([pdf(), toLatin1('<html>'), pdf()])],
  ['a document with an archive far within', Buffer.concat([pdf(), zip, Buffer.alloc(65_536, ' '), pdf()])],
  [
    'a document with what looks like the end of an archive',
    Buffer.concat([toLatin1('%PDF-PK\x05\x06'), random(99), pdf()]),
  ],
  ['a picture that talks of JavaScript', png({ text: toLatin1('Comment\0/JavaScript') })],
])('%s passes', (_, file) => {
  for (const size of sizes) expect(refusedBy(file, size)).toBeUndefined();
});

const tails: [string, Buffer, string][] = [
  ['a ZIP', zip, 'zip-after-end'],
  ['a ZIP after a film', Buffer.concat([mp4, zip]), 'zip-after-end'],
  ['a RAR', toLatin1('Rar!\x1a\x07\x01\0'), 'zip-after-end'],
  ['HTML', toLatin1('\r\n<!DOCTYPE HTML><p>'), 'html-after-end'],
  ['a script element', toLatin1('xyz <ScRiPt>alert(1)</script>'), 'html-after-end'],
  ['an SVG', toLatin1('<svg onload=x>'), 'html-after-end'],
  ['PHP', toLatin1('<?php system($_GET[0]);'), 'html-after-end'],
  ['a Windows program', toLatin1('\0\0MZ\x90\0\x03\0\0\0'), 'program-after-end'],
  ['a Windows program after a film', Buffer.concat([mp4, toLatin1('PE\0\0\x64\x86')]), 'program-after-end'],
  ['an installer', toLatin1('xyz\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'program-after-end'],
  ['a Linux program', toLatin1('\x7fELF\x02\x01\x01\0'), 'program-after-end'],
  ['a Mac program', toLatin1('\xcf\xfa\xed\xfe\x07\0\0\x01'), 'program-after-end'],
  ['a shell script', toLatin1('\n#!/bin/sh\nrm -rf /'), 'program-after-end'],
];
for (const [kind, file] of Object.entries(all)) {
  test.each(tails)(`${kind} and then %s is refused`, (_, tail, rule) => {
    for (const size of sizes) expect(refusedBy(Buffer.concat([file, tail]), size)).toBe(rule);
  });
}

for (const isZip64 of [false, true]) {
  const inner = archive(isZip64);
  test.each<[string, Buffer]>([
    ['a comment of a photo', jpeg({ comment: inner.toString('latin1') })],
    ['a chunk of a picture', png({ text: inner })],
    ['an earlier part of a document', Buffer.concat([pdf(), inner, pdf()])],
    ['a document without an end', Buffer.concat([toLatin1('%PDF-1.4\n'), inner, Buffer.alloc(60_000)])],
  ])(
    `an archive in %s is refused as far from the end as readers look for one, ZIP64: ${isZip64}`,
    (_, file) => {
      for (const size of sizes) expect(refusedBy(file, size)).toBe('opens-as-zip');
    },
  );
}

const before = (bytes: number) => jpeg({ comment: `${' '.repeat(bytes)}%PDF-1.7` });
test.each<[string, Buffer]>([
  ['a photo', before(0)],
  ['a photo as far in as readers look', before(1_024 - 5 - before(0).indexOf('%PDF-'))],
  ['a picture', png({ text: toLatin1('Comment\0%PDF-1.7') })],
  ['a picture, behind its end', Buffer.concat([gif(), pdf()])],
])('a document in %s is refused', (_, file) => {
  for (const size of sizes) expect(refusedBy(file, size)).toBe('opens-as-pdf');
});

test('a photo may contain the text of a PDF header', () => {
  const far = before(1_024 - 4 - before(0).indexOf('%PDF-'));
  for (const size of sizes) expect(refusedBy(far, size)).toBeUndefined();
});

test.each(['\0\0\0\x99', '\x7f\xff\xff\xff'])(
  'a trailer is found even when the length of IEND includes it',
  length => {
    const start = Buffer.concat([png().subarray(0, -12), toLatin1(`${length}IEND\xae\x42\x60\x82`)]);
    for (const [, tail, rule] of tails) {
      for (const size of sizes) expect(refusedBy(Buffer.concat([start, tail]), size)).toBe(rule);
    }
  },
);

test.each([
  ['png', png({ width: 20_000, height: 12_501 }), png({ width: 20_000, height: 12_500 })],
  ['gif', gif({ width: 20_000, height: 12_501 }), gif({ width: 20_000, height: 12_500 })],
  ['jpeg', jpeg({ width: 20_000, height: 12_501 }), jpeg({ width: 20_000, height: 12_500 })],
])('a %s of more than 250 megapixels is refused by its header', (_, over, just) => {
  for (const size of sizes) {
    expect(refusedBy(over, size)).toBe('over-250-megapixels');
    expect(refusedBy(just, size)).toBeUndefined();
  }
});

const huge = toLatin1('\xff\xc0\0\x0b\x08\xfd\xe8\xfd\xe8\x01\x01\x11\0');
const hugePng = png({ width: 65_000, height: 65_000 });
test.each<[string, Buffer]>([
  ['bytes between segments', Buffer.concat([toLatin1('\xff\xd8\xff\xe0\0\x02????'), huge, jpeg()])],
  ['a stuffed zero', Buffer.concat([toLatin1('\xff\xd8\xff\0\x40\0'), huge, jpeg()])],
  ['a segment without a length', Buffer.concat([toLatin1('\xff\xd8\xff\xe5\0\0'), huge, jpeg()])],
  [
    "Apple's chunk before the header",
    Buffer.concat([
      hugePng.subarray(0, 8),
      toLatin1('\0\0\0\x04CgBI\x50\0\x20\x02\x2b\xd5\xb3\x7f'),
      hugePng.subarray(8),
    ]),
  ],
])('%s, which readers pass over, hides no size', (_, file) => {
  for (const size of sizes) expect(refusedBy(file, size)).toBe('over-250-megapixels');
});

test('bytes after damage in a photo are inspected as a trailer', () => {
  for (const [, tail, rule] of tails) {
    const file = Buffer.concat([toLatin1('\xff\xd8\xff\xe0\0\x02'), tail, jpeg()]);
    for (const size of sizes) expect(refusedBy(file, size)).toBe(rule);
  }
});

test.each([
  '/OpenAction << /S /JavaScript /JS (app.alert(1)) >> ',
  '/OpenAction<</S/JavaScript/JS 7 0 R>>',
  '/Names << /JavaScript 5 0 R >> ',
  '/AA << /O << /S /J#61vaScript /J#53 (x) >> >> ',
  '/AA << /O << /S /#4a#61#76#61#53#63#72#69#70#74>> >> ',
  '/A << /S /Rendition /JS (x) >> ',
  '/A << /S /Rendition /T (\xfe\xff\0x) /#4A#53 <78> >> ',
])('a document with %s is refused, or passed by the config', catalogue => {
  for (const size of sizes) {
    expect(refusedBy(pdf(catalogue), size)).toBe('pdf-javascript');
    expect(refusedBy(pdf(catalogue), size, 'pass')).toBeUndefined();
  }
});

test.each(['/JavaScripts 1 ', '/JSON (x) ', '/Title (JavaScript) ', '/J#6avaScript 1 ', '/JavaScript#20 1 '])(
  'a document with %s passes',
  catalogue => {
    for (const size of sizes) expect(refusedBy(pdf(catalogue), size)).toBeUndefined();
  },
);
