import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { Refusal } from '../../acceptance/refusal.ts';
import type { AppEnvironment } from '../context.ts';
import { readPostedForm } from './read-posted-form.ts';

const multipart = 'multipart/form-data; boundary=b';
const limits = {
  maxBytes: 500_000,
  maxSkippedBytes: 20_000_000,
  minimumRate: { bytesPerSecond: 1, windowMs: 60_000 },
};

interface GivenPart {
  name: string;
  fileName?: string;
  content: Uint8Array | string;
}

function encode(parts: GivenPart[]): Buffer {
  const encoded = parts.map(({ name, fileName, content }) =>
    Buffer.concat([
      Buffer.from(
        `--b\r\nContent-Disposition: form-data; name="${name}"${
          fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: image/jpeg`
        }\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
  );
  return Buffer.concat([...encoded, Buffer.from('--b--\r\n')]);
}

/** Splits the bytes at these places. */
function split(bytes: Buffer, places: number[]): Buffer[] {
  const ends = [...new Set(places.map(each => each % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

/** A request whose body arrives piece by piece. */
const postOf = (type: string, pieces: AsyncIterable<Uint8Array>): RequestInit =>
  ({
    method: 'POST',
    headers: { 'content-type': type },
    body: Readable.toWeb(Readable.from(pieces)),
    duplex: 'half',
  }) as unknown as RequestInit; // The DOM's types lack `duplex`, and differ from Node's web streams.

type Read = [name: string, fileName: string | undefined, content: string];

/** Reads a form whose body arrives in these pieces. Returns the reason of the refusal if there is one. */
async function read(
  type: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  isSkipping = false,
) {
  const parts: Read[] = [];
  let refusal: Refusal | undefined;
  const app = new Hono<AppEnvironment>().post('/', async context => {
    try {
      for await (const part of readPostedForm(context, limits)) {
        if (part.kind === 'field') parts.push([part.name, undefined, part.value]);
        else {
          const chunks: Buffer[] = [];
          if (!isSkipping) for await (const chunk of part.chunks) chunks.push(Buffer.from(chunk));
          parts.push([part.name, part.fileName, Buffer.concat(chunks).toString('latin1')]);
        }
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
    }
    return context.body(null);
  });
  app.onError(error => {
    throw error;
  });
  async function* copies() {
    // The reader may free what it gets.
    for await (const piece of pieces) if (piece.length > 0) yield new Uint8Array(piece);
  }
  await app.request('/', postOf(type, copies()));
  return { parts, refused: refusal && (refusal.reason ?? refusal.code) };
}

const bytes = fc
  .oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .array(fc.constantFrom('\r\n', '--b', '--', '\r', '\n', 'b', '-'), { maxLength: 8 })
      .map(each => Buffer.from(each.join(''))),
  )
  .filter(
    each => !Buffer.from(each).includes('\r\n--b') && !Buffer.from(each).toString('latin1').startsWith('--b'),
  );
const name = fc.string({ unit: fc.constantFrom(...'ab.é_1'), minLength: 1, maxLength: 20 });
const field = fc.record({
  name,
  content: fc.string({ unit: 'grapheme' }).map(each => each.replaceAll(/[\r\n]|--b/g, '')),
});
const file = fc.record({ name, fileName: name, content: bytes });

test('any form is read the same way, wherever its pieces end', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.oneof(field, file), { maxLength: 8 }),
    fc.array(fc.nat(), { maxLength: 30 }),
    async (given: GivenPart[], places) => {
      const { parts, refused } = await read(multipart, split(encode(given), places));
      expect(refused).toBeUndefined();
      expect(parts).toEqual(
        given.map(({ name, fileName, content }) => [
          name,
          fileName,
          fileName === undefined ? content : Buffer.from(content).toString('latin1'),
        ]),
      );
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

test('a form that is cut off or damaged anywhere is refused or read, and nothing crashes', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.oneof(field, file), { maxLength: 4 }),
    fc.nat(),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
    fc.boolean(),
    async (given: GivenPart[], length, changes, isSkipping) => {
      const form = encode(given);
      const cut = Buffer.from(form.subarray(0, length % form.length));
      for (const [at, byte] of changes) if (cut.length > 0) cut[at % cut.length] = byte;
      const { refused } = await read(multipart, [cut], isSkipping);
      if (!refused && changes.length === 0) expect(cut.toString('latin1')).toContain('--b--');
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

test('files that aren’t read are skipped, and the fields after them arrive', async () => {
  const form = encode([
    { name: 'files', fileName: 'a.jpg', content: Buffer.alloc(300_000, 1) },
    { name: 'files', fileName: '', content: '' },
    { name: 'forename', content: 'Ada' },
  ]);
  const { parts } = await read(multipart, split(form, [65_536, 131_072, 196_608]), true);
  expect(parts).toEqual([
    ['files', 'a.jpg', ''],
    ['files', '', ''],
    ['forename', undefined, 'Ada'],
  ]);
});

test.each([
  ['a name with a quote', 'name="files"; filename="5%22 pipe.jpg"', ['files', '5" pipe.jpg']],
  ['a Windows path', 'name="files"; filename="C:\\photos\\a.jpg"', ['files', 'C:\\photos\\a.jpg']],
  ['a name in UTF-8', 'name="files"; filename="Unfall_größer.jpg"', ['files', 'Unfall_größer.jpg']],
])('the file name is read: %s', async (_, disposition, expected) => {
  const form = `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nx\r\n--b--`;
  expect((await read(multipart, [Buffer.from(form)])).parts).toEqual([[...expected, 'x']]);
});

test.each([
  ['a line break, as browsers post it', encode([{ name: 'a', content: '1\r\n2\r3\n4' }]), '1\n2\n3\n4'],
  [
    'a charset that the part names',
    Buffer.from(
      '--b\r\nContent-Disposition: form-data; name=a\r\nContent-Type: text/plain; charset=utf-8\r\n\r\né\r\n--b--',
    ),
    'é',
  ],
  [
    'text before the first part and after the last',
    Buffer.concat([Buffer.from('hello\r\n'), encode([{ name: 'a', content: 'x' }]), Buffer.from('bye')]),
    'x',
  ],
])('the value is read: %s', async (_, form, value) => {
  expect((await read(multipart, [form])).parts).toEqual([['a', undefined, value]]);
});

const part = (header: string, content = 'x') =>
  Buffer.from(`--b\r\n${header}\r\n\r\n${content}\r\n--b--\r\n`);
const disposition = 'Content-Disposition: form-data; name=a';
const latin1 = Buffer.from('é', 'latin1');

test.each<[string, string, Uint8Array, string]>([
  ['no body', multipart, Buffer.alloc(0), 'form-multipart'],
  ['no boundary', 'multipart/form-data', encode([]), 'form-boundary'],
  [
    'another boundary',
    'multipart/form-data; boundary=c',
    encode([{ name: 'a', content: 'x' }]),
    'form-multipart',
  ],
  ['no end', multipart, encode([{ name: 'a', content: 'x' }]).subarray(0, -6), 'form-multipart'],
  ['no name', multipart, part('Content-Disposition: form-data'), 'form-name'],
  [
    'a nested form',
    multipart,
    part(`${disposition}\r\nContent-Type: multipart/mixed; boundary=c`, '--c\r\n\r\nx\r\n--c--'),
    'form-nested',
  ],
  ['a long name', multipart, encode([{ name: 'a'.repeat(501), content: 'x' }]), 'form-name'],
  ['an endless name', multipart, part(`${disposition}${'a'.repeat(90_000)}`), 'form-name'],
  ['an endless header', multipart, part(`${disposition}\r\nX: ${'a'.repeat(700_000)}`), 'form-fields'],
  [
    '10,000 parts',
    multipart,
    encode(Array.from({ length: 10_000 }, () => ({ name: 'a', content: '' }))),
    'form-parts',
  ],
  ['a long value', multipart, encode([{ name: 'a', content: 'x'.repeat(700_000) }]), 'form-fields'],
  ['another charset', multipart, encode([{ name: 'a', content: latin1 }]), 'form-charset'],
  [
    'another charset by its name',
    multipart,
    encode([{ name: '_charset_', content: 'windows-1252' }]),
    'form-charset',
  ],
  ['percent-encoding', 'application/x-www-form-urlencoded', Buffer.from('a=b'), 'form-type'],
  ['text', 'text/plain', Buffer.from('a=b'), 'form-type'],
  ['JSON', 'application/json', Buffer.from('{}'), 'form-type'],
  ['no type', '', Buffer.from('a=b'), 'form-type'],
])('a form with %s is refused', async (_, type, form, expected) => {
  expect((await read(type, split(Buffer.from(form), [65_536, 131_072, 196_608]))).refused).toEqual(expected);
});

test('an endless file that isn’t read is refused at some point', { tags: 'asvs-5.2.1' }, async () => {
  async function* endless() {
    yield encode([{ name: 'files', fileName: 'a', content: 'x' }]).subarray(0, -10);
    for (;;) {
      await setImmediate();
      yield Buffer.alloc(1_048_576);
    }
  }
  expect((await read(multipart, endless(), true)).refused).toEqual('form-files');
});

test('memory stays flat while a file is read', async () => {
  let sent = 0;
  async function* large() {
    yield encode([{ name: 'files', fileName: 'a', content: 'x' }]).subarray(0, -10);
    while (sent < 400) {
      await setImmediate();
      sent += 1;
      yield Buffer.alloc(262_144);
    }
    yield Buffer.from('\r\n--b--');
  }
  let largest = 0;
  let bytesRead = 0;
  const app = new Hono<AppEnvironment>().post('/', async context => {
    for await (const each of readPostedForm(context, limits)) {
      if (each.kind === 'field') continue;
      for await (const { length } of each.chunks) {
        bytesRead += length;
        largest = Math.max(largest, sent * 262_144 - bytesRead);
      }
    }
    return context.body(null);
  });
  await app.request('/', postOf(multipart, large()));
  expect(bytesRead).toBeGreaterThan(104_000_000);
  // The web stream of this test holds a few pieces, too.
  expect(largest).toBeLessThan(4 * 1_048_576);
});
