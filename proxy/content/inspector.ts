import type { Kind } from '../contract/kind.ts';
import { createWalker, TooManyPixels } from './cursor.ts';
import { walkGif } from './gif.ts';
import { walkJpeg } from './jpeg.ts';
import { createPdfEnds, createScriptScan } from './pdf.ts';
import { walkPng } from './png.ts';
import { createTail, type TailRule } from './tail.ts';
import { createWindows, type Window } from './window.ts';
import { createZipEnd } from './zip-end.ts';

/** Why a file is refused for what is in it; for the log. */
export type ContentRule =
  | TailRule
  | 'not-pdf-png-gif-jpeg'
  | 'opens-as-zip'
  | 'opens-as-pdf'
  | 'over-250-megapixels'
  | 'pdf-javascript';

/** A file that is refused for what is in it. */
export class ContentRefused extends Error {
  readonly rule: ContentRule;
  constructor(rule: ContentRule) {
    super(rule);
    this.rule = rule;
  }
}

/** What is looked for in a file as it passes. */
export interface Inspector {
  /** The next piece. Throws `ContentRefused`. */
  push(piece: Uint8Array): void;
  /** There is no more. Throws `ContentRefused`. */
  end(): void;
}

/** Readers of documents look for their beginning this far in a file, whatever stands before it. */
const pdfWithin = 1_024;
const walks = { 'image/png': walkPng, 'image/gif': walkGif, 'image/jpeg': walkJpeg };

/** Looks through a file of this kind as it passes, keeping about as much of it as the largest piece. A file that is
 * cut off or damaged passes: what it shows may matter, and the enquiry API's readers decide. */
export function createInspector(kind: Kind, pdfJavascript: 'refuse' | 'pass'): Inspector {
  const windows = createWindows();
  const zipEnd = createZipEnd();
  const tail = createTail();
  const look = kind === 'application/pdf' ? lookAtPdf(tail, pdfJavascript) : lookAtImage(kind, tail);
  let bytes = 0;

  function scan(window: Window) {
    zipEnd.scan(window);
    look.scan(window);
  }
  return {
    push(piece) {
      bytes += piece.length;
      look.push(piece);
      const window = windows.push(piece);
      scan(window);
      windows.next(window);
    },
    end() {
      scan(windows.last());
      if (tail.found) throw new ContentRefused(tail.found);
      if (zipEnd.isEnd(bytes)) throw new ContentRefused('opens-as-zip');
    },
  };
}

type Tail = ReturnType<typeof createTail>;

function lookAtPdf(tail: Tail, pdfJavascript: 'refuse' | 'pass') {
  const ends = createPdfEnds(tail);
  const script = createScriptScan();
  return {
    push() {},
    scan(window: Window) {
      ends(window);
      if (pdfJavascript === 'pass') return;
      script.scan(window);
      if (script.isFound) throw new ContentRefused('pdf-javascript');
    },
  };
}

function lookAtImage(kind: keyof typeof walks, tail: Tail) {
  const walker = createWalker(walks[kind]);
  return {
    push(piece: Uint8Array) {
      try {
        walker.push(piece);
      } catch (error) {
        throw error instanceof TooManyPixels ? new ContentRefused('over-250-megapixels') : error;
      }
    },
    scan(window: Window) {
      const { bytes, from, to, at } = window;
      const document = from + at < pdfWithin ? bytes.subarray(0, pdfWithin - at).indexOf('%PDF-', from) : -1;
      if (document >= 0) throw new ContentRefused('opens-as-pdf');
      if (walker.end !== undefined) tail.scan(window, Math.max(from, walker.end - at), to);
      if (tail.found) throw new ContentRefused(tail.found);
    },
  };
}
