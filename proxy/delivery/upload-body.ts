import { Readable } from 'node:stream';
import type { FileDescriptor } from '../outbox/delivery-content.ts';
import { noteGarbage } from '../spool/buffer-memory.ts';

/** The number of bytes per encoding step: a multiple of three, because base64 encodes three bytes at a time, and small
 * enough for the text to stay in V8's young generation, where collecting it costs little. */
const stepBytes = 3 * 16_384;

/** The body of the enquiry API's upload (spec 2.3) as a stream of text, and its exact length in bytes. */
export function uploadBody(
  postId: number,
  file: FileDescriptor,
  content: AsyncIterable<Buffer>,
  bytes: number,
) {
  const head = `{"post_id":${JSON.stringify(String(postId))},"file":${JSON.stringify(file)},"contents":"`;
  const tail = '"}';
  return {
    length: Buffer.byteLength(head) + 4 * Math.ceil(bytes / 3) + tail.length,
    // Encodes one string ahead.
    body: Readable.from(wrap(head, base64(content), tail), { highWaterMark: 1 }),
  };
}

async function* wrap(head: string, encoded: AsyncIterable<string>, tail: string) {
  yield head;
  yield* encoded;
  yield tail;
}

/** Encodes a stream as base64 (RFC 4648 4). Doesn't use a chunk after requesting the next one. */
export async function* base64(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    noteGarbage(chunk.length);
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 3);
    for (let start = 0; start < whole; start += stepBytes) {
      yield bytes.toString('base64', start, Math.min(start + stepBytes, whole));
    }
    rest = Buffer.from(bytes.subarray(whole));
  }
  if (rest.length > 0) yield rest.toString('base64');
}
