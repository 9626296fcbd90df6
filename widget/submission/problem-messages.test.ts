import { expect, test } from 'vitest';
import type { Question, Rule } from '../../proxy/contract/definition.ts';
import { formMessages } from '../messages/en-form.ts';
import { type SubmissionMessages, submissionMessages } from '../messages/en-submission.ts';
import { formatMessage, type Translate } from '../messages/format.ts';
import { problemLine, problemMessage } from './problem-messages.ts';

const messages = { ...formMessages, ...submissionMessages };
const translate: Translate<SubmissionMessages> = (key, values = {}) =>
  formatMessage('en-GB', messages[key], values) ?? '';

const question = (rest: Partial<Question>): Question => ({ id: 'q', label: 'Q?', type: 'text', ...rest });

test.each<[string, string, Partial<Question>, Rule]>([
  ['Enter your first name', 'forename', {}, 'required'],
  ['Enter an email address, like name@example.com', 'email', { type: 'email' }, 'required'],
  ['Enter an email address, like name@example.com', 'email', { type: 'email' }, 'not_an_email'],
  ['Answer this question', 'answers.forename', {}, 'required'],
  ['Enter a date', 'answers.q', { type: 'date' }, 'required'],
  ['Choose an option', 'answers.q', { type: 'radio' }, 'required'],
  ['Choose at least one option', 'answers.q', { type: 'checkboxes' }, 'required'],
  ['Choose yes or no', 'answers.q', { type: 'yes_no' }, 'required'],
  ['Tick the box to continue', 'answers.q', { type: 'consent' }, 'required'],
  ['We couldn’t accept this answer. Check it and try again.', 'answers.q', { max_length: 30 }, 'too_long'],
  ['Enter 1,000 or less', 'answers.q', { type: 'number', max: 1000 }, 'too_large'],
  ['Enter 1 or more', 'answers.q', { type: 'number', min: 1 }, 'too_small'],
  ['The date must be today or in the past', 'answers.q', { type: 'date', max: 'today' }, 'too_large'],
  ['The date must be today or in the future', 'answers.q', { type: 'date', min: 'today' }, 'too_small'],
  [
    'The date must be 1 February 2026 or later',
    'answers.q',
    { type: 'date', min: '2026-02-01' },
    'too_small',
  ],
  ['We couldn’t accept this answer. Check it and try again.', 'email', { type: 'email' }, 'refused'],
])('the message "%s"', (message, field, rest, rule) => {
  expect(problemMessage(translate, { field, rule }, question(rest))).toBe(message);
});

test('the message says by how many characters an answer is too long', () => {
  const problem = { field: 'answers.q', rule: 'too_long', over: 3 } as const;
  expect(problemMessage(translate, problem, question({ max_length: 10_000 }))).toBe(
    'Your answer must be 10,000 characters or fewer. You have 3 too many.',
  );
});

test.each([
  ['answers.when', 'When did it happen?', 'date', 'When did it happen? Enter a date'],
  ['answers.people', 'People', 'number', 'People: Enter a number'],
  ['forename', 'First name', 'text', 'Enter your first name'],
  ['answers.mail', 'Work email', 'email', 'Enter an email address, like name@example.com'],
] as const)(
  'the error summary names the question of %s, unless the message does',
  (field, label, type, line) => {
    expect(problemLine(translate, { field, rule: 'required' }, question({ label, type }))).toBe(line);
  },
);

test.each([
  [1, 'There’s a problem with 1 answer'],
  [2, 'There are problems with 2 answers'],
])('the heading counts %i problems', (count, heading) => {
  expect(translate('problems', { count })).toBe(heading);
});
