import {
  type AttachmentLimits,
  detectFileKind,
  type FileKind,
  fileKindBytes,
  findPdf,
} from '../definition.ts';
import { Cursor, type Steps, UnacceptableFile } from './cursor.ts';
import { cleanGif } from './gif.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';

/** Copies a photo up to its end, without its metadata. Returns whether it has a picture. */
type Cleaner = (cursor: Cursor) => Steps<boolean>;
const cleaners: Partial<Record<FileKind, Cleaner>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/gif': cleanGif,
};

/** Copies a file without the metadata that `strip_metadata` names. A photo keeps only what is known to be needed to show it,
 * and nothing that follows it; a PDF nothing that precedes it. Returns what was removed. Holds a bounded part of the file in memory. Calls
 * `onKind` when its first bytes have arrived. Overwrites the pieces, and yields parts of them, so what it yields is valid
 * as long as they are. Throws UnacceptableFile. */
export async function* removeMetadata(
  pieces: AsyncIterable<Uint8Array>,
  what: AttachmentLimits['strip_metadata'],
  onKind = (_: FileKind) => {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, Cursor['removed']> {
  const cursor = new Cursor(what);
  const steps = clean(cursor, what, onKind);
  steps.next();
  for await (const piece of pieces) {
    cursor.push(piece);
    steps.next();
    yield cursor.take();
  }
  cursor.complete();
  steps.next();
  yield cursor.take();
  return cursor.removed;
}

function* clean(
  cursor: Cursor,
  what: AttachmentLimits['strip_metadata'],
  onKind: (kind: FileKind) => void,
): Steps {
  const start = yield* cursor.peek(fileKindBytes);
  const kind = detectFileKind(start);
  if (!kind) throw new UnacceptableFile('not-pdf-png-gif-jpeg');
  onKind(kind);
  // Readers count a PDF's offsets from its header (ISO 32000-2, section 7.5.2), so no offset changes.
  if (kind === 'application/pdf') yield* cursor.cut(findPdf(start));
  const cleaner = cleaners[kind];
  if (!cleaner) return yield* cursor.keep(Number.POSITIVE_INFINITY);
  const hasPicture = yield* cleaner(cursor);
  yield* cursor.drop(Number.POSITIVE_INFINITY);
  if (!hasPicture && what !== 'none') throw new UnacceptableFile('unreadable-metadata');
}
