import { detectFileKind, type FileKind, fileKindBytes } from '../contract/definition.ts';
import { createParser, parseGif, parseJpeg, parsePng, TooManyPixels } from './image-parsers.ts';
import {
  createPdfEndScan,
  createPdfScriptScan,
  createScanWindows,
  createTrailerScan,
  createZipScan,
  type ScanWindow,
  type TrailerCheck,
  type TrailerScan,
} from './scans.ts';

/** The check that a file failed. */
export type ContentCheck =
  | TrailerCheck
  | 'not-pdf-png-gif-jpeg'
  | 'opens-as-zip'
  | 'opens-as-pdf'
  | 'over-250-megapixels'
  | 'pdf-javascript'
  | 'unreadable-metadata';

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
const parsers = { 'image/png': parsePng, 'image/gif': parseGif, 'image/jpeg': parseJpeg };

/** Creates an incremental inspector that buffers about as much as the largest piece. It accepts files that are truncated or
 * damaged: their visible part may matter, and whether they are usable is decided at the enquiry API. */
export function createInspector(kind: FileKind, pdfJavascript: 'refuse' | 'pass') {
  const windows = createScanWindows();
  const zip = createZipScan();
  const trailer = createTrailerScan();
  const inspection =
    kind === 'application/pdf' ? inspectPdf(trailer, pdfJavascript) : inspectImage(kind, trailer);
  let fileBytes = 0;

  function scan(window: ScanWindow) {
    zip.scan(window);
    inspection.scan(window);
  }
  return {
    /** Throws UnacceptableFile. */
    push(piece: Uint8Array): void {
      fileBytes += piece.length;
      inspection.push(piece);
      const window = windows.push(piece);
      scan(window);
      windows.next(window);
    },
    /** Inspects the rest of the file. Throws UnacceptableFile. */
    end(): void {
      scan(windows.last());
      if (trailer.found) throw new UnacceptableFile(trailer.found);
      if (zip.isZip(fileBytes)) throw new UnacceptableFile('opens-as-zip');
    },
  };
}

function inspectPdf(trailer: TrailerScan, pdfJavascript: 'refuse' | 'pass') {
  const scanEnds = createPdfEndScan(trailer);
  const script = createPdfScriptScan();
  return {
    push() {},
    scan(window: ScanWindow) {
      scanEnds(window);
      if (pdfJavascript === 'pass') return;
      script.scan(window);
      if (script.isFound) throw new UnacceptableFile('pdf-javascript');
    },
  };
}

function inspectImage(kind: keyof typeof parsers, trailer: TrailerScan) {
  const parser = createParser(parsers[kind]);
  return {
    push(piece: Uint8Array) {
      try {
        parser.push(piece);
      } catch (error) {
        throw error instanceof TooManyPixels ? new UnacceptableFile('over-250-megapixels') : error;
      }
    },
    scan(window: ScanWindow) {
      const { bytes, from, to, offset } = window;
      const pdfHeader =
        from + offset < pdfHeaderBytes
          ? bytes.subarray(0, pdfHeaderBytes - offset).indexOf('%PDF-', from)
          : -1;
      if (pdfHeader >= 0) throw new UnacceptableFile('opens-as-pdf');
      if (parser.end !== undefined) trailer.scan(window, Math.max(from, parser.end - offset), to);
      if (trailer.found) throw new UnacceptableFile(trailer.found);
    },
  };
}

/** Yields the chunks of a file while inspecting it. Calls `onKind` as soon as its first bytes have been received.
 * Throws EmptyFile, or UnacceptableFile when the enquiry API doesn't accept its kind (spec 4.2) or it is more than one
 * kind of file. */
export async function* inspectFile(
  pieces: AsyncIterable<Buffer>,
  pdfJavascript: 'refuse' | 'pass',
  onKind: (kind: FileKind) => void,
): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0);
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

  function startInspection(first: Buffer) {
    const kind = detectFileKind(first);
    if (!kind) throw new UnacceptableFile('not-pdf-png-gif-jpeg');
    onKind(kind);
    const started = createInspector(kind, pdfJavascript);
    started.push(first);
    return started;
  }
}
