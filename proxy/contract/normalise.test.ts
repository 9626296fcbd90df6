import { describe, expect, test } from 'vitest';
import { formatNumber, normaliseAnswer } from './normalise.ts';

describe('a number', () => {
  test.each<[typed: string, lang: string, sent: string, unit?: string]>([
    ['285000', 'en', '285000'],
    ['£285,000', 'en', '285000'],
    ['285,000', 'en', '285000'],
    ['285 000', 'en', '285000'],
    ['£ 285,000.50', 'en', '285000.50'],
    ['285.000,50', 'de', '285000.50'],
    ['285.000', 'de', '285000'],
    ['285,000', 'de', '285.000'],
    ['285.000', 'en', '285.000'],
    ['285.000,50', 'en', '285000.50'],
    ['285,000.50', 'de', '285000.50'],
    ['1,5', 'en', '1.5'],
    ['1.5', 'de', '1.5'],
    ['0,500', 'en', '0.500'],
    ['1.234.567', 'en', '1234567'],
    ['2,85,000', 'en-IN', '285000'],
    ['285\u00a0000,5', 'fr', '285000.5'],
    ['285\u202f000', 'fr', '285000'],
    ['285 000,500', 'en', '285000.500'],
    ['285’000.5', 'de-CH', '285000.5'],
    ['285.000,-', 'de', '285000'],
    ['285.000 €', 'de', '285000', '€'],
    ['12 Miles', 'en', '12', 'miles'],
    ['50%', 'en', '50', '%'],
    ['-£5', 'en', '-5'],
    ['£-5', 'en', '-5'],
    ['\u22125', 'en', '-5'],
    ['+5', 'en', '5'],
    ['.5', 'en', '0.5'],
    ['5.', 'en', '5'],
    ['007', 'en', '007'],
    ['٢٨٥٬٠٠٠', 'ar', '285000'],
    ['٢٨٥٠٠٠٫٥', 'ar', '285000.5'],
    ['۲۸۵', 'fa', '285'],
    ['２８５', 'en', '285'],
    ['\u200e285\u200f', 'ar', '285'],
    ['12', 'not a language', '12'],
  ])('%s in %s is sent as %s', (typed, lang, sent, unit) => {
    expect(normaliseAnswer({ type: 'number', ...(unit && { unit }) }, typed, lang)).toBe(sent);
  });

  test.each([
    'twelve',
    '12 or 13',
    '£10 - £20',
    '1e5',
    '12 50',
    '1.2.3',
    '01.02.2026',
    '12 miles',
    '.',
    '£',
    '-',
  ])('%s is sent as typed', typed => {
    expect(normaliseAnswer({ type: 'number' }, typed, 'en')).toBe(typed);
  });

  test.each([
    ['285000', 'en', '285,000'],
    ['285000.50', 'en', '285,000.50'],
    ['-1250.5', 'en', '-1,250.5'],
    ['-0.5', 'en', '-0.5'],
    ['285000.5', 'de', '285.000,5'],
    ['285000', 'fr', '285\u202f000'],
    ['285000.5', 'ar-EG', '٢٨٥٬٠٠٠٫٥'],
    [
      '12345678901234567890.12345678901234567890123',
      'en',
      '12,345,678,901,234,567,890.12345678901234567890123',
    ],
    ['twelve', 'en', 'twelve'],
    ['12', 'not a language', '12'],
  ])('%s in %s is shown as %s', (decimal, lang, shown) => {
    expect(formatNumber(decimal, lang)).toBe(shown);
  });
});

test.each<[type: Parameters<typeof normaliseAnswer>[0]['type'], typed: string, sent: string]>([
  ['text', 'a\0b\tc\u0007 ', 'ab c '],
  ['text', 'a\ud800b', 'ab'],
  ['textarea', 'a\vb\r\n\tc\0', 'a\nb\r\n\tc'],
  ['address', '1 High Street\nLeeds\u0007', '1 High Street\nLeeds'],
  ['email', '\u202aada@example.com\u202c ', 'ada@example.com'],
  ['email', 'mailto:ada@example.com', 'ada@example.com'],
  ['email', 'MAILTO:ada@example.com?subject=Hello&body=Hi', 'ada@example.com'],
  ['email', '<mailto:ada@example.com>', 'ada@example.com'],
  ['email', '<ada@example.com>', 'ada@example.com'],
  ['email', 'what?me+x@example.com', 'what?me+x@example.com'],
  ['email', 'Ada <ada@example.com>', 'Ada <ada@example.com>'],
  ['tel', '\u202a+44\u00a07700\u2011900123\u202c', '+44 7700-900123'],
  ['tel', '٠٧٧٠٠ ٩٠٠١٢٣', '07700 900123'],
  ['postcode', 'sw1a1aa', 'SW1A 1AA'],
  ['postcode', ' m1  1ae ', 'M1 1AE'],
  ['postcode', 'gir0aa', 'GIR 0AA'],
  ['postcode', '1234 ab', '1234 ab'],
  ['postcode', 'k1a 0b1', 'k1a 0b1'],
  ['radio', 'neck', 'neck'],
])('%s: %j is sent as %j', (type, typed, sent) => {
  expect(normaliseAnswer({ type }, typed, 'en')).toBe(sent);
});
