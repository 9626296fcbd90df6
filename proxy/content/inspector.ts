import { UnacceptableFile } from '../contract/photos/cursor.ts';
import { createPdfScriptScan, createScanWindows, createZipScan, type ScanWindow } from './scans.ts';

/** PDF readers accept a header within this many bytes, whatever comes before it. */
const pdfHeaderBytes = 1_024;

/** Yields the chunks of a file, which has nothing before and after its content, while inspecting it. Buffers about as much as
 * the largest chunk. Accepts files that are truncated or damaged: their visible part may matter, and whether they are usable
 * is decided at the enquiry API. Throws UnacceptableFile when it is more than one kind of file. */
export async function* inspectFile(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const windows = createScanWindows();
  const zip = createZipScan();
  const script = createPdfScriptScan();
  let fileBytes = 0;
  let isPdf = false;

  function scan(window: ScanWindow) {
    const { bytes, from, offset } = window;
    zip.scan(window);
    if (from + offset === 0) isPdf = bytes.indexOf('%PDF-') === 0;
    if (isPdf) script.scan(window);
    if (script.isFound) throw new UnacceptableFile('pdf-javascript');
    const opensAsPdf =
      from + offset < pdfHeaderBytes &&
      bytes.subarray(0, pdfHeaderBytes - offset).indexOf('%PDF-', from) >= 0;
    if (opensAsPdf && !isPdf) throw new UnacceptableFile('opens-as-pdf');
  }
  for await (const piece of pieces) {
    fileBytes += piece.length;
    const window = windows.push(piece);
    scan(window);
    windows.next(window);
    yield piece;
  }
  scan(windows.last());
  if (zip.isZip(fileBytes)) throw new UnacceptableFile('opens-as-zip');
}
