import { type Kind, kindBytes, kindOf } from '../contract/kind.ts';
import { Refusal } from '../http/refusal.ts';
import { ContentRefused, createInspector, type Inspector } from './inspector.ts';

/** Passes a file on, telling its kind as soon as its first bytes are there. Throws a refusal as soon as it is seen
 * to be empty, none of the kinds that the enquiry API takes (spec 4.2), or something else beside what it says. */
export async function* inspected(
  pieces: AsyncIterable<Buffer>,
  pdfJavascript: 'refuse' | 'pass',
  tell: (kind: Kind) => void,
): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0);
  let inspector: Inspector | undefined;
  try {
    for await (const piece of pieces) {
      if (inspector) {
        inspector.push(piece);
        yield piece;
        continue;
      }
      start = Buffer.concat([start, piece]);
      if (start.length < kindBytes) continue;
      inspector = begin(start);
      yield start;
    }
    if (!inspector) {
      if (start.length === 0) throw new Refusal('empty');
      inspector = begin(start);
      yield start;
    }
    inspector.end();
  } catch (error) {
    if (!(error instanceof ContentRefused)) throw error;
    throw new Refusal('unsupported-media-type', { rule: error.rule }); // The client's fault.
  }

  function begin(first: Buffer): Inspector {
    const kind = kindOf(first);
    if (!kind) throw new ContentRefused('not-pdf-png-gif-jpeg');
    tell(kind);
    const begun = createInspector(kind, pdfJavascript);
    begun.push(first);
    return begun;
  }
}
