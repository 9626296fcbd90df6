import { expect, test } from 'vitest';
import type { Definition } from '../../proxy/contract/definition.ts';
import { contact } from '../../tools/testing/widget/case-types.ts';
import { asEntered, mergeFormData, todayAt, toFormData, visibleValues } from './values.ts';

const definition: Definition = {
  case_type: 'injury',
  definition: 'sha256-x',
  lang: 'en',
  label: 'Injury',
  draft: true,
  questions: [
    { id: 'hurt', type: 'yes_no', label: 'Were you hurt?' },
    {
      id: 'parts',
      type: 'checkboxes',
      label: 'Where?',
      options: [{ value: 'neck', label: 'Neck' }],
      shown_when: { question: 'hurt', is: 'yes' },
    },
    { id: 'constructor', type: 'text', label: 'Who built it?' },
    { id: 'agree', type: 'consent', label: 'I agree' },
    ...Object.values(contact),
  ],
  attachments: { max_files: 5, max_bytes: 1000, strip_metadata: 'location' },
  receipt: {},
};

function form(...entries: [string, string][]): FormData {
  const values = new FormData();
  for (const [name, value] of entries) values.append(name, value);
  return values;
}

test('values are what the visitor typed, without blank fields', () => {
  const values = form(
    ['forename', ' Ada '],
    ['surname', ' '],
    ['email', 'ada@example.com'],
    ['answers.hurt', 'yes'],
    ['answers.parts', 'neck'],
    ['answers.constructor', 'Brunel'],
    ['answers.agree', 'yes'],
  );
  expect(visibleValues(definition, values, asEntered)).toEqual({
    forename: ' Ada ',
    email: 'ada@example.com',
    answers: { hurt: 'yes', parts: ['neck'], constructor: 'Brunel', agree: 'yes' },
  });
});

test('a contact field that is not asked for is left out, even if the form still has it', () => {
  const { forename, email } = contact;
  const questions = [forename, { ...email, shown_when: { question: 'forename', answered: false } }];
  const values = form(['forename', 'Ada'], ['telephone_mobile', '07700 900123'], ['email', 'a@example.com']);
  const withoutOthers = { ...definition, questions };
  expect(visibleValues(withoutOthers, values, asEntered)).toEqual({ forename: 'Ada', answers: {} });
});

test("today is the visitor's own date", () => {
  const now = new Date(2026, 1, 1, 0, 5);
  expect(todayAt(now)).toEqual({ earliest: '2026-02-01', latest: '2026-02-01' });
});

test('values become the entries of a form', () => {
  const values = { forename: 'Ada', answers: { parts: ['neck', 'arm'], hurt: 'yes' } };
  expect([...toFormData(values)]).toEqual([
    ['forename', 'Ada'],
    ['answers.parts', 'neck'],
    ['answers.parts', 'arm'],
    ['answers.hurt', 'yes'],
  ]);
});

test.each([{}, [], 5, 'text', { answers: null }, { answers: 'x' }, { forename: null }])(
  'malformed values such as %j are harmless',
  values => {
    expect(() => toFormData(values as never)).not.toThrow();
  },
);

test('a prefill keeps what the visitor has changed', () => {
  const before = form(['forename', 'Ada'], ['email', 'ada@example.com']);
  const now = form(['forename', 'Ada'], ['email', 'mine@example.com'], ['surname', '']);
  const next = form(['forename', 'Grace'], ['email', 'grace@example.com'], ['surname', 'Hopper']);
  expect(Object.fromEntries(mergeFormData(now, next, before))).toEqual({
    forename: 'Grace',
    email: 'mine@example.com',
    surname: 'Hopper',
  });
});
