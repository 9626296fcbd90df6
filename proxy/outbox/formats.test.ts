import { expect, test } from 'vitest';
import { countEnquiries, countOf, formatAge, formatBytes } from './formats.ts';

const minute = 60_000;

test.each([
  [0, 'just now'],
  [minute - 1, 'just now'],
  [minute, '1 min ago'],
  [11.9 * minute, '11 min ago'],
  [60 * minute, '1 h ago'],
  [47.9 * 60 * minute, '47 h ago'],
  [48 * 60 * minute, '2 days ago'],
])('the age of %d ms is "%s"', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});

test.each([
  [0, '0 B'],
  [1_023, '1,023 B'],
  [1_024, '1 KiB'],
  [1_258_291, '1.2 MiB'],
  [10_737_418_240, '10 GiB'],
])('%d bytes are "%s"', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('a count has the singular or the plural form', () => {
  expect(countOf(1, 'file')).toBe('1 file');
  expect(countOf(0, 'file')).toBe('0 files');
  expect(countEnquiries(1_200)).toBe('1,200 enquiries');
  expect(countEnquiries(1, 'held')).toBe('1 held enquiry');
});
