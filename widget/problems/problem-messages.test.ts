import { describe, expect, test } from 'vitest';
import { toFieldName } from '../../proxy/contract/asked.ts';
import type { Definition, Question, Rule } from '../../proxy/contract/definition.ts';
import {
  formMessages,
  type SubmissionMessages,
  submissionMessages,
} from '../../proxy/contract/languages/en.ts';
import { contact, houseMove } from '../../tools/testing/widget/case-types.ts';
import { formatMessage, type Translate } from '../messages/format.ts';
import { type FoundProblem, problemLine, problemMessage } from './problem-messages.ts';
import { findProblems } from './problems.ts';

const messages = { ...formMessages, ...submissionMessages };
const translate: Translate<SubmissionMessages> = (key, values = {}) =>
  formatMessage('en-GB', messages[key], values) ?? '';

const today = { earliest: '2026-03-10', latest: '2026-03-10' };
const question = (rest: Partial<Question>): Question => ({ id: 'q', label: 'Q?', type: 'text', ...rest });

test.each<[string, string, Partial<Question>, Rule]>([
  ['Enter your first name', 'forename', { id: 'forename' }, 'required'],
  ['Enter your email address', 'email', { id: 'email', type: 'email' }, 'required'],
  ['Enter an email address', 'answers.q', { type: 'email' }, 'required'],
  [
    'Enter an email address in the right format, like name@example.com',
    'email',
    { type: 'email' },
    'not_an_email',
  ],
  ['Enter a phone number, like 07700 900123', 'telephone_mobile', { type: 'tel' }, 'not_a_phone_number'],
  ['Enter a postcode, like LS1 4AP', 'answers.q', { type: 'postcode' }, 'not_a_postcode'],
  ['Enter a number, like 12', 'answers.q', { type: 'number' }, 'not_a_number'],
  ['Check your answer. It isn’t in the format we need.', 'answers.q', { pattern: 'A+' }, 'wrong_format'],
  [
    'Choose either “None of these” or your other options, not both',
    'answers.q',
    {
      type: 'checkboxes',
      options: [
        { value: 'a', label: 'A' },
        { value: 'none', label: 'None of these', exclusive: true },
      ],
    },
    'exclusive',
  ],
  ['Answer this question', 'answers.q', {}, 'required'],
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

test.each([
  ['no_day', 'The date must include a day'],
  ['no_month', 'The date must include a month, as a number or a name'],
  ['no_year', 'The date must include a year'],
  ['short_year', 'Write the year with four digits'],
] as const)('the message about a date with the fault %s', (fault, message) => {
  const problem = { field: 'answers.q', rule: 'not_a_date', fault } as const;
  expect(problemMessage(translate, problem, question({ type: 'date', entry: 'memorable' }))).toBe(message);
});

test('the message lists the questions of which one must be answered', () => {
  const problem: FoundProblem = {
    field: 'telephone_mobile',
    rule: 'one_required',
    oneOf: { questions: [contact.telephone_mobile, contact.email], lang: 'en' },
  };
  const message = 'Fill in at least one of these: Mobile number or Email address';
  expect(problemMessage(translate, problem, question({ type: 'tel' }))).toBe(message);
  expect(problemLine(translate, { found: problem, question: question({ type: 'tel' }) }, [])).toBe(message);
});

describe('the site owner’s message', () => {
  test('replaces every message for a question', () => {
    const when = question({ type: 'date', label: 'When?', error: 'Tell us when it happened' });
    for (const rule of ['required', 'not_a_date', 'too_large'] as const) {
      expect(problemMessage(translate, { field: 'answers.q', rule }, when)).toBe('Tell us when it happened');
    }
  });

  test('may replace the message for one rule', () => {
    const when = question({ type: 'date', error: { required: 'Tell us when it happened' } });
    expect(problemMessage(translate, { field: 'answers.q', rule: 'required' }, when)).toBe(
      'Tell us when it happened',
    );
    expect(problemMessage(translate, { field: 'answers.q', rule: 'not_a_date' }, when)).toBe(
      'Enter a real date, with a day, month and year',
    );
  });

  test('stands alone in the error summary', () => {
    const when = question({ label: 'When did it happen?', error: 'Tell us when it happened' });
    const problem = { found: { field: 'answers.q', rule: 'required' }, question: when } as const;
    expect(problemLine(translate, problem, ['Tell us when it happened'])).toBe('Tell us when it happened');
  });

  test('names the question in the error summary if another question has the same message', () => {
    const when = question({ label: 'When did it happen?', error: 'Answer this' });
    const problem = { found: { field: 'answers.q', rule: 'required' }, question: when } as const;
    expect(problemLine(translate, problem, ['Answer this', 'Answer this'])).toBe(
      'When did it happen? Answer this',
    );
  });
});

test.each<[example: number | string, Partial<Question>, lang?: string]>([
  ['285,000', { help: 'For example, £285,000.', min: 1000 }],
  ['285.000,50', { help: 'Zum Beispiel 285.000,50 €.' }, 'de'],
  ['285\u00a0000', { help: 'Par exemple 285\u00a0000\u00a0€.' }, 'fr'],
  ['٢٨٥٬٠٠٠', { help: 'مثل ٢٨٥٬٠٠٠.' }, 'ar'],
  [1000, { help: 'Give your best guess.', min: 1000, max: 20_000 }],
  [1000, { help: 'Even if it has only 2 bedrooms.', min: 1000 }],
  [12, { min: 0 }],
  [12, {}],
  [5, { max: 5 }],
])('the example in a message is %s for a question with %j', (example, rest, lang = 'en') => {
  const definition: Definition = {
    ...houseMove,
    lang,
    questions: [question({ type: 'number', ...rest })],
  };
  const [problem] = findProblems(definition, { answers: { q: 'ten' } }, today).slice(-1);
  expect(problem).toMatchObject({ rule: 'not_a_number', example });
  expect(problemMessage(translate, problem!, question({ type: 'number' }))).toMatch(
    `Enter a number, like ${example.toLocaleString('en-GB')}`,
  );
});

test('the message says by how many characters an answer is too long', () => {
  const problem = { field: 'answers.q', rule: 'too_long', over: 3 } as const;
  expect(problemMessage(translate, problem, question({ max_length: 10_000 }))).toBe(
    'Your answer must be 10,000 characters or fewer. You have 3 too many.',
  );
});

test.each([
  ['when', 'When did it happen?', 'date', 'When did it happen? Enter a date'],
  ['people', 'People', 'number', 'People: Enter a number'],
  ['forename', 'First name', 'text', 'Enter your first name'],
  ['mail', 'Work email', 'email', 'Work email: Enter an email address'],
  ['terms', 'I agree to the terms.', 'consent', 'Tick to confirm: I agree to the terms.'],
] as const)(
  'the error summary names the question of %s, unless the message does',
  (id, label, type, line) => {
    const found = { field: toFieldName(id), rule: 'required' } as const;
    expect(problemLine(translate, { found, question: question({ id, label, type }) }, [])).toBe(line);
  },
);
