// Generated files of the kinds that visitors have.
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A PNG of coloured noise, which doesn't compress: one byte for each pixel and channel. The fourth is the opacity. */
export function png(width: number, height: number, name = 'street.png', channels: 3 | 4 = 3): TestFile {
  const rowBytes = 1 + width * channels;
  const rows = Buffer.alloc(height * rowBytes);
  let noise = 7;
  for (let at = 0; at < rows.length; at++) {
    noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648;
    rows[at] = at % rowBytes === 0 ? 0 : noise >> 16;
  }
  const chunk = (type: string, content: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), content]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    check.writeUInt32BE(crc32(typed));
    return Buffer.concat([length, typed, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 4 ? 6 : 2], 8);
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

/** A valid PDF with one page of text. */
export function pdf(name = 'police report.pdf'): TestFile {
  const stream = 'BT /F1 24 Tf 72 720 Td (A plainly invented report) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') };
}

/** The same PDF with a password. Its key is invalid, because nothing on the way decrypts it. */
export function encryptedPdf(name = 'medical report.pdf'): TestFile {
  const key = 'AB'.repeat(32);
  const text = pdf().buffer.toString('latin1');
  const encrypt = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${key}> /U <${key}> >> /ID [<AB> <AB>]`;
  const buffer = Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R ${encrypt}`), 'latin1');
  return { name, mimeType: 'application/pdf', buffer };
}

/** A GIF of one transparent pixel. */
export function gif(name = 'diagram.gif'): TestFile {
  const buffer = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  return { name, mimeType: 'image/gif', buffer };
}

/** A small JPEG, padded with comments to a size. */
export function jpeg(bytes = 200_000, name = 'front bumper (1).jpg'): TestFile {
  const picture = Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwBH/9k=',
    'base64',
  );
  const comments: Buffer[] = [];
  for (let left = bytes - picture.length; left > 4; left -= 60_000) {
    const length = Math.min(60_000, left);
    const comment = Buffer.alloc(length); // One of zeros is what becomes of metadata, so it stays.
    comment.set([0xff, 0xfe, (length - 2) >> 8, (length - 2) & 255]);
    comments.push(comment);
  }
  const buffer = Buffer.concat([picture.subarray(0, 2), ...comments, picture.subarray(2)]);
  return { name, mimeType: 'image/jpeg', buffer };
}

/** A Windows program that is named like a document. */
export function programNamedPdf(name = 'letter.pdf'): TestFile {
  const buffer = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(2_000, 0x90)]);
  return { name, mimeType: 'application/pdf', buffer };
}
