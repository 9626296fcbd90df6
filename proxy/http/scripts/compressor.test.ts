import { beforeEach, expect, test } from 'vitest';
import { type CompressibleFile, createCompressor } from './widget-files.ts';

/** Compressions that have started and that the test hasn't ended yet. */
let begun: { name: string; end: () => void }[] = [];
/** The names of all compressions that have started, with their effort. */
let names: string[] = [];
beforeEach(() => {
  begun = [];
  names = [];
});

function createCompressorUnderTest() {
  return createCompressor({
    maxWaiting: 2,
    compressBytes(content, encoding, effort) {
      const name = `${effort} ${encoding} ${Buffer.from(content)}`;
      names.push(name);
      return new Promise(resolve => {
        begun.push({ name, end: () => resolve(new Uint8Array(10)) });
      });
    },
  });
}
const file = (name: string, effort: 'best' | 'fast' = 'best'): CompressibleFile => ({
  hash: name,
  effort,
  content: () => new Uint8Array(Buffer.from(name)),
});
const settled = () => new Promise(setImmediate);

/** Ends the compression that is running and waits until the next one starts. */
async function endOne() {
  await settled();
  begun.shift()?.end();
  await settled();
}

test('one file is compressed at a time, in the order of the requests', { tags: 'asvs-15.2.2' }, async () => {
  const compress = createCompressorUnderTest();
  const all = Promise.all([
    compress(file('a'), 'br'),
    compress(file('b', 'fast'), 'br'),
    compress(file('c'), 'gzip'),
  ]);
  for (const name of ['best br a', 'fast br b', 'best gzip c']) {
    await settled();
    expect(begun.map(each => each.name)).toEqual([name]);
    await endOne();
  }
  expect((await all).map(each => each?.length)).toEqual([10, 10, 10]);
});

test('requests for the same file share one compression, and later ones its result', async () => {
  const compress = createCompressorUnderTest();
  const both = [compress(file('a'), 'br'), compress(file('a'), 'br')];
  await endOne();
  const results = await Promise.all([...both, compress(file('a'), 'br')]);
  expect(new Set(results).size).toBe(1);
  expect(names).toEqual(['best br a']);
});

test('files are not compressed while too many are waiting', async () => {
  const compress = createCompressorUnderTest();
  const requests = Array.from({ length: 5 }, (_, n) => compress(file(`${n}`), 'br'));
  for (let n = 0; n < 3; n++) await endOne();
  expect((await Promise.all(requests)).map(each => each?.length)).toEqual([10, 10, 10, undefined, undefined]);
  const later = compress(file('4'), 'br');
  await endOne();
  expect((await later)?.length).toBe(10);
});

test('the number of results is limited, and recently used ones are kept', async () => {
  const compress = createCompressorUnderTest();
  const get = async (name: string) => {
    const compressed = compress(file(name), 'br');
    await endOne();
    await compressed;
  };
  for (let n = 0; n < 210; n++) {
    await get(`${n}`);
    await get('used');
  }
  expect(names.filter(name => name === 'best br used')).toHaveLength(1);
  await get('0');
  expect(names.filter(name => name === 'best br 0')).toHaveLength(2);
});

test('a file that could not be compressed is compressed again for the next request', async () => {
  let attempts = 0;
  const compress = createCompressor({
    async compressBytes(content) {
      attempts += 1;
      if (attempts === 1) throw new Error('out of memory');
      return content;
    },
  });
  await expect(compress(file('a'), 'br')).rejects.toThrow('out of memory');
  expect(Buffer.from((await compress(file('a'), 'br'))!).toString()).toBe('a');
});
