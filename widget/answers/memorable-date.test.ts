import { describe, expect, test } from 'vitest';
import type { Question } from '../../proxy/contract/definition.ts';
import { dateInWords, findDateFault, splitDate } from './answer-text.ts';
import { joinEntry, readWholeDate } from './date-words.ts';

const question: Question = { id: 'day', type: 'date', entry: 'memorable', label: 'When?' };

describe('the value of a day, month and year', () => {
  test.each<[string, string, string[], string]>([
    ['numbers', 'en', ['2', '2', '2026'], '2026-02-02'],
    ['leading zeros and spaces', 'en', [' 02', '02 ', ' 2026'], '2026-02-02'],
    ['a short month name', 'en', ['2', 'Feb', '2026'], '2026-02-02'],
    ['a whole month name', 'en', ['2', 'FEBRUARY', '2026'], '2026-02-02'],
    ['the beginning of a name', 'en', ['2', 'sept', '2026'], '2026-09-02'],
    ['a German name', 'de', ['2', 'Februar', '2026'], '2026-02-02'],
    ['a German name without its umlaut', 'de', ['2.', 'marz', '2026'], '2026-03-02'],
    ['a French abbreviation', 'fr', ['1er', 'févr.', '2026'], '2026-02-01'],
    ['a Polish genitive', 'pl', ['2', 'lutego', '2026'], '2026-02-02'],
    ['a Polish nominative', 'pl', ['2', 'luty', '2026'], '2026-02-02'],
    ['a Spanish name', 'es', ['2', 'febrero', '2026'], '2026-02-02'],
    ['an Arabic name and digits', 'ar', ['٢', 'فبراير', '٢٠٢٦'], '2026-02-02'],
    ['an English name in another language', 'de', ['2', 'May', '2026'], '2026-05-02'],
    ['an ordinal', 'en', ['2nd', '2', '2026'], '2026-02-02'],
    ['nothing', 'en', ['', ' ', ''], ''],
    ['a day that doesn’t exist', 'en', ['31', '2', '2026'], '31/2/2026'],
    ['a month that doesn’t exist', 'en', ['1', '13', '2026'], '1/13/2026'],
    ['two digits of a year, which aren’t guessed', 'en', ['1', '2', '26'], '1/2/26'],
    ['an ambiguous name', 'en', ['1', 'Ju', '2026'], '1/Ju/2026'],
    ['only a month and year', 'en', ['', '2', '2026'], '/2/2026'],
    ['part of a date', 'en', ['1/2', '', ''], '1-2//'],
  ])('from %s', (_, lang, typed, value) => {
    expect(joinEntry(typed, question, lang)).toBe(value);
  });

  test.each([
    [['3', 'Feb', '2026'], '2026-02-03'],
    [['', 'Feb', '2026'], '2026-02'],
    [['', ' ', '２０２６'], '2026'],
    [['', '', ''], ''],
    [['3', '', '2026'], '3//2026'],
    [['', 'Foo', '2026'], '/Foo/2026'],
    [['', '13', '2026'], '/13/2026'],
    [['40', 'Feb', '2026'], '40/Feb/2026'],
    [['31', '2', '2026'], '31/2/2026'],
    [['', '2', ''], '/2/'],
    [['', '', '0226'], '//0226'],
    [['', '2', '0226'], '/2/0226'],
  ])('from %j, where an approximate date is enough', (typed, value) => {
    expect(joinEntry(typed, { ...question, approximate: true }, 'en')).toBe(value);
  });
});

test.each([
  ['2026-02-01', ['1', '2', '2026']],
  ['2026-12-31', ['31', '12', '2026']],
  ['2026-02', ['', '2', '2026']],
  ['2026', ['', '', '2026']],
  ['31/Feb/', ['31', 'Feb', '']],
  ['', ['']],
])('the value %s is shown as %j', (value, parts) => {
  expect(splitDate(value)).toEqual(parts);
});

test.each<[string, string | undefined]>([
  ['3//2026', 'no_month'],
  ['/Foo/2026', undefined],
  ['/2/', 'no_year'],
  ['//26', 'short_year'],
  ['31/2/2026', undefined],
])('what is wrong with the approximate date %s is %s', (value, fault) => {
  expect(findDateFault(value, { approximate: true })).toBe(fault);
});

test.each<[string, string | undefined]>([
  ['/2/2026', 'no_day'],
  ['1//2026', 'no_month'],
  ['1/Foo/2026', undefined],
  ['1/Feb/26', 'short_year'],
  ['1/2/', 'no_year'],
  ['1/2/26', 'short_year'],
  ['1//', undefined],
  ['31/2/2026', undefined],
])('what is wrong with %s is %s', (value, fault) => {
  expect(findDateFault(value, {})).toBe(fault);
});

describe('a pasted date', () => {
  test.each<[string, string, string | undefined]>([
    ['2/1/2026', 'en', '2026-01-02'],
    ['2/1/2026', 'en-US', '2026-02-01'],
    ['2.1.2026', 'de', '2026-01-02'],
    ['2026-02-01', 'en', '2026-02-01'],
    ['2026-02-01', 'en-US', '2026-02-01'],
    ['2 Feb 2026', 'en', '2026-02-02'],
    ['Monday, 2nd February 2026', 'en', '2026-02-02'],
    ['February 2, 2026', 'en', '2026-02-02'],
    ['mardi 3 mars 2026', 'fr', '2026-03-03'],
    ['12/25/2025', 'en', '2025-12-25'],
    ['25/12/2025', 'en-US', '2025-12-25'],
    ['٢/١/٢٠٢٦', 'ar', '2026-01-02'],
    ['2/1/26', 'en', undefined],
    ['31/2/2026', 'en', undefined],
    ['2026', 'en', undefined],
    ['12', 'en', undefined],
    ['Feb 2026', 'en', undefined],
  ])('%s in %s', (text, lang, date) => {
    expect(readWholeDate(text, lang)).toBe(date);
  });
});

test.each([
  ['2026-02-02', 'en', /^Monday,? 2 February 2026$/],
  ['2026-02-02', 'de', /^Montag, 2\. Februar 2026$/],
  ['2026-02', 'en', /^February 2026$/],
  ['2026-02', 'pl', /^luty 2026$/],
  ['2026-02', 'fr', /^février 2026$/],
  ['2026-02', 'ar', /^فبراير (2026|٢٠٢٦)$/],
  ['2026', 'en', /^2026$/],
])('%s in words in %s', (value, lang, words) => {
  expect(dateInWords(value, lang)).toMatch(words);
});

test('an entry that isn’t a date has no words', () => {
  expect(['', '2026-02-30', '1/2/26', '2026-13', '0226'].map(value => dateInWords(value, 'en'))).toEqual(
    Array(5).fill(undefined),
  );
});
