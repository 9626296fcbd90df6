import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startScriptedClamd } from '../../tools/testing/proxy/scripted-clamd.ts';
import { createScanner } from './scanner.ts';

const piece = Buffer.from('%PDF-1.7 a letter');

async function* repeat(count = 3, bytes = piece) {
  for (let n = 0; n < count; n++) {
    await setImmediate();
    yield Buffer.from(bytes);
  }
}

async function start(timeoutMs = 10_000, path?: string) {
  const clamd = await startScriptedClamd(path);
  onTestFinished(() => clamd.stop());
  return { clamd, ...createScanner(clamd.url, timeoutMs) };
}

const notScanned = (parameter: string) => ({ cause: 'not_scanned', parameter });
const infected = (parameter: string) => ({ cause: 'infected', parameter });

test('the scanner gets the whole file, and a clean one is clean', async () => {
  const { clamd, scan } = await start();
  expect(await scan(repeat(), 0)).toBeUndefined();
  expect(clamd.files).toEqual([Buffer.concat([piece, piece, piece])]);
});

test('an empty file can be scanned', async () => {
  const { scan } = await start();
  expect(await scan(repeat(0), 0)).toBeUndefined();
});

test('an empty chunk in the middle does not end the file', async () => {
  const { clamd, scan } = await start();
  async function* content() {
    yield* [piece, Buffer.alloc(0), piece];
  }
  expect(await scan(content(), 0)).toBeUndefined();
  expect(clamd.files).toEqual([Buffer.concat([piece, piece])]);
});

test('a scanner may listen on a socket of the machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clamd '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { scan } = await start(10_000, join(folder, 'clamd.ctl'));
  expect(await scan(repeat(), 0)).toBeUndefined();
});

test.each([
  ['stream: Eicar-Signature FOUND\0', infected('Eicar-Signature')],
  [
    'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0',
    infected('Heuristics.Limits.Exceeded.MaxFileSize'),
  ],
  ['stream: {HEX}php.base64 (v2).UNOFFICIAL FOUND\0', infected('{HEX}php.base64 (v2).UNOFFICIAL')],
  ['stream: (null) FOUND\0', infected('(null)')],
  ['INSTREAM size limit exceeded. ERROR\0', notScanned('INSTREAM size limit exceeded.')],
  ["stream: Can't allocate memory ERROR\0", notScanned("Can't allocate memory")],
  ['COMMAND READ TIMED OUT\0', notScanned('unknown reply')],
  ['UNKNOWN COMMAND\0', notScanned('unknown reply')],
  // Clean only if it is certain that this is the whole reply.
  ['stream: OK', notScanned('unknown reply')],
  ['stream: OK\n', notScanned('unknown reply')],
  ['stream: OK\0stream: Eicar FOUND\0', notScanned('unknown reply')],
  ['stream: OK FOUND OK\0', notScanned('unknown reply')],
  ['OK\0', notScanned('unknown reply')],
  ['\0', notScanned('unknown reply')],
  ['', notScanned('no reply')],
  ['HTTP/1.1 400 Bad Request\r\n\r\nada@example.com', notScanned('unknown reply')],
  ['x'.repeat(100_000), notScanned('unknown reply')],
])('what the scanner says is understood: %j', async (reply, expected) => {
  const { clamd, scan } = await start();
  clamd.script.push(reply);
  expect(await scan(repeat(), 0)).toEqual(expected);
});

test('a reply may come in pieces', async () => {
  const { clamd, scan } = await start();
  clamd.script.push(async socket => {
    socket.setNoDelay().resume();
    for (const letter of 'stream: Eicar FOUND\0') {
      socket.write(letter);
      await setImmediate();
    }
  });
  expect(await scan(repeat(), 0)).toEqual(infected('Eicar'));
});

test.each<[string, string, (socket: Socket) => void]>([
  [
    'that has no room for the file says so, and closes',
    'INSTREAM size limit exceeded.',
    socket => {
      socket.once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0'));
    },
  ],
  [
    'that replies before it has the file is not believed',
    'unknown reply',
    socket => {
      socket.once('data', () => socket.write('stream: OK\0'));
    },
  ],
  ['that returns what it is sent is not quoted', 'unknown reply', socket => socket.pipe(socket)],
  ['that cuts off', 'ECONNRESET', socket => socket.once('data', () => socket.resetAndDestroy())],
  ['that closes without a word', 'no reply', socket => socket.once('data', () => socket.end())],
])('a scanner %s', async (_, reason, behaviour) => {
  const { clamd, scan } = await start();
  clamd.script.push(behaviour);
  expect(await scan(repeat(1_000, Buffer.alloc(65_536)), 0)).toEqual(notScanned(reason));
});

test.each<[string, (socket: Socket) => void]>([
  ['reads nothing', () => {}],
  ['never replies', socket => socket.resume()],
])('a scanner that %s is given up', async (_, behaviour) => {
  const { clamd, scan } = await start(300);
  clamd.script.push(behaviour);
  expect(await scan(repeat(1_000, Buffer.alloc(65_536)), 0)).toEqual(notScanned('timed out'));
});

test('a scanner that is away', async () => {
  const { clamd, scan } = await start();
  await clamd.stop();
  expect(await scan(repeat(), 0)).toEqual(notScanned('ECONNREFUSED'));
});

test('a file that changes is neither clean nor infected', async () => {
  const { clamd, scan } = await start();
  async function* broken() {
    yield piece;
    throw new Error('spooled file differs');
  }
  await expect(scan(broken(), 0)).rejects.toThrow('spooled file differs');
  expect(clamd.files).toEqual([]);
});

test('a file that is too large is not sent', async () => {
  const { clamd, scan } = await start();
  expect(await scan(repeat(), 64 * 2 ** 20 + 1)).toEqual(notScanned('larger than 64 MiB'));
  expect(clamd.connections).toBe(0);
});

test('at most four files are scanned at once, and the others come later', async () => {
  const { clamd, scan } = await start();
  const giveUp = new AbortController();
  clamd.otherwise = socket => socket.resume();
  const scans = Array.from({ length: 4 }, () => scan(repeat(), 0, giveUp.signal));
  expect(await scan(repeat(), 0)).toEqual(notScanned('scanner busy'));
  await expect.poll(() => clamd.connections).toBe(4);
  giveUp.abort();
  for (const failure of await Promise.all(scans)) expect(failure?.cause).toBe('not_scanned');
});
