import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../tools/testing/proxy/any-character.ts';
import { measureCpuMs } from '../../tools/testing/proxy/cpu-time.ts';
import { type FileKind, fileKinds } from '../contract/definition.ts';
import { parseFileName } from '../http/routes/uploads.ts';
import { safeName } from './accept-file.ts';

test.each([
  ["attachment; filename*=UTF-8''front%20bumper.jpg", 'front bumper.jpg'],
  ['attachment; filename="plain.jpg"; filename*=UTF-8\'\'caf%C3%A9.jpg', 'café.jpg'],
  ['attachment; filename="with \\"quotes\\".pdf"', 'with "quotes".pdf'],
  ['attachment; filename=bare.pdf', 'bare.pdf'],
  ["attachment; filename*=UTF-8''%EF%BF%BDname.jpg", '\ufffdname.jpg'],
  ["attachment; filename*=UTF-8''%FF%FE", ''],
  ["attachment; filename*=UTF-8''%E4%B8", ''],
  ['attachment; filename*=UTF-8\'\'100%; filename="sale.jpg"', 'sale.jpg'],
  ["attachment; filename*=UTF-8''%zz.jpg; filename=plain.jpg", 'plain.jpg'],
  ["attachment; filename*=utf-8'en'rates%20%E2%82%AC.pdf", 'rates €.pdf'],
  ["attachment; filename*=KOI8-R''%C6.jpg; filename=f.jpg", 'f.jpg'],
  ['attachment; filename*="UTF-8\'\'quoted.jpg"', 'quoted.jpg'],
  ['attachment; filename="caf\xc3\xa9.jpg"', 'café.jpg'],
  ['attachment; filename="caf\xe9.jpg"', 'café.jpg'],
  ['attachment; filename="a;b.pdf"; size=3', 'a;b.pdf'],
  ['attachment; filename="never closed', '"never'],
  ['attachment; xfilename=other.pdf', ''],
  ['ATTACHMENT; FileName = spaced.pdf', 'spaced.pdf'],
  ['attachment', ''],
  [undefined, ''],
])('%j names %j', (disposition, name) => {
  expect(parseFileName(disposition)).toBe(name);
});

const hostile = [
  ['photo.jpeg', 'photo.jpg'],
  ['IMG 2041.JPG', 'IMG 2041.jpg'],
  ['no extension', 'no extension.jpg'],
  // Ways out of a folder.
  ['../../etc/passwd', 'passwd.jpg'],
  ['C:\\photo.jpg', 'photo.jpg'],
  ['\\\\server\\share\\x.jpg', 'x.jpg'],
  ['photo.jpg:stream', 'photo.jpg_stream.jpg'],
  ['..\u2215..\u2215x.jpg', '_.._x.jpg'],
  ['..\uff0f..\uff3cx.jpg', '_.._x.jpg'],
  ['..%2f..%2fetc%2fpasswd', '%2f..%2fetc%2fpasswd.jpg'],
  ['..%c0%afx', '%c0%afx.jpg'],
  ['x/', 'attachment.jpg'],
  ['..', 'attachment.jpg'],
  ['', 'attachment.jpg'],
  // What is hidden, or taken for an option.
  ['.htaccess', 'htaccess.jpg'],
  ['.jpg', 'attachment.jpg'],
  ['-rf', 'rf.jpg'],
  [' - x', 'x.jpg'],
  ['~root', 'root.jpg'],
  ['\t.x', 'attachment.jpg'],
  ['name.', 'name.jpg'],
  ['name . . ', 'name.jpg'],
  ['photo.jpg ', 'photo.jpg'],
  // Characters that lie.
  ['a\u202egpj.exe', 'agpj.jpg'],
  ['a\u2066b\u2069.jpg', 'ab.jpg'],
  ['a\u200bb\u00adc\ufeff.jpg', 'abc.jpg'],
  ['a\0b\nc', 'abc.jpg'],
  ['evil.php\0.jpg', 'evil_php.jpg'],
  ['a\r\nSet-Cookie: x=y', 'aSet-Cookie_ x=y.jpg'],
  ['a\x7f\x85b', 'ab.jpg'],
  ['a\u2028b', 'ab.jpg'],
  ['a\ud800b', 'ab.jpg'],
  ['\ufffdx', 'x.jpg'],
  ['\ue000x', 'x.jpg'],
  ['cafe\u0301.png', 'café.jpg'],
  ['cafe\u200b\u0301.png', 'café.jpg'],
  ['\u212b.png', 'Å.jpg'],
  ['\u0301\u0301x', 'x.jpg'],
  ['👨‍👩‍👧.jpg', '👨👩👧.jpg'],
  ['📷 1.jpg', '📷 1.jpg'],
  ['אבג.pdf', 'אבג.jpg'],
  // Names of devices.
  ['CON', 'attachment.jpg'],
  ['NUL.txt', 'attachment.jpg'],
  ['aux .x.png', 'attachment.jpg'],
  ['lpt9.pdf', 'attachment.jpg'],
  ['COM¹.pdf', 'attachment.jpg'],
  ['console.pdf', 'console.jpg'],
  // Several extensions.
  ['invoice.pdf.exe', 'invoice.pdf.jpg'],
  ['shell.php.jpg', 'shell_php.jpg'],
  ['shell.php .jpg', 'shell_php.jpg'],
  [`${'x'.repeat(92)}.phpxxxxxx`, `${'x'.repeat(92)}_php.jpg`],
  ['shell.pHp5.x.jpg', 'shell_pHp5.x.jpg'],
  ['page.html.png', 'page_html.jpg'],
  ['x.tar.gz', 'x.tar.jpg'],
  ['x.jpg;.asp', 'x.jpg;.jpg'],
  // Quotes and other people's syntax.
  ['<b>"x"|?*.jpg', '_b__x____.jpg'],
  // Text that people write.
  ['Scan 12:30.pdf', 'Scan 12_30.jpg'],
  ['50% off.pdf', '50% off.jpg'],
  ["it's; rm -rf $(x) `y`.jpg", "it's; rm -rf $(x) `y`.jpg"],
] as const;
test.each(hostile)('%j becomes %j', { tags: ['asvs-1.3.3', 'asvs-5.4.1'] }, (name, safe) => {
  expect(safeName(name, 'image/jpeg')).toBe(safe);
});

