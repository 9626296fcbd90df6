import { inspectFile } from '../content/inspect-file.ts';
import { EmptyFile, UnacceptableFile } from '../content/inspector.ts';
import type { FileKind } from '../contract/file-kind.ts';
import { Refusal } from './refusal.ts';

/** Yields the chunks of an uploaded file while inspecting it. Throws a refusal once the file is unacceptable. */
export async function* inspectUpload(
  body: AsyncIterable<Buffer>,
  pdfJavascript: 'refuse' | 'pass',
  onKind: (kind: FileKind) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* inspectFile(body, pdfJavascript, onKind);
  } catch (error) {
    if (error instanceof EmptyFile) throw new Refusal('empty');
    if (error instanceof UnacceptableFile)
      throw new Refusal('unsupported-media-type', { reason: error.check });
    throw error;
  }
}
