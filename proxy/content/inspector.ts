import { detectFileKind, type FileKind, fileKindBytes } from '../contract/definition.ts';
import type { PhotoCheck } from '../contract/photos/cursor.ts';
import { createPdfScriptScan, createScanWindows, createZipScan, type ScanWindow } from './scans.ts';

/** The check that a file failed. */
export type ContentCheck =
  | PhotoCheck
  | 'not-pdf-png-gif-jpeg'
  | 'opens-as-zip'
  | 'opens-as-pdf'
  | 'pdf-javascript';

/** The content of a file isn't accepted. */
export class UnacceptableFile extends Error {
  override name = 'UnacceptableFile';
  readonly check: ContentCheck;
  constructor(check: ContentCheck) {
    super(check);
    this.check = check;
  }
}

/** A file has no bytes. */
export class EmptyFile extends Error {
  override name = 'EmptyFile';
}

/** PDF readers accept a header within this many bytes, whatever comes before it. */
const pdfHeaderBytes = 1_024;

/** Creates an incremental inspector that buffers about as much as the largest piece. It accepts files that are truncated or
 * damaged: their visible part may matter, and whether they are usable is decided at the enquiry API. */
export function createInspector(kind: FileKind, pdfJavascript: 'refuse' | 'pass') {
  const windows = createScanWindows();
  const zip = createZipScan();
  const script = createPdfScriptScan();
  let fileBytes = 0;

  function scan(window: ScanWindow) {
    const { bytes, from, offset } = window;
    zip.scan(window);
    if (kind === 'application/pdf') {
      if (pdfJavascript === 'refuse') script.scan(window);
      if (script.isFound) throw new UnacceptableFile('pdf-javascript');
    } else if (from + offset < pdfHeaderBytes) {
      const isPdf = bytes.subarray(0, pdfHeaderBytes - offset).indexOf('%PDF-', from) >= 0;
      if (isPdf) throw new UnacceptableFile('opens-as-pdf');
    }
  }
  return {
    /** Throws UnacceptableFile. */
    push(piece: Uint8Array): void {
      fileBytes += piece.length;
      const window = windows.push(piece);
      scan(window);
      windows.next(window);
    },
    /** Inspects the rest of the file. Throws UnacceptableFile. */
    end(): void {
      scan(windows.last());
      if (zip.isZip(fileBytes)) throw new UnacceptableFile('opens-as-zip');
    },
  };
}

/** Yields the chunks of a file while inspecting it. Calls `onKind` as soon as its first bytes have been received.
 * Throws EmptyFile, or UnacceptableFile when the enquiry API doesn't accept its kind (spec 4.2) or it is more than one
 * kind of file. */
export async function* inspectFile(
  pieces: AsyncIterable<Uint8Array>,
  pdfJavascript: 'refuse' | 'pass',
  onKind: (kind: FileKind) => void,
): AsyncGenerator<Uint8Array> {
  let start: Uint8Array = new Uint8Array();
  let inspector: ReturnType<typeof createInspector> | undefined;
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

  function startInspection(first: Uint8Array) {
    const kind = detectFileKind(first);
    if (!kind) throw new UnacceptableFile('not-pdf-png-gif-jpeg');
    onKind(kind);
    const started = createInspector(kind, pdfJavascript);
    started.push(first);
    return started;
  }
}
