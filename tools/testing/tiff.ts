// Builds TIFFs for tests.

export type Order = 'II' | 'MM';
/** The value is a number of type 3 or 4, or bytes in the order of the TIFF. */
export type Tag = [tag: number, type: number, value: number | Uint8Array | string];

const bytesPerValue: Record<number, number> = { 3: 2, 4: 4, 5: 8 };

/** The bytes of numbers of this length. */
export function numbers(order: Order, bytes: 2 | 4, ...values: number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(bytes * values.length));
  for (const [at, value] of values.entries()) {
    if (bytes === 2) view.setUint16(2 * at, value, order === 'II');
    else view.setUint32(4 * at, value, order === 'II');
  }
  return new Uint8Array(view.buffer);
}

/** Builds a TIFF of a main table, the tables that it links to, by the tags of the links, and the next table. */
export function buildTiff(
  order: Order,
  main: Tag[],
  linked: Record<number, Tag[]> = {},
  next: Tag[] = [],
): Uint8Array<ArrayBuffer> {
  const links = Object.keys(linked).map(Number);
  const tables = [[...main, ...links.map((tag): Tag => [tag, 4, 0])], ...Object.values(linked), next].map(
    table =>
      table.map(([tag, type, value]) => ({
        tag,
        type,
        bytes:
          typeof value === 'number'
            ? numbers(order, type === 3 ? 2 : 4, value)
            : typeof value === 'string'
              ? Uint8Array.from(value, letter => letter.charCodeAt(0))
              : value,
      })),
  );
  let end = 8;
  const starts = tables.map(table => {
    const start = end;
    if (table.length) end += 6 + 12 * table.length;
    for (const { bytes } of table) end += bytes.length > 4 ? bytes.length + (bytes.length % 2) : 0;
    return start;
  });
  for (const [at, tag] of links.entries())
    tables[0]!.find(entry => entry.tag === tag)!.bytes = numbers(order, 4, starts[at + 1]!);
  const tiff = new Uint8Array(end);
  const [short, long] = [
    (value: number) => numbers(order, 2, value),
    (value: number) => numbers(order, 4, value),
  ];
  tiff.set(Uint8Array.from(order, letter => letter.charCodeAt(0)));
  tiff.set(short(42), 2);
  tiff.set(long(8), 4);
  for (const [index, table] of tables.entries()) {
    let at = starts[index]!;
    let free = at + 6 + 12 * table.length;
    if (!table.length) continue;
    tiff.set(short(table.length), at);
    at += 2;
    for (const { tag, type, bytes } of table) {
      tiff.set([...short(tag), ...short(type), ...long(bytes.length / (bytesPerValue[type] ?? 1))], at);
      tiff.set(bytes.length > 4 ? long(free) : bytes, at + 8);
      if (bytes.length > 4) {
        tiff.set(bytes, free);
        free += bytes.length + (bytes.length % 2);
      }
      at += 12;
    }
    if (index === 0 && next.length) tiff.set(long(starts.at(-1)!), at);
  }
  return tiff;
}

/** The tags of a location: 51° 30' 4.91". */
export const location = (order: Order): Tag[] => [
  [0, 1, '\x02\x03\0\0'],
  [2, 5, numbers(order, 4, 51, 1, 30, 1, 491, 100)],
];

/** A TIFF as a phone writes it, with an orientation, a time, a make and a location. */
export const tiff = (order: Order, orientation = 6): Uint8Array<ArrayBuffer> =>
  buildTiff(
    order,
    [
      [0x10f, 2, 'Nobody'],
      [0x112, 3, orientation],
    ],
    { 34665: [[0x9003, 2, '2026:02:01 08:15:00\0']], 34853: location(order) },
  );
