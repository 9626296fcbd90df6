import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../tools/testing/proxy/any-character.ts';
import type { CreateBody } from '../enquiry/create-body.ts';
import type { DeliveryContent } from '../outbox/deliveries.ts';
import { toSafeParameter } from './api-outcome.ts';

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
