import { type Cursor, measure, pass, take, type Walk } from './cursor.ts';

/** From chunk to chunk up to the end of IEND (PNG, third edition, 5.3). */
export function* walkPng(cursor: Cursor): Walk {
  yield* pass(cursor, 8);
  for (;;) {
    const head = Buffer.from(yield* take(cursor, 8));
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4);
    if (!/^[A-Za-z]{4}$/.test(type) || length > 0x7fff_ffff) {
      cursor.at -= 8;
      return;
    }
    if (type === 'IHDR' && length >= 8) {
      const size = Buffer.from(yield* take(cursor, 8));
      measure(size.readUInt32BE(0), size.readUInt32BE(4));
      cursor.at -= 8;
    }
    // IEND has no content (11.2.5), and readers stop at it whatever length it claims.
    yield* pass(cursor, type === 'IEND' ? 4 : length + 4);
    if (type === 'IEND') return;
  }
}
