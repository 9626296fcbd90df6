import { expect, test } from 'vitest';
import { detectFileKind } from './definition.ts';

test.each([
  ['%PDF-1.7', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a..', 'image/gif'],
  ['GIF89a..', 'image/gif'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['MZ\x90\0\x03\0\0\0', undefined],
  ['PK\x03\x04', undefined],
  [' %PDF-1.7', 'application/pdf'],
  ['\xef\xbb\xbf%PDF-1.7', 'application/pdf'],
  ['\r\n\x1b%-12345X@PJL ENTER LANGUAGE=PDF\n%PDF-1.7', 'application/pdf'],
  [`${' '.repeat(1_024)}%PDF-1.7`, 'application/pdf'],
  [`${' '.repeat(1_025)}%PDF-1.7`, undefined],
  ['PK\x03\x04form.pdf%PDF-1.7', undefined],
  ['\xff\xd8\xff\xe0 %PDF-1.7', 'image/jpeg'],
  ['%PDF', undefined],
  ['', undefined],
])('a file that begins with %j is %s', (start, kind) => {
  expect(detectFileKind(Uint8Array.from(start, character => character.charCodeAt(0)))).toBe(kind);
});
