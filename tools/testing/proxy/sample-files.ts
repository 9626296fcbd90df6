// For tests: small, well-formed files.
import { crc32, deflateSync } from 'node:zlib';

export const toLatin1 = (text: string) => Buffer.from(text, 'latin1');

/** A chunk of a PNG. */
export function chunk(type: string, content: Uint8Array): Buffer {
  const typed = Buffer.concat([toLatin1(type), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}

export function png({ width = 1, height = 1, text = undefined as Buffer | undefined } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = deflateSync(Buffer.alloc(4));
  const parts = [
    chunk('IHDR', header),
    ...(text ? [chunk('tEXt', text)] : []),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([toLatin1('\x89PNG\r\n\x1a\n'), ...parts]);
}

export function gif({ width = 1, height = 1 } = {}): Buffer {
  const buffer = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  buffer.writeUInt16LE(width, 6);
  buffer.writeUInt16LE(height, 8);
  return buffer;
}

/** Like a phone's photo: a frame, and scans with stuffing and a restart. It has no metadata by default. */
export function jpeg({ width = 4, height = 3, comment = '\0\0\0\0' } = {}): Buffer {
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  };
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xfe, toLatin1(comment)),
    segment(0xc2, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    toLatin1('\x12\xff\0\x34\xff\xd0\x56'),
    segment(0xc4, Buffer.alloc(17)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    toLatin1('\x78\xff\xff\xd9'),
  ]);
}

export function pdf(catalogue = ''): Buffer {
  return toLatin1(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalogue}>>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`,
  );
}

/** An archive of one empty file. With ZIP64, separate records locate its directory (APPNOTE, section 4.3.14). */
export function archive(isZip64 = false) {
  const entry = `\x14\0\0\0\x08\0${'\0'.repeat(16)}\x01\0\0\0`;
  const directory = `PK\x01\x02\x14\0${entry}${'\0'.repeat(14)}a`;
  const end64 = `PK\x06\x06\x2c${'\0'.repeat(51)}PK\x06\x07${'\0'.repeat(16)}`;
  const size = isZip64 ? '\xff\xff\xff\xff' : `${String.fromCharCode(directory.length)}\0\0\0`;
  const end = `PK\x05\x06\0\0\0\0\x01\0\x01\0${size}\x1f\0\0\0\0\0`;
  return toLatin1(`PK\x03\x04${entry}a${directory}${isZip64 ? end64 : ''}${end}`);
}
export const zip = archive();
export const mp4 = Buffer.concat([
  toLatin1('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'),
  Buffer.alloc(50_000, 'MZ#!PKPE'),
]);
