import { createHash } from 'node:crypto';
import type { SpooledFile } from './spool.ts';

/** A spooled file is not what was stored: another program or the disk has changed it. */
export class FileDiffers extends Error {
  override name = 'FileDiffers';
  override message = 'spooled file differs';
}

/** Passes on the chunks of a spooled file, and throws FileDiffers before its end if its length or content differs. Never
 * passes on more bytes than expected. */
export async function* checkFile(
  chunks: AsyncIterable<Buffer>,
  expected: Pick<SpooledFile, 'bytes' | 'sha256'>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > expected.bytes) throw new FileDiffers();
    hash.update(chunk);
    yield chunk;
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256) throw new FileDiffers();
}
