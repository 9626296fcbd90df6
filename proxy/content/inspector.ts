import { UnacceptableFile } from '../contract/photos/cursor.ts';
import { createPdfScriptScan, createScanWindows, createZipScan, type ScanWindow } from './scans.ts';

/** PDF readers accept a header within this many bytes, whatever comes before it. */
const pdfHeaderBytes = 1_024;

/** Creates an incremental inspector of files without anything before and after their content. It buffers about as much as the
 * largest piece. It accepts files that are truncated or damaged: their visible part may matter, and whether they are usable is
 * decided at the enquiry API. */
export function createInspector(pdfJavascript: 'refuse' | 'pass') {
  const windows = createScanWindows();
  const zip = createZipScan();
  const script = createPdfScriptScan();
  let fileBytes = 0;
  let isPdf = false;

  function scan(window: ScanWindow) {
    const { bytes, from, offset } = window;
    zip.scan(window);
    if (from + offset === 0) isPdf = bytes.indexOf('%PDF-') === 0;
    if (isPdf && pdfJavascript === 'refuse') script.scan(window);
    if (script.isFound) throw new UnacceptableFile('pdf-javascript');
    const opensAsPdf =
      from + offset < pdfHeaderBytes &&
      bytes.subarray(0, pdfHeaderBytes - offset).indexOf('%PDF-', from) >= 0;
    if (opensAsPdf && !isPdf) throw new UnacceptableFile('opens-as-pdf');
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

/** Yields the chunks of a file while inspecting it. Throws UnacceptableFile when it is more than one kind of file. */
export async function* inspectFile(
  pieces: AsyncIterable<Uint8Array>,
  pdfJavascript: 'refuse' | 'pass',
): AsyncGenerator<Uint8Array> {
  const inspector = createInspector(pdfJavascript);
  for await (const piece of pieces) {
    inspector.push(piece);
    yield piece;
  }
  inspector.end();
}
