import { type Cursor, checkPixels, type ParserSteps, read, skip } from './cursor.ts';

/** Parses chunk by chunk up to the end of IEND (PNG, third edition, section 5.3). */
export function* parsePng(cursor: Cursor): ParserSteps {
  yield* skip(cursor, 8);
  for (;;) {
    const head = Buffer.from(yield* read(cursor, 8));
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4);
    if (!/^[A-Za-z]{4}$/.test(type) || length > 0x7fff_ffff) {
      cursor.at -= 8;
      return;
    }
    if (type === 'IHDR' && length >= 8) {
      const size = Buffer.from(yield* read(cursor, 8));
      checkPixels(size.readUInt32BE(0), size.readUInt32BE(4));
      cursor.at -= 8;
    }
    // IEND is empty (section 11.2.5), and readers stop at it even if it declares a length.
    yield* skip(cursor, type === 'IEND' ? 4 : length + 4);
    if (type === 'IEND') return;
  }
}
