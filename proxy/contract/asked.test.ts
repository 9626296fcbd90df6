import { expect, test } from 'vitest';
import { answersOf, asked, toFieldName, toMembers } from './asked.ts';
import type { Question } from './definition.ts';

const questions: Question[] = [
  { id: 'story', type: 'textarea', label: 'What happened?', shown_when: { question: 'call', is: 'no' } },
  { id: 'email', type: 'email', label: 'Email address', required: true },
];

test('a form asks every question, and names those that ask for a contact field like the field', () => {
  expect(asked({ questions }).map(({ name, question }) => [name, question.required])).toEqual([
    ['answers.story', false],
    ['email', true],
  ]);
  expect(toFieldName('answers.email')).toBe('answers.answers.email');
});

test('contact details are members of an enquiry of their own, and answers like all others', () => {
  const answers = { forename: 'Ada', email: ' ', parts: ['neck'], constructor: 'Wren' };
  const members = { forename: 'Ada', email: ' ', answers: { parts: ['neck'], constructor: 'Wren' } };
  expect(toMembers(answers)).toEqual(members);
  expect(answersOf(members)).toEqual({ ...answers, surname: '', telephone_mobile: '' });
  expect(answersOf({ answers: { email: 'in the wrong place' } }).email).toBe('');
});
