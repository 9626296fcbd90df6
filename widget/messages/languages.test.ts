import { describe, expect, test } from 'vitest';
import { messages as ar } from './ar.ts';
import { messages as cy } from './cy.ts';
import { messages as de } from './de.ts';
import { amountMessages } from './en-amounts.ts';
import { attachmentMessages } from './en-attachments.ts';
import { chooserMessages } from './en-chooser.ts';
import { formMessages } from './en-form.ts';
import { lastResortMessages } from './en-last-resort.ts';
import { measurementMessages } from './en-measurement.ts';
import { photoMessages } from './en-photos.ts';
import { rareMessages } from './en-rare.ts';
import { receiptMessages } from './en-receipt.ts';
import { stepsMessages } from './en-steps.ts';
import { submissionMessages } from './en-submission.ts';
import { messages as es } from './es.ts';
import { formatMessage, type Message } from './format.ts';
import { messages as fr } from './fr.ts';
import { loadMessages } from './languages.ts';
import type { Messages } from './messages.ts';
import { messages as pl } from './pl.ts';

const catalogues = {
  formMessages,
  rareMessages,
  submissionMessages,
  lastResortMessages,
  receiptMessages,
  amountMessages,
  attachmentMessages,
  photoMessages,
  measurementMessages,
  stepsMessages,
  chooserMessages,
};
const english: Messages = Object.assign({}, ...Object.values(catalogues));
const translations: Record<string, Messages> = { ar, cy, de, es, fr, pl };
const textsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));
const placeholdersIn = (message: Message) =>
  new Set(textsOf(message).flatMap(text => text.match(/\{\w+\}/g) ?? []));

test('no message and no English text is in two catalogues', () => {
  const all = Object.values(catalogues).flatMap(catalogue => Object.entries<Message>(catalogue));
  expect(all.map(([key]) => key)).toHaveLength(new Set(all.map(([key]) => key)).size);
  const texts = all.flatMap(([, message]) => textsOf(message));
  expect(texts).toEqual([...new Set(texts)]);
});

test('apostrophes, quotation marks and ellipses are typographic', () => {
  for (const messages of [english, ...Object.values(translations)]) {
    for (const text of Object.values(messages).flatMap(textsOf)) expect(text).not.toMatch(/['"]|\.\.\./);
  }
});

describe.each(Object.entries(translations))('%s', (lang, messages) => {
  test.each(Object.keys(english) as (keyof Messages)[])('has %s, with the same placeholders', key => {
    const placeholders = placeholdersIn(messages[key]);
    expect([...placeholders].filter(each => !placeholdersIn(english[key]).has(each))).toEqual([]);
    const missing = [...placeholdersIn(english[key])].filter(each => !placeholders.has(each));
    expect(missing.filter(each => each !== '{count}')).toEqual([]);
    const isShared = ['no', 'problemWithLabel', 'kilobytes', 'megabytes', 'error'].includes(key);
    if (!isShared) expect(messages[key]).not.toEqual(english[key]);
  });

  test('has no message that English lacks', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
  });

  test('has a text for every plural form of the language, and no other', () => {
    const forms: string[] = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    for (const message of Object.values(messages)) {
      if (typeof message === 'string') continue;
      expect('other' in message || forms.every(form => form in message)).toBe(true);
      expect(Object.keys(message).filter(form => !forms.includes(form) && !/^\d+$/.test(form))).toEqual([]);
    }
  });

  test('can be loaded', async () => {
    expect(await loadMessages(`${lang}-XX`)).toBe(messages);
  });
});

test.each([
  ['pl', pl, 1, 'Spróbujemy ponownie za 1 sekundę. Proszę nie zamykać strony.'],
  ['pl', pl, 2, 'Spróbujemy ponownie za 2 sekundy. Proszę nie zamykać strony.'],
  ['pl', pl, 3, 'Spróbujemy ponownie za 3 sekundy. Proszę nie zamykać strony.'],
  ['pl', pl, 5, 'Spróbujemy ponownie za 5 sekund. Proszę nie zamykać strony.'],
  ['pl', pl, 22, 'Spróbujemy ponownie za 22 sekundy. Proszę nie zamykać strony.'],
  ['de', de, 1, 'Wir versuchen es in 1 Sekunde noch einmal. Lassen Sie die Seite geöffnet.'],
  ['ar', ar, 0, 'سنحاول مرة أخرى الآن. أبقِ الصفحة مفتوحة.'],
  ['ar', ar, 1, 'سنحاول مرة أخرى خلال ثانية واحدة. أبقِ الصفحة مفتوحة.'],
  ['ar', ar, 2, 'سنحاول مرة أخرى خلال ثانيتين. أبقِ الصفحة مفتوحة.'],
  ['cy', cy, 6, 'Byddwn yn rhoi cynnig arall arni ymhen 6 eiliad. Cadwch y dudalen ar agor.'],
  ['es', es, 1, 'Volveremos a intentarlo en 1 segundo. Mantenga abierta la página.'],
  ['fr', fr, 0, 'Nous réessaierons dans 0 seconde. Gardez la page ouverte.'],
] as const)('in %s, %# counts %i', (lang, messages, count, text) => {
  expect(formatMessage(lang, messages.retryIn, { count })).toBe(text);
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
  expect(formatMessage('de', de.megabytes, { count: 2.4 })).toBe('2,4\u00a0MB');
  expect(formatMessage('fr', fr.too_late, { limit: new Date('2026-02-02') })).toBe(
    'La date doit être le 2 février 2026 ou plus tôt',
  );
  expect(formatMessage('en-GB', submissionMessages.too_large, { limit: 1000 })).toBe('Enter 1,000 or less');
});

test('a name in Latin letters does not reorder an Arabic sentence', () => {
  expect(formatMessage('ar', ar.removed, { name: 'photo.jpg' })).toBe('أُزيل الملف \u2068photo.jpg\u2069.');
});

test('a language without a translation has no messages', async () => {
  expect(await loadMessages('nl')).toBeUndefined();
});

describe('a site’s own message', () => {
  test('may be a function of the values', () => {
    expect(formatMessage('en-GB', ({ name }) => `${name} is gone`, { name: 'a.pdf' })).toBe('a.pdf is gone');
  });

  test('leaves the plural forms that it lacks to ours', () => {
    expect(formatMessage('en-GB', undefined, {})).toBeUndefined();
    expect(formatMessage('pl', { one: 'Jeden' }, { count: 5 })).toBeUndefined();
    expect(formatMessage('en-GB', { one: 'A single one' }, { count: 1 })).toBe('A single one');
  });

  test('may be empty', () => {
    expect(formatMessage('en-GB', '', {})).toBe('');
  });
});
