import { expect, test } from 'vitest';
import { countLines } from './text-lines.ts';

const plain = { size: 1, isBold: false };

test.each<[string, number, number]>([
  ['', 10, 1],
  ['Last name', 10, 1],
  ['Roughly how much is the property?', 10, 2],
  ['Roughly how much is the property?', 20, 1],
  ['nnnnnnnnnnnnnnnnnnnnnnnnnnnnnn', 10, 2], // 30 × 0.56 em; breaks inside the word.
  ['a\nb', 10, 1],
  ['您打算什么时候搬家呢您打算什么时候', 10, 2],
])('%j in a column of %d em takes %d lines', (text, column, lines) => {
  expect(countLines(text, plain, column)).toBe(lines);
});

test('large and bold text takes more lines', () => {
  const lines = (size: number, isBold: boolean) =>
    countLines('n'.repeat(10).concat(' nnnn'), { size, isBold }, 8.3);
  expect(lines(1, false)).toBe(1); // 14 × 0.56 em and a space.
  expect(lines(1, true)).toBe(2);
  expect(lines(1.2, false)).toBe(2);
});
