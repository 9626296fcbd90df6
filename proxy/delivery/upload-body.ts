import { Readable } from 'node:stream';
import { notePassed } from '../spool/passing-bytes.ts';

/** The file descriptor of spec 2.3. */
export interface FileDescriptor {
  name: string;
  mime: string;
  postname: string;
}

/** What is encoded at once: a multiple of three, so that it encodes without remainder; its text is small enough for
 * V8's young generation, where it costs nothing to be rid of. */
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
    // One text ahead.
    body: Readable.from(wrap(head, base64(content), tail), { highWaterMark: 1 }),
  };
}

async function* wrap(head: string, encoded: AsyncIterable<string>, tail: string) {
  yield head;
  yield* encoded;
  yield tail;
}

/** Base64 of a stream (RFC 4648 4), whatever the sizes of its pieces. A piece is done with when the next one is asked
 * for. */
export async function* base64(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    notePassed(piece.length);
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    const whole = bytes.length - (bytes.length % 3);
    for (let at = 0; at < whole; at += stepBytes) {
      yield bytes.toString('base64', at, Math.min(at + stepBytes, whole));
    }
    rest = Buffer.from(bytes.subarray(whole));
  }
  if (rest.length > 0) yield rest.toString('base64');
}
