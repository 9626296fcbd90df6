import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { base64, uploadBody } from './enquiry-api.ts';

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

test('base64 is the same wherever the content is split', async () => {
  for (let cut = 0; cut <= everyByte.length; cut++) {
    const chunks = Readable.from(
      [everyByte.subarray(0, cut), everyByte.subarray(cut)].filter(chunk => chunk.length),
    );
    expect(await text(Readable.from(base64(chunks)))).toBe(everyByte.toString('base64'));
  }
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'base64 of %d bytes is the same in chunks of any sizes',
  async bytes => {
    const content = everyByte.subarray(250 - bytes, 250);
    // Each bit says whether a chunk ends there.
    for (let cuts = 0; cuts < 2 ** Math.max(0, bytes - 1); cuts++) {
      const chunks: Buffer[] = [];
      for (let index = 0, start = 0; index < bytes; index++) {
        if (index < bytes - 1 && !(cuts & (1 << index))) continue;
        chunks.push(content.subarray(start, index + 1));
        start = index + 1;
      }
      expect(await text(Readable.from(base64(Readable.from(chunks))))).toBe(content.toString('base64'));
    }
  },
);

test('a chunk is not used after the next one is requested', async () => {
  const content = Buffer.concat(Array.from({ length: 40 }, () => everyByte));
  async function* inOneBuffer() {
    const chunk = Buffer.alloc(1_000);
    for (let start = 0; start < content.length; start += chunk.length) {
      yield chunk.subarray(0, content.copy(chunk, 0, start));
      chunk.fill(0);
    }
  }
  expect(await text(Readable.from(base64(inOneBuffer())))).toBe(content.toString('base64'));
});

test.each([0, 1, 2, 3, 4, 65_535, 65_536, 65_537, 100_000, 393_217])(
  'the body for a file of %d bytes is JSON and as long as declared',
  async bytes => {
    const content = Buffer.alloc(bytes, everyByte);
    const file = { name: 'naïve "x".pdf', mime: 'application/pdf', postname: 'naïve "x".pdf' };
    const { body, length } = uploadBody(4711, file, Readable.from(bytes > 0 ? [content] : []), bytes);
    const sent = await text(body);
    expect(Buffer.byteLength(sent)).toBe(length);
    expect(JSON.parse(sent)).toEqual({ post_id: '4711', file, contents: content.toString('base64') });
  },
);
