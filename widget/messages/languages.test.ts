import { describe, expect, test } from 'vitest';
import { words as ar } from './ar.ts';
import { words as cy } from './cy.ts';
import { words as de } from './de.ts';
import { first } from './en.ts';
import { files } from './en-files.ts';
import { later } from './en-later.ts';
import { photos } from './en-photos.ts';
import { steps } from './en-steps.ts';
import { words as es } from './es.ts';
import { formatMessage, type Text } from './format.ts';
import { words as fr } from './fr.ts';
import { loadWords, type Messages } from './languages.ts';
import { words as pl } from './pl.ts';

const english: Messages = { ...first, ...later, ...steps, ...files, ...photos };
const languages: Record<string, Messages> = { ar, cy, de, es, fr, pl };
const placesIn = (text: Text) =>
  new Set(
    Object.values(typeof text === 'string' ? { text } : text).flatMap(form => form.match(/\{\w+\}/g) ?? []),
  );

describe.each(Object.entries(languages))('%s', (lang, words) => {
  test.each(Object.keys(english) as (keyof Messages)[])('says %s, with the same places', key => {
    const theirs = placesIn(words[key]);
    expect([...theirs].filter(place => !placesIn(english[key]).has(place))).toEqual([]);
    expect([...placesIn(english[key])].filter(place => place !== '{count}' && !theirs.has(place))).toEqual(
      [],
    );
    const isShared = ['no', 'problemOf', 'kilobytes', 'megabytes', 'error'].includes(key);
    if (!isShared) expect(words[key]).not.toEqual(english[key]);
  });

  test('has a text for every plural form of its own', () => {
    const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    for (const text of Object.values(words)) {
      if (typeof text !== 'string') expect('other' in text || forms.every(form => form in text)).toBe(true);
    }
  });

  test('can be loaded', async () => {
    expect(await loadWords(`${lang}-XX`)).toBe(words);
  });
});

test.each([
  ['pl', pl, 1, 'Ponowna próba za 1 sekundę.'],
  ['pl', pl, 2, 'Ponowna próba za 2 sekundy.'],
  ['pl', pl, 3, 'Ponowna próba za 3 sekundy.'],
  ['pl', pl, 5, 'Ponowna próba za 5 sekund.'],
  ['pl', pl, 22, 'Ponowna próba za 22 sekundy.'],
  ['de', de, 1, 'Neuer Versuch in 1 Sekunde.'],
  ['ar', ar, 0, 'محاولة جديدة الآن.'],
  ['ar', ar, 1, 'محاولة جديدة خلال ثانية واحدة.'],
  ['ar', ar, 2, 'محاولة جديدة خلال ثانيتين.'],
  ['cy', cy, 6, 'Rhoi cynnig arall arni ymhen 6 eiliad.'],
  ['es', es, 1, 'Nuevo intento en 1 segundo.'],
  ['fr', fr, 0, 'Nouvel essai dans 0 seconde.'],
] as const)('in %s, %# counts %i', (lang, words, count, text) => {
  expect(formatMessage(lang, words.retryIn, { count })).toBe(text);
});

test.each([
  [3, 'few'],
  [11, 'many'],
  [100, 'other'],
] as const)('Arabic has a form of its own for %i', (count, form) => {
  const text = (ar.retryIn as Record<string, string>)[form];
  expect(formatMessage('ar', ar.retryIn, { count })).toBe(
    text?.replace('{count}', count.toLocaleString('ar')),
  );
});

test('numbers and dates are written as the language writes them', () => {
  expect(formatMessage('de', de.megabytes, { count: 2.4 })).toBe('2,4 MB');
  expect(formatMessage('fr', fr.too_early, { limit: new Date('2026-02-01') })).toBe(
    'La première date possible est\u00a0: 1 février 2026',
  );
  expect(formatMessage('en-GB', later.too_large, { limit: 1000 })).toBe('Enter 1,000 or less');
});

test('a name in Latin letters does not turn an Arabic sentence around', () => {
  expect(formatMessage('ar', ar.removed, { name: 'photo.jpg' })).toBe('أُزيل \u2068photo.jpg\u2069.');
});

test('a language that is not spoken has no words', async () => {
  expect(await loadWords('nl')).toBeUndefined();
});

describe('words of a site’s own', () => {
  test('may be a function of the values', () => {
    expect(formatMessage('en-GB', ({ name }) => `${name} is gone`, { name: 'a.pdf' })).toBe('a.pdf is gone');
  });

  test('leave what they do not have to ours', () => {
    expect(formatMessage('en-GB', undefined, {})).toBeUndefined();
    expect(formatMessage('pl', { one: 'Jeden' }, { count: 5 })).toBeUndefined();
    expect(formatMessage('en-GB', { one: 'A single one' }, { count: 1 })).toBe('A single one');
  });

  test('may be no words at all', () => {
    expect(formatMessage('en-GB', '', {})).toBe('');
  });
});
