import { type AttachmentLimits, detectFileKind, type FileKind, fileKindBytes } from '../definition.ts';
import { ByteReader } from './byte-reader.ts';
import { Budget } from './exif.ts';
import { blankJpeg, stripJpeg } from './jpeg.ts';
import { blankPng, stripPng } from './png.ts';

/** What was removed from a file. `too-complex`: the file still has its metadata, perhaps with a location, and all of it
 * has to be removed. */
export type Removal = 'nothing' | 'location' | 'details' | 'too-complex';

const formats: Partial<
  Record<
    FileKind,
    {
      /** Blanks out the location. Returns whether there was one. */
      blank(reader: ByteReader, budget: Budget): AsyncGenerator<Uint8Array, boolean>;
      /** Removes all metadata but colours and orientation. Returns whether there was any. Throws UnreadablePhoto. */
      strip(reader: ByteReader): AsyncGenerator<Uint8Array, boolean>;
    }
  >
> = {
  'image/jpeg': { blank: blankJpeg, strip: stripJpeg },
  'image/png': { blank: blankPng, strip: stripPng },
};

/** Passes on a file without the metadata that `strip_metadata` names, and returns what was removed. A file that has none
 * of it, and one that is neither JPEG nor PNG, stays the same, byte for byte. Holds a bounded part of the file in memory.
 * The pieces that it yields are valid until the next one is requested. With `all`, throws UnreadablePhoto. */
export async function* removeMetadata(
  pieces: AsyncIterable<Uint8Array>,
  what: Exclude<AttachmentLimits['strip_metadata'], 'none'>,
): AsyncGenerator<Uint8Array, Removal> {
  const reader = new ByteReader(pieces);
  try {
    const kind = detectFileKind(await reader.peek(fileKindBytes));
    const format = kind && formats[kind];
    if (!format) {
      yield* reader.rest();
      return 'nothing';
    }
    if (what === 'all') return (yield* format.strip(reader)) ? 'details' : 'nothing';
    const budget = new Budget();
    const wasThere = yield* format.blank(reader, budget);
    if (budget.isSpent) return 'too-complex';
    return wasThere ? 'location' : 'nothing';
  } finally {
    await reader.close();
  }
}
