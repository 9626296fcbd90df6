import { describe, expect, test } from 'vitest';
import { Exif } from './exif.ts';
import { tiff } from './tiff-for-tests.ts';

const everything = { details: true, place: true, orientation: 6 };
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder('latin1').decode(bytes);
const has = (bytes: Uint8Array | undefined, tag: number, order: 'II' | 'MM') =>
  textOf(bytes).includes(
    String.fromCharCode(...(order === 'II' ? [tag & 255, tag >> 8] : [tag >> 8, tag & 255])),
  );

describe.each(['II', 'MM'] as const)('in the order %s', order => {
  test('the orientation is read, and what is none is 1', () => {
    expect(Exif.in(tiff(order, 6))?.orientation).toBe(6);
    expect(Exif.in(tiff(order, 77))?.orientation).toBe(1);
  });

  test('the place is blanked out, and nothing else moves', () => {
    const [before, after] = [tiff(order), tiff(order)];
    const exif = Exif.in(after);
    expect(exif?.blankLocation()).toBe(true);
    expect(exif?.blankLocation()).toBe(false);
    expect(exif?.orientation).toBe(6);
    expect(has(after, 0x8825, order)).toBe(false);
    expect([...after.subarray(106)].every(byte => byte === 0)).toBe(true);
    expect(after.subarray(62, 106)).toEqual(before.subarray(62, 106));
  });

  test('a photo that is encoded anew takes its time and maker along, and its place only when told to', () => {
    const without = Exif.in(tiff(order))?.brief({ details: true, place: false, orientation: 1 });
    expect(textOf(without)).toContain('2026:02:01 08:15:00');
    expect(textOf(without)).toContain('Nobody');
    expect(has(without, 0x8825, order)).toBe(false);
    expect(Exif.in(without!)?.orientation).toBe(1);
    const within = Exif.in(tiff(order))?.brief(everything);
    expect(Exif.in(within!)?.orientation).toBe(6);
    expect(Exif.in(within!)?.blankLocation()).toBe(true);
    const nothing = { details: false, place: false, orientation: 1 };
    expect(Exif.in(tiff(order))?.brief(nothing)).toBeUndefined();
    expect(textOf(Exif.in(tiff(order))?.brief({ ...nothing, orientation: 6 }))).not.toMatch(/2026|Nobody/);
  });

  test('a maker in UTF-8 is taken along whole, and one of an unknown kind is not', () => {
    for (const [type, isThere] of [
      [129, true],
      [77, false],
    ] as const) {
      const bytes = tiff(order);
      bytes.set(order === 'II' ? [type, 0] : [0, type], 12);
      const brief = Exif.in(bytes)?.brief({ details: true, place: false, orientation: 1 });
      expect(textOf(brief).includes('Nobody')).toBe(isThere);
      expect(has(brief, 0x10f, order)).toBe(isThere);
    }
  });

  test('a maker that is longer than any name is not taken along', () => {
    const bytes = new Uint8Array(60_000);
    bytes.set(tiff(order));
    new DataView(bytes.buffer).setUint32(14, 59_000, order === 'II');
    const brief = Exif.in(bytes)?.brief(everything);
    expect(brief!.length).toBeLessThan(500);
    expect(textOf(brief)).toContain('2026:02:01 08:15:00');
  });

  test('details that fill more than a segment are not taken along', () => {
    const bytes = new Uint8Array(60_000);
    bytes.set(tiff(order));
    // Far more entries than there are: a hundred times the same maker.
    const entry = bytes.slice(10, 22);
    new DataView(entry.buffer).setUint32(4, 500, order === 'II');
    new DataView(entry.buffer).setUint32(8, 59_000, order === 'II');
    new DataView(bytes.buffer).setUint16(8, 200, order === 'II');
    for (let at = 10; at < 10 + 12 * 200; at += 12) bytes.set(entry, at);
    expect(Exif.in(bytes)?.brief(everything)).toBeUndefined();
  });

  test('bytes that were cut off or garbled do no harm', () => {
    const whole = tiff(order);
    for (let length = 0; length < whole.length; length++) {
      const exif = Exif.in(whole.slice(0, length));
      exif?.brief(everything);
      exif?.blankLocation();
    }
    for (let at = 4; at < whole.length; at++) {
      const garbled = tiff(order);
      garbled[at] = 255;
      const exif = Exif.in(garbled);
      exif?.brief(everything);
      exif?.blankLocation();
    }
  });
});

test('what is no TIFF is none', () => {
  expect(Exif.in(Uint8Array.of(1, 2, 3, 4))).toBeUndefined();
});
