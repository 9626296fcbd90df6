import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../tools/testing/proxy/any-character.ts';
import type { CreateBody } from '../enquiry/create-body.ts';
import type { DeliveryContent } from '../outbox/deliveries.ts';
import { toSafeMessage, toSafeParameter } from './safe-refusal.ts';

const content: CreateBody = {
  forename: 'Zoë',
  surname: 'Byron-King',
  case_type: 'injury',
  marketing_keywords: '',
  meta: [
    { id: 'injured-part', label: 'Which part?', value: 'left_arm' },
    { id: 'Ä1', label: 'Source code', value: 'no' },
  ],
};
const enquiry: DeliveryContent = { kind: 'enquiry', content };
const attachment: DeliveryContent = {
  kind: 'attachment',
  content: {
    file: { name: 'passport ada.pdf', mime: 'application/pdf', postname: 'passport ada.pdf' },
    bytes: 1,
    sha256: '',
  },
};

test.each([
  ['a key', 'surname', enquiry],
  ['a nested key', 'label', enquiry],
  ['a question id', 'injured-part', enquiry],
  ['a question id with other characters', 'Ä1', enquiry],
  ['an unknown parameter', 'source_code', enquiry],
  ['an unknown parameter that contains a short value by chance', 'notice', enquiry],
  ['a key of an upload', 'contents', attachment],
  ['an unknown parameter of an upload', 'folder', attachment],
])('%s is kept', (_, name, delivery) => {
  expect(toSafeParameter(name, delivery)).toBe(name);
});

test.each([
  ['a value', 'left_arm', enquiry],
  ['a part of a value', 'yro', enquiry],
  ['a value without its accent', 'zoe', enquiry],
  ['two values', 'zoe_byron', enquiry],
  ['two values in the other order', 'king_zoe', enquiry],
  ['a word of a value in a longer name', 'arm_of_visitor', enquiry],
  ['a value in a longer word', 'mrszoe', enquiry],
  ['a value in capital letters', 'BYRON', enquiry],
  ['a part of the file name', 'passport', attachment],
  ['no parameter', 'the value 07700 900123', enquiry],
  ['a name with digits', 'x1', enquiry],
  ['a name that is too long', 'x'.repeat(41), enquiry],
  ['a name without letters', '__', enquiry],
  [
    'a property of every object',
    '__proto__',
    { kind: 'enquiry', content: { ...content, forename: 'Proto' } },
  ],
] satisfies [string, string, DeliveryContent][])('%s is dropped', (_, name, delivery) => {
  expect(toSafeParameter(name, delivery)).toBeUndefined();
});

test('nothing that a visitor enters is taken for a parameter, however the enquiry API quotes it', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'adeAÉß _-1'), maxLength: 12 }),
  );
  const quote = fc.constantFrom(
    (value: string) => value,
    (value: string) => value.toLowerCase(),
    (value: string) => value.toUpperCase(),
    (value: string) => value.trim().replace(/[^A-Za-z]+/g, '_'),
    (value: string) => value.toLowerCase().replace(/[^a-z]+/g, '_'),
    (value: string) =>
      value
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^a-z]+/g, ''),
    (value: string) => value.slice(1, -1),
  );
  void fc.assert(
    fc.property(
      fc.record({ forename: text, surname: text, answer: text, fileName: text }),
      fc.constantFrom('forename', 'surname', 'answer', 'fileName'),
      quote,
      (values, which, quoted) => {
        const { forename, surname, answer, fileName } = values;
        const meta = [{ id: 'question', label: 'Question', value: answer }];
        const delivery: DeliveryContent =
          which === 'fileName'
            ? {
                kind: 'attachment',
                content: { file: { name: fileName, mime: '', postname: fileName }, bytes: 1, sha256: '' },
              }
            : {
                kind: 'enquiry',
                content: { forename, surname, case_type: '', marketing_keywords: '', meta },
              };
        const name = quoted(values[which as keyof typeof values]);
        const keys = ['forename', 'surname', 'case_type', 'meta', 'id', 'label', 'value', 'question', 'file'];
        fc.pre(!keys.includes(name) && !['name', 'mime', 'postname', 'post_id', 'contents'].includes(name));
        expect(toSafeParameter(name, delivery)).toBeUndefined();
      },
    ),
    { numRuns: 3_000 },
  );
});

