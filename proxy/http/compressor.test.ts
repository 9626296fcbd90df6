import { beforeEach, expect, test } from 'vitest';
import { type CompressibleFile, createCompressor } from './compressor.ts';

/** Compressions that have started and that the test hasn't ended yet. */
let begun: { name: string; end: () => void }[] = [];
/** The names of all compressions that have started, with their effort. */
let names: string[] = [];
let nowMs = 0;
beforeEach(() => {
  begun = [];
  names = [];
  nowMs = 0;
});

function createCompressorUnderTest(compressedBytes = 10) {
  return createCompressor({
    monotonicMs: () => nowMs,
    maxWaiting: { best: 2, fast: 3 },
    compressBytes(content, encoding, effort) {
      const name = `${effort} ${encoding} ${Buffer.from(content)}`;
      names.push(name);
      return new Promise(resolve => {
        begun.push({ name, end: () => resolve(new Uint8Array(compressedBytes)) });
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
async function endOne(tookMs = 0) {
  nowMs += tookMs;
  begun.shift()?.end();
  await settled();
}

test('one file is compressed at a time, in the order of the requests', async () => {
  const { compress } = createCompressorUnderTest();
  const all = Promise.all([
    compress(file('a'), 'br'),
    compress(file('b', 'fast'), 'br'),
    compress(file('c'), 'gzip'),
  ]);
  const expected = ['best br a', 'fast br b', 'best gzip c'];
  for (const name of expected) {
    expect(begun.map(each => each.name)).toEqual([name]);
    await endOne();
  }
  expect((await all).map(each => each?.effort)).toEqual(['best', 'fast', 'best']);
});

test('requests for the same file share one compression, and later ones its result', async () => {
  const { compress } = createCompressorUnderTest();
  const both = [compress(file('a'), 'br'), compress(file('a'), 'br')];
  await endOne();
  const results = await Promise.all([...both, compress(file('a'), 'br')]);
  expect(new Set(results.map(each => each?.bytes)).size).toBe(1);
  expect(names).toEqual(['best br a']);
});

test('files are compressed with less effort if too many are waiting, and then not at all', async () => {
  const { compress } = createCompressorUnderTest();
  const requests = Array.from({ length: 8 }, (_, n) => compress(file(`${n}`), 'br'));
  for (let n = 0; n < 6; n++) await endOne();
  const efforts = (await Promise.all(requests)).map(each => each?.effort);
  expect(efforts).toEqual(['best', 'best', 'best', 'fast', 'fast', 'fast', undefined, undefined]);
  expect(begun).toEqual([]);
  const later = compress(file('7'), 'br');
  await endOne();
  expect((await later)?.effort).toBe('best');
});

test('compressing with the best effort takes at most a tenth of the time in the long run', async () => {
  const { compress } = createCompressorUnderTest();
  for (let n = 0; n < 100; n++) {
    const compressed = compress(file(`${n}`), 'br');
    await endOne(1_000);
    await compressed;
  }
  const isBest = (name: string) => name.startsWith('best');
  expect(names.slice(0, 10).every(isBest)).toBe(true);
  expect(names.slice(50).filter(isBest).length).toBeLessThanOrEqual(6);
});

test('the memory for results is limited, and recently used ones are kept', async () => {
  const { compress } = createCompressorUnderTest(1_048_576);
  const get = async (name: string) => {
    const compressed = compress(file(name), 'br');
    await endOne();
    await compressed;
  };
  for (let n = 0; n < 20; n++) {
    await get(`${n}`);
    await get('used');
  }
  expect(names.filter(name => name === 'best br used')).toHaveLength(1);
  await get('0');
  expect(names.filter(name => name === 'best br 0')).toHaveLength(2);
});

test('a file that could not be compressed is compressed again for the next request', async () => {
  let attempts = 0;
  const { compress } = createCompressor({
    monotonicMs: () => nowMs,
    async compressBytes(content) {
      attempts += 1;
      if (attempts === 1) throw new Error('out of memory');
      return content;
    },
  });
  await expect(compress(file('a'), 'br')).rejects.toThrow('out of memory');
  expect((await compress(file('a'), 'br'))?.effort).toBe('best');
});
