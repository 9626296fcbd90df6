import { expect, test } from 'vitest';
import { nameFrom, safeName } from './file-name.ts';

test.each([
  ["attachment; filename*=UTF-8''front%20bumper.jpg", 'front bumper.jpg'],
  ['attachment; filename="plain.jpg"; filename*=UTF-8\'\'caf%C3%A9.jpg', 'café.jpg'],
  ['attachment; filename="with \\"quotes\\".pdf"', 'with "quotes".pdf'],
  ['attachment; filename=bare.pdf', 'bare.pdf'],
  ["attachment; filename*=UTF-8''%FF%FE", ''],
  ['attachment', ''],
  [undefined, ''],
])('%j names %j', (disposition, name) => {
  expect(nameFrom(disposition)).toBe(name);
});

test.each([
  ['photo.jpeg', 'photo.jpg'],
  ['IMG 2041.JPG', 'IMG 2041.jpg'],
  ['report v1.2', 'report v1.2.jpg'],
  ['invoice.pdf.exe', 'invoice.pdf.jpg'],
  ['../../etc/passwd', 'passwd.jpg'],
  ['..\\..\\boot.ini', 'boot.jpg'],
  ['C:\\photo.jpg', 'photo.jpg'],
  ['.htaccess', 'htaccess.jpg'],
  ['-rf', 'rf.jpg'],
  ['a\u202egpj.exe', 'agpj.jpg'],
  ['a\0b\nc', 'abc.jpg'],
  ['cafe\u0301.png', 'café.jpg'],
  ['CON', 'attachment.jpg'],
  ['...', 'attachment.jpg'],
  ['', 'attachment.jpg'],
  ['<b>"x"|?*.jpg', 'bx.jpg'],
  ['👨‍👩‍👧.jpg', '👨👩👧.jpg'],
])('%j becomes %j', (name, safe) => {
  expect(safeName(name, 'image/jpeg')).toBe(safe);
});

test('a long name keeps its extension within 100 bytes and is cut between characters', () => {
  const name = safeName(`${'ñ'.repeat(200)}.png`, 'image/png');
  expect(name).toMatch(/^ñ+\.png$/);
  expect(Buffer.byteLength(name)).toBe(100);
});
