import { expect, test } from 'vitest';
import { archive, gif, jpeg, pdf, png, toLatin1, zip } from '../../tools/testing/proxy/sample-files.ts';
import { UnacceptableFile } from '../contract/photos/cursor.ts';
import { inspectFile } from './inspector.ts';

/** The check that refuses a file when it arrives in chunks of this size. */
async function refusedBy(file: Buffer, pieceBytes: number) {
  async function* pieces() {
    for (let at = 0; at < file.length; at += pieceBytes) yield file.subarray(at, at + pieceBytes);
  }
  try {
    for await (const _ of inspectFile(pieces()));
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
  ['a photo and its gain map', Buffer.concat([jpeg(), jpeg()])],
  ['a document and noise before its end', Buffer.concat([pdf(), random(300_000), pdf()])],
  ['a document that was changed twice', Buffer.concat([pdf(), pdf(), pdf()])],
  ['a document with a page about HTML in an earlier part', Buffer.concat([pdf(), toLatin1('<html>'), pdf()])],
  ['a document with an archive far within', Buffer.concat([pdf(), zip, Buffer.alloc(65_536, ' '), pdf()])],
  [
    'a document with what looks like the end of an archive',
    Buffer.concat([toLatin1('%PDF-PK\x05\x06'), random(99), pdf()]),
  ],
  ['a picture that talks of JavaScript', png({ text: toLatin1('Comment\0/JavaScript') })],
])('%s passes', async (_, file) => {
  for (const size of sizes) expect(await refusedBy(file, size)).toBeUndefined();
});

for (const isZip64 of [false, true]) {
  const inner = archive(isZip64);
  test.each<[string, Buffer]>([
    ['a comment of a photo', jpeg({ comment: inner.toString('latin1') })],
    ['a chunk of a picture', png({ text: inner })],
    ['an earlier part of a document', Buffer.concat([pdf(), inner, pdf()])],
    ['a document without an end', Buffer.concat([toLatin1('%PDF-1.4\n'), inner, Buffer.alloc(60_000)])],
  ])(
    `an archive in %s is refused as far from the end as readers look for one, ZIP64: ${isZip64}`,
    async (_, file) => {
      for (const size of sizes) expect(await refusedBy(file, size)).toBe('opens-as-zip');
    },
  );
}

const before = (bytes: number) => jpeg({ comment: `${' '.repeat(bytes)}%PDF-1.7` });
test.each<[string, Buffer]>([
  ['a photo', before(0)],
  ['a photo as far in as readers look', before(1_024 - 5 - before(0).indexOf('%PDF-'))],
  ['a picture', png({ text: toLatin1('Comment\0%PDF-1.7') })],
  ['a picture, behind its end', Buffer.concat([gif(), pdf()])],
])('a document in %s is refused', async (_, file) => {
  for (const size of sizes) expect(await refusedBy(file, size)).toBe('opens-as-pdf');
});

test('a photo may contain the text of a PDF header', async () => {
  const far = before(1_024 - 4 - before(0).indexOf('%PDF-'));
  for (const size of sizes) expect(await refusedBy(far, size)).toBeUndefined();
});

test.each([
  '/OpenAction << /S /JavaScript /JS (app.alert(1)) >> ',
  '/OpenAction<</S/JavaScript/JS 7 0 R>>',
  '/Names << /JavaScript 5 0 R >> ',
  '/AA << /O << /S /J#61vaScript /J#53 (x) >> >> ',
  '/AA << /O << /S /#4a#61#76#61#53#63#72#69#70#74>> >> ',
  '/A << /S /Rendition /T (\xfe\xff\0x) /#4A#53 <78> >> ',
])('a document with %s is refused', async catalogue => {
  for (const size of sizes) expect(await refusedBy(pdf(catalogue), size)).toBe('pdf-javascript');
});

test.each([
  ['in an object that looks like a string', '/Title (a\nb) /X (c >> endobj 5 0 obj << /S /JavaScript >> '],
  ['in an object that looks like a comment', '% 5 0 obj << /S /JavaScript >> '],
  ['in an object that looks like a stream', '>> stream\n 5 0 obj << /S /JavaScript >> '],
  ['after a name that contains a keyword', '/stream 1 /A << /S /JavaScript >> '],
  ['in an object stream', '/Type /ObjStm >> stream\n5 0 << /JS (x) >> '],
  ['after a string with brackets', '/Title (a (b\\) c) \\\\) /JS (x) '],
  ['after a comment', '% a (comment\r/JS (x) '],
  ['after a stream', '>> stream\n ((( \nendstream /JS (x) '],
])('a document with a script %s is refused', async (_, catalogue) => {
  for (const size of sizes) expect(await refusedBy(pdf(catalogue), size)).toBe('pdf-javascript');
});

test.each([
  ...['/JavaScripts 1 ', '/JSON (x) ', '/Title (JavaScript) ', '/J#6avaScript 1 ', '/JavaScript#20 1 '],
  ...['/URI (https://example.com/JavaScript) ', '/URI (https://example.com/JS) ', '/Title (\\) (/JS) /JS) '],
  ...['% /JavaScript\n', '>> stream\nBT (TypeScript/JavaScript) Tj /JS ET\nendstream '],
  '/Type /ObjStm /Filter /FlateDecode >> stream\n\x01\x02/JS(\nendstream ',
])('a document with %j passes', async catalogue => {
  for (const size of sizes) expect(await refusedBy(pdf(catalogue), size)).toBeUndefined();
});
