import { Readable } from 'node:stream';
import { notePassed } from '../passing-bytes.ts';

/** The file descriptor of spec 2.3. */
export interface FileDescriptor {
  name: string;
  mime: string;
  postname: string;
}

/** A multiple of three, so that pieces encode without remainder: read the file in pieces of this size. */
export const pieceBytes = 3 * 16_384;

/** The body of the enquiry API's upload (spec 2.3) as a stream of text, and its exact length in bytes. */
export function uploadBody(postId: number, file: FileDescriptor, content: Readable, bytes: number) {
  const head = `{"post_id":${JSON.stringify(String(postId))},"file":${JSON.stringify(file)},"contents":"`;
  const tail = '"}';
  return {
    length: Buffer.byteLength(head) + 4 * Math.ceil(bytes / 3) + tail.length,
    body: Readable.from(wrap(head, base64(content), tail), {
      objectMode: false,
      highWaterMark: 4 * pieceBytes,
    }),
  };
}

async function* wrap(head: string, encoded: AsyncIterable<string>, tail: string) {
  yield head;
  yield* encoded;
  yield tail;
}

/** Base64 of a stream (RFC 4648 4), whatever the sizes of its pieces. */
export async function* base64(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    notePassed(piece.length * 3); // The piece, its text, and that text's bytes.
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    const whole = bytes.length - (bytes.length % 3);
    if (whole > 0) yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) yield rest.toString('base64');
}
