import { describe, expect, test } from 'vitest';
import { tiff } from '../../../tools/testing/tiff.ts';
import { Exif } from './exif.ts';

const everything = { details: true, location: true, orientation: 6 };
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder('latin1').decode(bytes);
const has = (bytes: Uint8Array | undefined, tag: number, order: 'II' | 'MM') =>
  textOf(bytes).includes(
    String.fromCharCode(...(order === 'II' ? [tag & 255, tag >> 8] : [tag >> 8, tag & 255])),
  );

describe.each(['II', 'MM'] as const)('with byte order %s', order => {
  test('reads the orientation, and replaces an invalid one with 1', () => {
    expect(Exif.parse(tiff(order, 6))?.orientation).toBe(6);
    expect(Exif.parse(tiff(order, 77))?.orientation).toBe(1);
  });

  test('a re-encoded photo keeps its time and make, and its location only on request', () => {
    const without = Exif.parse(tiff(order))?.carryOver({ details: true, location: false, orientation: 1 });
    expect(textOf(without)).toContain('2026:02:01 08:15:00');
    expect(textOf(without)).toContain('Nobody');
    expect(has(without, 0x8825, order)).toBe(false);
    expect(Exif.parse(without!)?.orientation).toBe(1);
    const within = Exif.parse(tiff(order))?.carryOver(everything);
    expect(Exif.parse(within!)?.orientation).toBe(6);
    expect(Exif.parse(within!)?.hasLocation).toBe(true);
    const nothing = { details: false, location: false, orientation: 1 };
    expect(Exif.parse(tiff(order))?.carryOver(nothing)).toBeUndefined();
    expect(textOf(Exif.parse(tiff(order))?.carryOver({ ...nothing, orientation: 6 }))).not.toMatch(
      /2026|Nobody/,
    );
  });

  test('keeps a make in UTF-8, but not a value of an unknown type', () => {
    for (const [type, isThere] of [
      [129, true],
      [77, false],
    ] as const) {
      const bytes = tiff(order);
      bytes.set(order === 'II' ? [type, 0] : [0, type], 12);
      const brief = Exif.parse(bytes)?.carryOver({ details: true, location: false, orientation: 1 });
      expect(textOf(brief).includes('Nobody')).toBe(isThere);
      expect(has(brief, 0x10f, order)).toBe(isThere);
    }
  });

  test('drops a make that is too long to be a name', () => {
    const bytes = new Uint8Array(60_000);
    bytes.set(tiff(order));
    new DataView(bytes.buffer).setUint32(14, 59_000, order === 'II');
    const brief = Exif.parse(bytes)?.carryOver(everything);
    expect(brief!.length).toBeLessThan(500);
    expect(textOf(brief)).toContain('2026:02:01 08:15:00');
  });

  test('drops details that exceed a segment', () => {
    const bytes = new Uint8Array(60_000);
    bytes.set(tiff(order));
    // 200 entries with the same make.
    const entry = bytes.slice(10, 22);
    new DataView(entry.buffer).setUint32(4, 500, order === 'II');
    new DataView(entry.buffer).setUint32(8, 59_000, order === 'II');
    new DataView(bytes.buffer).setUint16(8, 200, order === 'II');
    for (let at = 10; at < 10 + 12 * 200; at += 12) bytes.set(entry, at);
    expect(Exif.parse(bytes)?.carryOver(everything)).toBeUndefined();
  });

  test('survives truncated and corrupted bytes', () => {
    const whole = tiff(order);
    const read = (bytes: Uint8Array<ArrayBuffer>) => () => {
      const exif = Exif.parse(bytes);
      exif?.carryOver(everything);
      exif?.pick([0x10f]);
    };
    for (let length = 0; length < whole.length; length++) {
      expect(read(whole.slice(0, length))).not.toThrow();
    }
    for (let at = 4; at < whole.length; at++) {
      const garbled = tiff(order);
      garbled[at] = 255;
      expect(read(garbled)).not.toThrow();
    }
  });
});

test('bytes that aren’t a TIFF have no EXIF', () => {
  expect(Exif.parse(Uint8Array.of(1, 2, 3, 4))).toBeUndefined();
});