test('a character with too many combining marks is cut between its code points', () => {
  const name = safeName(`a${'\u0316'.repeat(200)}`, 'image/png');
  expect(name).toMatch(/^a\u0316+\.png$/u);
  expect(Buffer.byteLength(name)).toBe(99);
});

test('a long name keeps its extension within 100 bytes and is cut between characters', () => {
  const name = safeName(`${'ñ'.repeat(200)}.png`, 'image/png');
  expect(name).toMatch(/^ñ+\.png$/);
  expect(Buffer.byteLength(name)).toBe(100);
});

/** Pieces that the patterns for names and headers look for, and any other text. */
const piece = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 5 }),
  fc.constantFrom(
    ...'. / \\ : " \\" ; = % %2f %E4 \' - ~ _ \0 \r\n \ud83d \u0301 \u202e \u200b \ufffd \uff0f 1'.split(' '),
  ),
  fc.constantFrom(
    '.php',
    '.jpg',
    '.tar',
    'con',
    'LPT9',
    '\u00b9',
    'e',
    '👨‍👩‍👧',
    'ᄀ',
    'ᅡ',
    ' ',
    'x'.repeat(90),
  ),
  fc.constantFrom(';filename=', ';filename*=', "UTF-8''", "ISO-8859-1'en'"),
);
const text = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''));

test('any name becomes one that is safe in folders, headers and on web servers', {
  tags: ['asvs-1.1.1', 'asvs-5.3.2', 'asvs-5.4.2'],
}, () => {
  const kinds = fc.constantFrom(...(Object.keys(fileKinds) as FileKind[]));
  const property = fc.property(text, kinds, (name, kind) => {
    const safe = safeName(name, kind);
    expect(safe).toMatch(/^[^\s.\-~\p{M}/\\:\p{C}"<>|?*][^/\\:\p{C}"<>|?*]*$/u);
    expect(safe).toMatch(new RegExp(`[^\\s.]\\.${fileKinds[kind]}$`));
    expect(safe).not.toMatch(/\.(php|exe|html)\./i);
    expect(safe).not.toMatch(/^(con|lpt\d|lpt\u00b9)\s*\./i);
    expect(safe).toBe(safe.normalize('NFC'));
    expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(100);
  });
  void fc.assert(property, { numRuns: 3_000 });
});

test('only the last 1,000 characters of a name are used, so that a long name takes no longer', () => {
  const property = fc.property(text, text, (start, end) => {
    const name = start.repeat(200) + end.repeat(200);
    expect(safeName(name, 'image/png')).toBe(safeName(name.slice(-1_000), 'image/png'));
  });
  void fc.assert(property, { numRuns: 200 });
});

/** Node refuses requests with more than 16 KiB of headers. */
const maxHeaderBytes = 16_384;

test('any header of 16 KiB is read in time that grows with its length, and not with its square', async () => {
  const property = fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), parts => {
    const header = parts
      .map(part => part.repeat(maxHeaderBytes / parts.length / (part.length || 1)))
      .join('');
    expect(parseFileName(header).length).toBeLessThanOrEqual(header.length);
  });
  // It takes 0.3 s. In quadratic time, one header takes 0.2 s.
  await expect.poll(() => measureCpuMs(() => fc.assert(property, { numRuns: 500 }))).toBeLessThan(5_000);
});
