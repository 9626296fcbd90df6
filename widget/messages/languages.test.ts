import { describe, expect, test } from 'vitest';
import { messages as ar } from '../../proxy/contract/languages/ar.ts';
import { messages as cy } from '../../proxy/contract/languages/cy.ts';
import { messages as de } from '../../proxy/contract/languages/de.ts';
import * as english from '../../proxy/contract/languages/en.ts';
import { enquiryTextsIn } from '../../proxy/contract/languages/enquiry-texts.ts';
import { messages as es } from '../../proxy/contract/languages/es.ts';
import { messages as fr } from '../../proxy/contract/languages/fr.ts';
import type { EnquiryTexts, Message } from '../../proxy/contract/languages/language.ts';
import { messages as pl } from '../../proxy/contract/languages/pl.ts';
import { formatMessage } from './format.ts';
import { loadLanguage } from './languages.ts';

interface Language {
  messages: english.Messages;
  pageMessages: english.PageMessages;
  filesPageMessages: english.FilesPageMessages;
  enquiryTexts: EnquiryTexts;
}
const languages = Object.entries(
  import.meta.glob<Language>('../../proxy/contract/languages/{??,???}.ts', { eager: true }),
).map(([path, language]) => [/(\w+)\.ts$/.exec(path)![1]!, language] as const);
const translations = languages.filter(([lang]) => lang !== 'en');
const sections = ['messages', 'pageMessages', 'filesPageMessages'] as const;
const textsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));
const placeholdersIn = (message: Message) =>
  new Set(textsOf(message).flatMap(text => text.match(/\{\w+\}/g) ?? []));

test('no message and no English text is in two catalogues', () => {
  const { messages, pageMessages, filesPageMessages: _, enquiryTexts, ...parts } = english;
  const all = Object.values(parts).flatMap(part => Object.entries<Message>(part));
  const keys = [...all.map(([key]) => key), ...Object.keys(pageMessages)];
  expect(keys.toSorted()).toEqual(Object.keys({ ...messages, ...pageMessages }).toSorted());
  const texts = all.flatMap(([, message]) => textsOf(message));
  expect(texts).toEqual([...new Set(texts)]);
});

test('apostrophes, quotation marks and ellipses are typographic', () => {
  for (const [, language] of languages) {
    const texts = sections.flatMap(section => Object.values<Message>(language[section]).flatMap(textsOf));
    for (const text of texts) expect(text).not.toMatch(/['"]|\.\.\./);
  }
});

describe.each(translations)('%s', (lang, translation) => {
  describe.each(sections)('%s', section => {
    const original: Record<string, Message> = Object.fromEntries(languages).en![section];
    test.each(Object.entries<Message>(translation[section]))(
      'has %s, with the same placeholders',
      (key, message) => {
        const placeholders = placeholdersIn(message);
        expect([...placeholders].filter(each => !placeholdersIn(original[key]!).has(each))).toEqual([]);
        const missing = [...placeholdersIn(original[key]!)].filter(each => !placeholders.has(each));
        expect(missing.filter(each => each !== '{count}')).toEqual([]);
        const isShared = ['no', 'problemWithLabel', 'kilobytes', 'megabytes', 'error', 'quoted'].includes(
          key,
        );
        if (!isShared) expect(message).not.toEqual(original[key]);
      },
    );
  });

  test('has a text for every plural form of the language, and no other', () => {
    const forms: string[] = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    for (const message of Object.values<Message>(translation.messages)) {
      if (typeof message === 'string') continue;
      expect('other' in message || forms.every(form => form in message)).toBe(true);
      expect(Object.keys(message).filter(form => !forms.includes(form) && !/^\d+$/.test(form))).toEqual([]);
    }
  });

  test('has a label of its own for every entry', () => {
    const labels = Object.values(translation.enquiryTexts.entryLabels);
    const texts = labels.map(label => (typeof label === 'string' ? label : label('gclid')));
    expect(new Set(texts.filter(text => text.trim())).size).toBe(texts.length);
  });

  test('can be loaded by the form and by the proxy', async () => {
    expect((await loadLanguage(`${lang}-XX`)).messages).toBe(translation.messages);
    expect(enquiryTextsIn(`${lang}-XX`)).toMatchObject({ language: lang, ...translation.enquiryTexts });
  });
});

test.each([
  ['pl', pl, 1, 'Spróbujemy ponownie za 1 sekundę. Proszę nie zamykać tej strony.'],
  ['pl', pl, 2, 'Spróbujemy ponownie za 2 sekundy. Proszę nie zamykać tej strony.'],
  ['pl', pl, 3, 'Spróbujemy ponownie za 3 sekundy. Proszę nie zamykać tej strony.'],
  ['pl', pl, 5, 'Spróbujemy ponownie za 5 sekund. Proszę nie zamykać tej strony.'],
  ['pl', pl, 22, 'Spróbujemy ponownie za 22 sekundy. Proszę nie zamykać tej strony.'],
  ['de', de, 1, 'Wir versuchen es in 1 Sekunde noch einmal. Lassen Sie diese Seite geöffnet.'],
  ['ar', ar, 0, 'سنحاول مرة أخرى الآن. أبقِ هذه الصفحة مفتوحة.'],
  ['ar', ar, 1, 'سنحاول مرة أخرى بعد ثانية واحدة. أبقِ هذه الصفحة مفتوحة.'],
  ['ar', ar, 2, 'سنحاول مرة أخرى بعد ثانيتين. أبقِ هذه الصفحة مفتوحة.'],
  ['cy', cy, 6, 'Byddwn yn rhoi cynnig arall arni ymhen 6 eiliad. Cadwch y dudalen hon ar agor.'],
  ['es', es, 1, 'Volveremos a intentarlo dentro de 1 segundo. Mantenga abierta esta página.'],
  ['fr', fr, 0, 'Nous réessaierons dans 0 seconde. Gardez cette page ouverte.'],
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
  expect(formatMessage('en-GB', english.submissionMessages.too_large, { limit: 1000 })).toBe(
    'Enter 1,000 or less',
  );
});

test('a name in Latin letters does not reorder an Arabic sentence', () => {
  expect(formatMessage('ar', ar.removed, { name: 'photo.jpg' }, 'rtl')).toBe(
    'أُزيل الملف \u2068photo.jpg\u2069.',
  );
});

test.each([
  ['nl', 'ltr'],
  ['he', 'rtl'],
] as const)('%s, without a translation, is written %s', async (lang, dir) => {
  expect(await loadLanguage(lang)).toEqual({ messages: undefined, dir });
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
