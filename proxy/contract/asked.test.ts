import { expect, test } from 'vitest';
import { asked, toFieldName, toQuestionId } from './asked.ts';
import { check } from './check-enquiry.ts';
import type { Definition } from './definition.ts';
import { maxLengthOf } from './question-types.ts';

const definition: Definition = {
  case_type: 'injury',
  definition: 'sha256-x',
  lang: 'en',
  label: 'Injury',
  draft: true,
  contact: { surname: 'required', telephone_mobile: 'hidden', email: 'optional' },
  questions: [
    { id: 'email', type: 'email', label: 'Work email', required: true },
    {
      id: 'story',
      type: 'textarea',
      label: 'What happened?',
      shown_when: { question: 'email', is: 'a@b.cd' },
    },
    { id: 'note', type: 'textarea', label: 'Note', max_length: 30 },
  ],
  attachments: { max_files: 0, max_bytes: 1, strip_metadata: 'location' },
  receipt: {},
};

test('a form asks for the contact fields that are not hidden, then for every question', () => {
  const fields = asked(definition).map(({ name, kind, question }) => [
    name,
    kind,
    question.type,
    question.required,
    maxLengthOf(question),
  ]);
  expect(fields).toEqual([
    ['forename', 'contact', 'text', true, 200],
    ['surname', 'contact', 'text', true, 200],
    ['email', 'contact', 'email', false, 200],
    ['answers.email', 'question', 'email', true, 500],
    ['answers.story', 'question', 'textarea', false, 10_000],
    ['answers.note', 'question', 'textarea', false, 30],
  ]);
});

test('with the contact details last, the questions come first, and so do their problems', () => {
  const last: Definition = { ...definition, contact: { ...definition.contact, position: 'last' } };
  const names = asked(last).map(({ name }) => name);
  expect(names).toEqual(['answers.email', 'answers.story', 'answers.note', 'forename', 'surname', 'email']);
  const today = { earliest: '2026-03-09', latest: '2026-03-11' };
  const problems = check(last, { case_type: 'injury', answers: { other: 'x' } }, today);
  expect(problems.map(({ field }) => field)).toEqual([
    'answers.email',
    'forename',
    'surname',
    'answers.other',
  ]);
});

test('the field name of an answer converts back to its question id, and a contact field has none', () => {
  expect(toFieldName('email')).toBe('answers.email');
  expect(toQuestionId('answers.email')).toBe('email');
  expect(toQuestionId('answers.answers.x')).toBe('answers.x');
  expect(toQuestionId('email')).toBeUndefined();
});
