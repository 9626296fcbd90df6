import { expect, test } from 'vitest';
import type { Question } from '../../proxy/contract/definition.ts';
import type { Rule } from '../../proxy/contract/enquiry.ts';
import { type Later, later } from '../messages/en-later.ts';
import { formatMessage, type Translate } from '../messages/format.ts';
import { problemLine, problemMessage } from './problem-messages.ts';

const translate: Translate<Later> = (key, values = {}) => formatMessage('en-GB', later[key], values) ?? '';

const question = (rest: Partial<Question>): Question => ({ id: 'q', label: 'Q?', type: 'text', ...rest });

test.each<[string, string, Partial<Question>, Rule]>([
  ['Enter your first name', 'forename', {}, 'required'],
  ['Enter an email address, like name@example.com', 'email', { type: 'email' }, 'required'],
  ['Enter an email address, like name@example.com', 'email', { type: 'email' }, 'not_an_email'],
  ['Enter an answer', 'answers.forename', {}, 'required'],
  ['Enter a date', 'answers.q', { type: 'date' }, 'required'],
  ['Choose an option', 'answers.q', { type: 'radio' }, 'required'],
  ['Choose at least one option', 'answers.q', { type: 'checkboxes' }, 'required'],
  ['Choose yes or no', 'answers.q', { type: 'yes_no' }, 'required'],
  ['Tick the box to go on', 'answers.q', { type: 'consent' }, 'required'],
  ['Keep it to 10,000 characters or fewer', 'answers.q', { max_length: 10_000 }, 'too_long'],
  ['Keep it to 30 characters or fewer', 'answers.q', { max_length: 30 }, 'too_long'],
  ['Enter 1,000 or less', 'answers.q', { type: 'number', max: 1000 }, 'too_large'],
  ['Enter 1 or more', 'answers.q', { type: 'number', min: 1 }, 'too_small'],
  ['Enter today or an earlier date', 'answers.q', { type: 'date', max: 'today' }, 'too_large'],
  ['Enter 1 February 2026 or a later date', 'answers.q', { type: 'date', min: '2026-02-01' }, 'too_small'],
  ['This was not accepted. Check it, or put it another way', 'email', { type: 'email' }, 'refused'],
])('the message "%s"', (message, field, rest, rule) => {
  expect(problemMessage(translate, { field, rule }, question(rest))).toBe(message);
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
  [1, 'One thing needs your attention'],
  [2, 'Two things need your attention'],
  [9, 'Nine things need your attention'],
  [12, '12 things need your attention'],
])('the heading counts %i problems', (count, heading) => {
  expect(translate('problems', { count })).toBe(heading);
});
