// Builds a TIFF for tests as a phone writes it, with an orientation, a time and a location.

const orderOf = { II: true, MM: false };

export function tiff(order: 'II' | 'MM', orientation = 6): Uint8Array<ArrayBuffer> {
  const isLittle = orderOf[order];
  const bytes = new Uint8Array(170);
  const view = new DataView(bytes.buffer);
  const text = (at: number, words: string) =>
    bytes.set(
      Array.from(words, letter => letter.charCodeAt(0)),
      at,
    );
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    view.setUint16(at, tag, isLittle);
    view.setUint16(at + 2, type, isLittle);
    view.setUint32(at + 4, count, isLittle);
    if (type === 3) view.setUint16(at + 8, value, isLittle);
    else view.setUint32(at + 8, value, isLittle);
  };
  text(0, order);
  view.setUint16(2, 42, isLittle);
  view.setUint32(4, 8, isLittle);
  view.setUint16(8, 4, isLittle);
  entry(10, 0x10f, 2, 6, 62); // Maker
  entry(22, 0x112, 3, 1, orientation);
  entry(34, 0x8769, 4, 1, 68); // EXIF
  entry(46, 0x8825, 4, 1, 106); // GPS
  text(62, 'Nobody');
  view.setUint16(68, 1, isLittle);
  entry(70, 0x9003, 2, 20, 86); // DateTimeOriginal
  text(86, '2026:02:01 08:15:00\0');
  view.setUint16(106, 2, isLittle);
  entry(108, 0, 1, 4, isLittle ? 0x302 : 0x02030000); // GPSVersionID
  entry(120, 2, 5, 3, 138); // GPSLatitude
  for (const [at, number] of [51, 1, 30, 1, 2625, 100].entries()) {
    view.setUint32(138 + 4 * at, number, isLittle);
  }
  return bytes;
}