test.each([
  ['a text', 'Reference data is being updated.', enquiry, 'Reference data is being updated.'],
  ['a value', 'Unknown person: Byron-King.', enquiry, 'Unknown person: ….'],
  ['a value in another case', 'BYRON-KING is unknown', enquiry, '… is unknown'],
  ['a short value, only where it is a word', 'no: nobody knows', enquiry, '…: nobody knows'],
  ['several values', 'Zoe\u0308 Byron-King', enquiry, '… …'],
  ['a file name', 'passport ada.pdf is too long', attachment, '… is too long'],
  ['a part of a file', `contents: ${'QUJD'.repeat(90)} is empty`, attachment, 'contents: … is empty'],
  ['control characters', 'By\u0000ron-Ki\u200bng\u001b[2J\n\tis unknown', enquiry, '…[2J is unknown'],
  ['a long text', 'é'.repeat(400), enquiry, 'é'.repeat(300)],
  ['a value at the end of what is kept', `${'x'.repeat(295)}Byron-King`, enquiry, `${'x'.repeat(295)}…`],
  ['nothing', ' \n ', enquiry, undefined],
] satisfies [string, string, DeliveryContent, string | undefined][])(
  'of a message, %s is kept without values',
  (_, message, delivery, kept) => {
    expect(toSafeMessage(message, delivery)).toBe(kept);
  },
);

test('no value of a body is in the message that is kept, however the enquiry API quotes it', () => {
  const value = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'abAß &;<"\'\\… \nم1$.('), maxLength: 12 }),
    fc.constantFrom(
      'O&#39;Brien',
      '&amp;amp;',
      'Ada',
      'Ada Lovelace',
      '… …',
      '………',
      'İzmir',
      'e\u0301te\u0301',
    ),
  );
  const html = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#039;');
  const quotes: ((text: string) => string)[] = [
    text => text,
    text => text.toUpperCase(),
    text => text.toLowerCase(),
    text => text.trim(),
    text => text.normalize('NFD'),
    html,
    text => html(html(text)),
    text => text.replaceAll(/['"]/g, '\\$&'),
    text => [...text].join('\u0007'),
    text => [...text].map(each => `&#x${each.codePointAt(0)!.toString(16)};`).join(''),
  ];
  const parts = fc.array(
    fc.oneof(
      fc.record({ of: fc.nat(5), quote: fc.constantFrom(...quotes) }),
      fc.constantFrom(' ', '', ' is not ', '`', '&', '&amp;', '…', '&#'),
    ),
    { maxLength: 8 },
  );
  void fc.assert(
    fc.property(
      fc.array(value, { minLength: 6, maxLength: 6 }),
      fc.boolean(),
      parts,
      (values, isFile, parts) => {
        const [forename, surname, email, name, ...answers] = values as [string, string, string, string];
        const meta = answers.map((answer, index) => ({ id: `q${index}`, label: 'Question', value: answer }));
        const delivery: DeliveryContent = isFile
          ? {
              kind: 'attachment',
              content: { file: { name, mime: '', postname: name }, bytes: 1, sha256: '' },
            }
          : {
              kind: 'enquiry',
              content: {
                forename,
                surname,
                email,
                telephone_mobile: name,
                case_type: '',
                marketing_keywords: '',
                meta,
              },
            };
        const message = parts
          .map(part => (typeof part === 'string' ? part : part.quote(values[part.of]!)))
          .join('');
        const kept = toSafeMessage(message, delivery) ?? '';
        expect([...kept].length).toBeLessThanOrEqual(300);
        expect(kept).not.toMatch(/\p{Cc}/u);
        for (const sent of isFile ? [name] : values)
          for (const form of [sent, sent.toUpperCase(), sent.toLowerCase()])
            if (sent.length >= 3) expect(kept).not.toContain(form);
      },
    ),
    { numRuns: 3_000 },
  );
});
