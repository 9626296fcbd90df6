import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { base64, uploadBody } from './upload-body.ts';

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

test('base64 is the same wherever the pieces are cut', async () => {
  for (let cut = 0; cut <= everyByte.length; cut++) {
    const pieces = Readable.from(
      [everyByte.subarray(0, cut), everyByte.subarray(cut)].filter(piece => piece.length),
    );
    expect(await text(Readable.from(base64(pieces)))).toBe(everyByte.toString('base64'));
  }
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('%d bytes are the same in pieces of any sizes', async bytes => {
  const content = everyByte.subarray(250 - bytes, 250);
  // Each bit says whether a piece ends there.
  for (let cuts = 0; cuts < 2 ** Math.max(0, bytes - 1); cuts++) {
    const pieces: Buffer[] = [];
    for (let at = 0, from = 0; at < bytes; at++) {
      if (at < bytes - 1 && !(cuts & (1 << at))) continue;
      pieces.push(content.subarray(from, at + 1));
      from = at + 1;
    }
    expect(await text(Readable.from(base64(Readable.from(pieces))))).toBe(content.toString('base64'));
  }
});

test('a piece is not looked at again when the next one is asked for', async () => {
  const content = Buffer.concat(Array.from({ length: 40 }, () => everyByte));
  async function* inOneBuffer() {
    const piece = Buffer.alloc(1_000);
    for (let at = 0; at < content.length; at += piece.length) {
      yield piece.subarray(0, content.copy(piece, 0, at));
      piece.fill(0);
    }
  }
  expect(await text(Readable.from(base64(inOneBuffer())))).toBe(content.toString('base64'));
});

test.each([0, 1, 2, 3, 4, 65_535, 65_536, 65_537, 100_000, 393_217])(
  'a body of %d bytes is JSON of the length it declares',
  async bytes => {
    const content = Buffer.alloc(bytes, everyByte);
    const file = { name: 'naïve "x".pdf', mime: 'application/pdf', postname: 'naïve "x".pdf' };
    const { body, length } = uploadBody(4711, file, Readable.from(bytes > 0 ? [content] : []), bytes);
    const sent = await text(body);
    expect(Buffer.byteLength(sent)).toBe(length);
    expect(JSON.parse(sent)).toEqual({ post_id: '4711', file, contents: content.toString('base64') });
  },
);
