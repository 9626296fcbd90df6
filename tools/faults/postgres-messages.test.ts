import { expect, test } from 'vitest';
import { type MessageSender, splitMessages } from './postgres-messages.ts';

function typed(type: string, latin1: string): Buffer {
  return Buffer.concat([Buffer.from(type), untyped(latin1)]);
}
function untyped(latin1: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + latin1.length);
  return Buffer.concat([length, Buffer.from(latin1, 'latin1')]);
}
async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const streams: [MessageSender, [string, Buffer][]][] = [
  [
    'client',
    [
      ['startup', untyped('\0\x03\0\0user\0postgres\0\0')],
      ['Q', typed('Q', 'select 1\0')],
      ['P', typed('P', '\0select $1\0\0\0')],
      ['S', typed('S', '')],
      ['B', typed('B', '\0\0\0\0\0\x01\0\0\x03\xe8'.padEnd(1_000, '!'))],
      ['X', typed('X', '')],
    ],
  ],
  [
    'server',
    [
      ['R', typed('R', '\0\0\0\0')],
      ['1', typed('1', '')],
      ['Z', typed('Z', 'I')],
    ],
  ],
];
test.each(streams)('splits the messages of a %s in chunks of any size', async (from, messages) => {
  const stream = Buffer.concat(messages.map(([, bytes]) => bytes));
  for (let size = 1; size <= stream.length; size++) {
    const found: [string, Buffer][] = [];
    for await (const { type, bytes } of splitMessages(inChunks(stream, size), from))
      found.push([type, bytes]);
    expect(found).toEqual(messages);
  }
});
