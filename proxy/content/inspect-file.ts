import { detectFileKind, type FileKind, fileKindBytes } from '../contract/file-kind.ts';
import { createInspector, EmptyFile, type Inspector, UnacceptableFile } from './inspector.ts';

/** Yields the chunks of a file while inspecting it. Calls `onKind` as soon as its first bytes have been received.
 * Throws EmptyFile, or UnacceptableFile when the enquiry API doesn't accept its kind (spec 4.2) or it is more than one
 * kind of file. */
export async function* inspectFile(
  pieces: AsyncIterable<Buffer>,
  pdfJavascript: 'refuse' | 'pass',
  onKind: (kind: FileKind) => void,
): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0);
  let inspector: Inspector | undefined;
  for await (const piece of pieces) {
    if (inspector) {
      inspector.push(piece);
      yield piece;
      continue;
    }
    start = Buffer.concat([start, piece]);
    if (start.length < fileKindBytes) continue;
    inspector = startInspection(start);
    yield start;
  }
  if (!inspector) {
    if (start.length === 0) throw new EmptyFile();
    inspector = startInspection(start);
    yield start;
  }
  inspector.end();

  function startInspection(first: Buffer): Inspector {
    const kind = detectFileKind(first);
    if (!kind) throw new UnacceptableFile('not-pdf-png-gif-jpeg');
    onKind(kind);
    const started = createInspector(kind, pdfJavascript);
    started.push(first);
    return started;
  }
}
