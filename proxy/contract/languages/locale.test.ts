import { expect, test } from 'vitest';
import { closestLanguage, directionOf, primaryLanguage } from './locale.ts';

test.each([
  ['cy', 'cy'],
  ['CY-gb', 'cy'],
  ['zh-Hant-TW', 'zh'],
  ['', ''],
  ['de_DE', ''],
  ['a b', ''],
])('the language of the tag "%s" is "%s"', (tag, language) => {
  expect(primaryLanguage(tag)).toBe(language);
});

test.each([
  ['fr-CA', ['fr', 'fr-CA'], 'fr-CA'],
  ['FR-ca', ['fr', 'fr-CA'], 'fr-CA'],
  ['fr-BE', ['fr-CA', 'fr'], 'fr'],
  ['fr-BE', ['en', 'fr-CA'], 'fr-CA'],
  ['fr', ['en', 'fr-CA'], 'fr-CA'],
  ['nl', ['en', 'fr'], undefined],
  ['', ['en', 'fr'], undefined],
  ['constructor', ['en'], undefined],
])('the closest language to "%s" of %j is %s', (wanted, languages, closest) => {
  expect(closestLanguage(wanted, languages)).toBe(closest);
});

test.each([
  ['ar', 'rtl'],
  ['fa-IR', 'rtl'],
  ['he', 'rtl'],
  ['ur', 'rtl'],
  ['az-Arab', 'rtl'],
  ['az', 'ltr'],
  ['ar-Latn', 'ltr'],
  ['en', 'ltr'],
  ['', 'ltr'],
] as const)('the language "%s" is written %s', (tag, direction) => {
  expect(directionOf(tag)).toBe(direction);
});
