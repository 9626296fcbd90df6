import { expect, test } from 'vitest';
import type { Question } from '../../proxy/contract/definition.ts';
import { formMessages, stepsMessages } from '../../proxy/contract/languages/en.ts';
import type { QuestionType } from '../../proxy/contract/question-types.ts';
import { formatMessage, type Translate } from '../messages/format.ts';
import { answerText, lacksDigit, phoneInGroups } from './answer-text.ts';

const messages = { ...formMessages, ...stepsMessages };
const translate: Translate<typeof stepsMessages> = key => formatMessage('en-GB', messages[key], {}) ?? '';

const options = [
  { value: 'neck', label: 'Neck or back' },
  { value: 'arm', label: 'Arm' },
];
const read = (type: QuestionType, given: string[], lang = 'en', rest: Partial<Question> = {}) => {
  const question = { id: 'q', type, label: 'Q?', options, required: false, max_length: 500, ...rest };
  const values = new FormData();
  for (const value of given) values.append('answers.q', value);
  return answerText(translate, { name: 'answers.q', question }, values, lang);
};

test.each<[QuestionType, string[], string]>([
  ['text', [' Ada '], 'Ada'],
  ['text', [' '], ''],
  ['text', [], ''],
  ['textarea', ['One\nTwo'], 'One\nTwo'],
  ['select', ['neck'], 'Neck or back'],
  ['select', [''], ''],
  ['radio', ['arm'], 'Arm'],
  ['checkboxes', ['neck', 'arm'], 'Neck or back, Arm'],
  ['checkboxes', [], ''],
  ['yes_no', ['no'], 'No'],
  ['yes_no', [], ''],
  ['consent', ['yes'], 'Yes'],
  ['consent', [], 'No'],
  ['number', ['285000'], '285,000'],
  ['number', ['about ten'], 'about ten'],
  ['date', ['2026-02-01'], '1 February 2026'],
  ['number', ['£285,000'], '285,000'],
  ['date', ['2026-02'], 'February 2026'],
  ['date', ['?'], '?'],
  ['date', ['31/Feb/'], '31 Feb'],
  ['address', ['1 High Street\n\nLeeds\nLS1 4AP'], '1 High Street\nLeeds\nLS1 4AP'],
])('an answer to %s, %j, reads %j', (type, given, text) => {
  expect(read(type, given)).toBe(text);
});

test.each([
  ['07700900123', '07700 900123'],
  ['07700 900 123', '07700 900123'],
  ['(07700) 900-123', '07700 900123'],
  ['+447700900123', '+44 7700 900123'],
  ['+44 (0)7700 900123', '+44 7700 900123'],
  ['00447700900123', '0044 7700 900123'],
  ['01632 960001', '01632 960001'],
  ['+441632960001', '+441632960001'],
  ['0770090012', '0770090012'],
  ['077009001234', '077009001234'],
  ['0612345678', '0612345678'],
  ['+49 170 1234567', '+49 170 1234567'],
  ['07700 900123 ext. 4', '07700 900123 ext. 4'],
  ['', ''],
])('the phone number %s is shown as %s', (number, shown) => {
  expect(phoneInGroups(number)).toBe(shown);
});

test.each([
  ['07700 90012', 'en', true],
  ['07700 90012', 'en-GB', true],
  ['07700 90012', 'cy', true],
  ['07700 90012', 'pl', true],
  ['+44 7700 90012', 'de', true],
  ['+44 (0)7700 90012', 'fr', true],
  ['0044 7700 90012', 'ar', true],
  ['07700 900123', 'en', false],
  ['07700 9001', 'en', false],
  ['+44 7700 900123', 'en', false],
  ['01632 96001', 'en', false],
  ['07 12 34 56 78', 'fr', false], // A whole number in France,
  ['0711 123456', 'de', false], // in Stuttgart,
  ['079 123 4567', 'ar', false], // in Jordan,
  ['071 912 3456', 'en-IE', false], // and in Sligo.
])('whether %s in %s lacks a digit: %s', (number, lang, lacks) => {
  expect(lacksDigit(number, lang)).toBe(lacks);
});

test("dates and numbers are in the definition's language", () => {
  expect(read('date', ['2026-02-01'], 'de')).toBe('1. Februar 2026');
  expect(read('number', ['285000.5'], 'de')).toBe('285.000,5');
});

test('a number has its unit', () => {
  expect(read('number', ['285000'], 'en', { unit: '£' })).toBe('£285,000');
  expect(read('number', ['12'], 'en', { unit: 'miles' })).toBe('12 miles');
  expect(read('number', ['about £10'], 'en', { unit: '£' })).toBe('about £10');
});

test('an answer is shown even if Intl rejects the language', () => {
  expect(read('number', ['285000'], 'abc-12')).toBe('285,000');
});
