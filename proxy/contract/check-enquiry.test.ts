// Longer than 200 lines because it has a case for every rule and condition.
import { describe, expect, test } from 'vitest';
import { check, settleHidden } from './check-enquiry.ts';
import { listShownQuestions } from './conditions.ts';
import type { Condition, Definition, Question } from './definition.ts';
import type { Answers, Enquiry } from './enquiry.ts';

const today = { earliest: '2026-03-09', latest: '2026-03-11' };

const contact: Question[] = [
  { id: 'forename', type: 'text', label: 'First name', required: true },
  { id: 'telephone_mobile', type: 'tel', label: 'Mobile number' },
  { id: 'email', type: 'email', label: 'Email address' },
];

function createDefinition(questions: Question[], rest: Partial<Definition> = {}): Definition {
  return {
    case_type: 'injury',
    definition: 'sha256-x',
    lang: 'en',
    label: 'Injury',
    draft: true,
    questions: [...questions, ...contact],
    attachments: { max_files: 5, max_bytes: 1000, strip_metadata: 'location' },
    receipt: {},
    ...rest,
  };
}
function problemsWith(question: Omit<Question, 'id' | 'label'>, answer: string | string[]) {
  const enquiry: Enquiry = { case_type: 'injury', forename: 'Ada', answers: { q: answer } };
  return check(createDefinition([{ id: 'q', label: 'Q', ...question }]), enquiry, today).map(
    ({ rule }) => rule,
  );
}
const options = [
  { value: 'neck', label: 'Neck' },
  { value: 'back', label: 'Back' },
  { value: 'none', label: 'None of these', exclusive: true },
  { value: 'abroad', label: 'Abroad', ends: { text: 'We only work in England.' } },
];

describe('an answer to a hidden question', () => {
  const hidden: Question = { id: 'q', type: 'hidden', label: 'Q', max_length: 6, pattern: '[a-z ]+' };
  test.each<[string, Answers, string, string?]>([
    ['is kept if it is accepted', { q: 'leeds' }, 'leeds'],
    ['is the default if there is none', {}, 'office'],
    ['is the default if it is blank', { q: ' ' }, 'office'],
    ['is dropped if it is too long', { q: 'sheffield' }, 'office', 'too_long'],
    ['is dropped if it does not match the pattern', { q: 'LEEDS' }, 'office', 'wrong_format'],
    ['is dropped if it has a line break', { q: 'a\nb' }, 'office', 'not_allowed'],
    ['is dropped if it is a list', { q: ['leeds'] }, 'office', 'not_allowed'],
  ])('%s', (_, given, settled, rule) => {
    const questions: Question[] = [
      { ...hidden, default: 'office' },
      { id: 'r', type: 'text', label: 'R' },
    ];
    expect(settleHidden(questions, { ...given, r: 'A\nB' })).toEqual({
      answers: { q: settled, r: 'A\nB' },
      dropped: rule ? [{ id: 'q', rule }] : [],
    });
  });

  test('is blank if it was dropped and there is no default, and is no problem then', () => {
    const { answers } = settleHidden([hidden], { q: 'LEEDS' });
    expect(answers).toEqual({ q: '' });
    const enquiry = { case_type: 'injury', forename: 'Ada', answers };
    expect(check(createDefinition([hidden]), enquiry, today)).toEqual([]);
  });

  test('has at most 500 characters unless the config says otherwise', () => {
    const { max_length, pattern, ...rest } = hidden;
    expect(settleHidden([rest], { q: 'x'.repeat(500) }).dropped).toEqual([]);
    expect(settleHidden([rest], { q: 'x'.repeat(501) }).dropped).toEqual([{ id: 'q', rule: 'too_long' }]);
  });
});

describe('one answer', () => {
  test.each<[string, Omit<Question, 'id' | 'label'>, string | string[], string[]]>([
    ['an optional question may stay blank', { type: 'text' }, '  ', []],
    ['a required one may not', { type: 'text', required: true }, ' \t', ['required']],
    ['a required list may not be empty', { type: 'checkboxes', options, required: true }, [], ['required']],
    ['a line has at most 500 characters', { type: 'text' }, 'x'.repeat(501), ['too_long']],
    ['emoji count once each', { type: 'text', max_length: 2 }, '👍👍', []],
    ['its own length counts', { type: 'textarea', max_length: 3 }, 'long', ['too_long']],
    ['a textarea has at most 10,000', { type: 'textarea' }, 'x'.repeat(10_000), []],
    ['a textarea may have lines', { type: 'textarea' }, 'a\r\nb\tc', []],
    ['a line may not', { type: 'text' }, 'a\nb', ['not_allowed']],
    ['NUL is nowhere allowed', { type: 'textarea' }, 'a\0b', ['not_allowed']],
    ['a lone surrogate is not a character', { type: 'textarea' }, 'a\ud800b', ['not_allowed']],
    ['an option of the list', { type: 'select', options }, 'neck', []],
    ['none of the list', { type: 'select', options }, 'Neck', ['not_an_option']],
    ['one of several is none of the list', { type: 'checkboxes', options }, ['neck', 'x'], ['not_an_option']],
    ['checkboxes are a list', { type: 'checkboxes', options }, 'neck', ['not_allowed']],
    ['others are not', { type: 'text' }, ['a'], ['not_allowed']],
    ['yes or no', { type: 'yes_no' }, 'no', []],
    ['and nothing else', { type: 'yes_no' }, 'maybe', ['not_an_option']],
    ['a consent may be withheld', { type: 'consent' }, 'no', []],
    ['unless it is required', { type: 'consent', required: true }, 'no', ['required']],
    ['an address has lines', { type: 'address' }, '1 High Street\nLeeds', []],
    ['an address of more than 500 characters', { type: 'address' }, 'x'.repeat(501), ['too_long']],
    ['a text that matches its pattern', { type: 'text', pattern: '[A-Z]{2}\\d{6}' }, ' AB123456 ', []],
    ['a text that matches its pattern in part', { type: 'text', pattern: 'a|b' }, 'ab', ['wrong_format']],
    ['a text whose pattern is not one', { type: 'text', pattern: '[' }, 'a', []],
    ['a format comes before the pattern', { type: 'tel', pattern: '07.*' }, 'hello', ['not_a_phone_number']],
    ['a number', { type: 'number' }, '-12.50', []],
    ['a number that is too small', { type: 'number', min: 10 }, '9.99', ['too_small']],
    ['numbers are not compared as text', { type: 'number', min: 10, max: 100 }, '99', []],
    ['a number that is too large', { type: 'number', max: 0 }, '1', ['too_large']],
    ['a leap day', { type: 'date' }, '2024-02-29', []],
    ['today somewhere on Earth', { type: 'date', max: 'today' }, '2026-03-11', []],
    ['tomorrow everywhere', { type: 'date', max: 'today' }, '2026-03-12', ['too_large']],
    ['still today somewhere', { type: 'date', min: 'today' }, '2026-03-09', []],
    ['yesterday everywhere', { type: 'date', min: 'today' }, '2026-03-08', ['too_small']],
    ['a fixed first day', { type: 'date', min: '2020-01-01' }, '2019-12-31', ['too_small']],
    ['a month without a day', { type: 'date' }, '2026-02', ['not_a_date']],
    ['a year without a month', { type: 'date' }, '2026', ['not_a_date']],
    ['an approximate month', { type: 'date', approximate: true }, '2026-02', []],
    ['an approximate year', { type: 'date', approximate: true }, ' 2026 ', []],
    ['a month that does not exist', { type: 'date', approximate: true }, '2026-13', ['not_a_date']],
    ['a day that does not exist', { type: 'date', approximate: true }, '2026-02-31', ['not_a_date']],
    ['half a month', { type: 'date', approximate: true }, '2026-', ['not_a_date']],
    ['a year before 1000', { type: 'date', approximate: true }, '0226', ['not_a_date']],
    ['a year of five digits', { type: 'date', approximate: true }, '20266', ['not_a_date']],
    ['a day without a month', { type: 'date', approximate: true }, '3//2026', ['not_a_date']],
    ['this month', { type: 'date', approximate: true, max: 'today' }, '2026-03', []],
    ['next month', { type: 'date', approximate: true, max: 'today' }, '2026-04', ['too_large']],
    ['this year', { type: 'date', approximate: true, min: 'today', max: 'today' }, '2026', []],
    ['next year', { type: 'date', approximate: true, max: 'today' }, '2027', ['too_large']],
    ['the month of the first day', { type: 'date', approximate: true, min: '2020-01-15' }, '2020-01', []],
    ['the month before', { type: 'date', approximate: true, min: '2020-01-15' }, '2019-12', ['too_small']],
    ['the year before', { type: 'date', approximate: true, min: '2020-01-15' }, '2019', ['too_small']],
    ['an exclusive option alone', { type: 'checkboxes', options }, ['none'], []],
    ['an exclusive option with another', { type: 'checkboxes', options }, ['neck', 'none'], ['exclusive']],
    ['an option that ends the form', { type: 'radio', options }, 'abroad', ['ends']],
    ['one of several options that ends it', { type: 'checkboxes', options }, ['neck', 'abroad'], ['ends']],
  ])('%s', (_, question, answer, rules) => {
    expect(problemsWith(question, answer)).toEqual(rules);
  });
});

describe('an enquiry', () => {
  test.each<[string, Partial<Enquiry>, string[]]>([
    [
      'a value',
      { telephone_mobile: '07700 900123', email: 'ada@example.com' },
      ['telephone_mobile', 'email'],
    ],
    ['a value that would be wrong anyway', { email: 'x\0' }, ['email']],
    ['an empty value', { telephone_mobile: '', email: '' }, []],
    ['white space', { telephone_mobile: ' ', email: '\t' }, []],
    ['no value', {}, []],
  ])('with %s in contact fields that the form doesn’t ask for', (_, given, fields) => {
    const questions = contact.slice(0, 1);
    const definition = createDefinition([], { questions });
    const enquiry = { case_type: 'injury', forename: 'Ada', ...given };
    expect(check(definition, enquiry, today)).toEqual(fields.map(field => ({ field, rule: 'unknown' })));
  });

  test.each<[string, Partial<Enquiry>, object[]]>([
    ['neither', { email: ' ' }, [{ field: 'telephone_mobile', rule: 'one_required' }]],
    ['the first', { telephone_mobile: '07700 900123' }, []],
    ['the second', { email: 'ada@example.com' }, []],
    [
      'a malformed one',
      { telephone_mobile: 'hello' },
      [{ field: 'telephone_mobile', rule: 'not_a_phone_number' }],
    ],
  ])('when a form needs one of two answers, with %s', (_, given, problems) => {
    const definition = createDefinition([], { at_least_one_of: ['email', 'telephone_mobile'] });
    expect(check(definition, { case_type: 'injury', forename: 'Ada', ...given }, today)).toEqual(problems);
  });

  test('when a form needs one of two answers, asks for one of those that are shown', () => {
    const shown_when = { question: 'call', is: 'yes' };
    const tel: Question = { id: 'tel', type: 'tel', label: 'T', shown_when };
    const fax: Question = { id: 'fax', type: 'tel', label: 'F', shown_when };
    const call: Question = { id: 'call', type: 'yes_no', label: 'C' };
    const definition = createDefinition([call, tel, fax], { at_least_one_of: ['fax', 'tel'] });
    const enquiry = { case_type: 'injury', forename: 'Ada' };
    expect(check(definition, { ...enquiry, answers: { call: 'no' } }, today)).toEqual([]);
    expect(check(definition, { ...enquiry, answers: { call: 'yes' } }, today)).toEqual([
      { field: 'answers.tel', rule: 'one_required' },
    ]);
  });

  test('judges contact details like other answers: in the order of the form, and only if they are asked for', () => {
    const definition = createDefinition([
      { id: 'how', type: 'radio', label: 'How?', options: [{ value: 'call', label: 'Call' }] },
      {
        id: 'surname',
        type: 'text',
        label: 'S',
        required: true,
        shown_when: { question: 'how', is: 'call' },
      },
      { id: 'why', type: 'text', label: 'Why?', shown_when: { question: 'email', answered: true } },
    ]);
    const problems = (enquiry: Partial<Enquiry>) =>
      check(definition, { case_type: 'injury', ...enquiry }, today).map(({ field, rule }) => [field, rule]);
    expect(problems({ answers: { how: 'call', other: 'x' }, email: 'ada' })).toEqual([
      ['surname', 'required'],
      ['forename', 'required'],
      ['email', 'not_an_email'],
      ['answers.other', 'unknown'],
    ]);
    expect(problems({ forename: 'Ada', surname: 'x'.repeat(1000), answers: { email: 'ada' } })).toEqual([
      ['answers.email', 'unknown'],
    ]);
    const withoutSurname = createDefinition([]);
    const enquiry = { case_type: 'injury', forename: 'Ada', surname: 'Byron' };
    expect(check(withoutSurname, enquiry, today)).toEqual([{ field: 'surname', rule: 'unknown' }]);
  });

  test('accepts ids that are also names of Object.prototype properties', () => {
    const definition = createDefinition([
      { id: 'constructor', type: 'text', label: 'Who built it?', required: true },
    ]);
    const problems = (answers: Answers) =>
      check(definition, { case_type: 'injury', forename: 'Ada', answers }, today);
    expect(problems({})).toEqual([{ field: 'answers.constructor', rule: 'required' }]);
    expect(problems({ constructor: 'Wren' })).toEqual([]);
    expect(problems({ constructor: 'Wren', valueOf: 'x' })).toEqual([
      { field: 'answers.valueOf', rule: 'unknown' },
    ]);
  });

  test('ignores answers to questions that are not shown', () => {
    const definition = createDefinition([
      { id: 'hurt', type: 'yes_no', label: 'Hurt?' },
      {
        id: 'how',
        type: 'text',
        label: 'How?',
        required: true,
        max_length: 1,
        shown_when: { question: 'hurt', is: 'yes' },
      },
    ]);
    const problems = (answers: Answers) =>
      check(definition, { case_type: 'injury', forename: 'Ada', answers }, today);
    expect(problems({ hurt: 'no', how: 'long' })).toEqual([]);
    expect(problems({ hurt: 'yes' })).toEqual([{ field: 'answers.how', rule: 'required' }]);
  });
});

describe('conditions', () => {
  const questions: Question[] = [
    { id: 'injuries', type: 'checkboxes', label: 'Injuries?', options },
    { id: 'side', type: 'text', label: 'Side?', shown_when: { question: 'injuries', is: ['neck', 'arm'] } },
    { id: 'more', type: 'text', label: 'More?', shown_when: { question: 'side', is: 'left' } },
    { id: 'agree', type: 'consent', label: 'Agree?' },
    { id: 'why', type: 'text', label: 'Why not?', shown_when: { question: 'agree', is: 'no' } },
  ];
  const ids = (answers: Answers) => listShownQuestions(questions, answers).map(question => question.id);

  test('checkboxes show a question whose condition matches one ticked value', () => {
    expect(ids({ injuries: ['back', 'neck'], agree: 'yes' })).toEqual(['injuries', 'side', 'agree']);
    expect(ids({ injuries: ['back'], agree: 'yes' })).toEqual(['injuries', 'agree']);
  });
  test('a question that depends on a hidden question is hidden, whatever its earlier answer', () => {
    expect(ids({ injuries: ['neck'], side: 'left', agree: 'yes' })).toContain('more');
    expect(ids({ injuries: [], side: 'left', agree: 'yes' })).not.toContain('more');
  });
  test.each<[string, Condition, Answers, boolean]>([
    ['a smaller number', { question: 'n', less_than: 18 }, { n: ' 9 ' }, true],
    ['the same number', { question: 'n', less_than: 18 }, { n: '18' }, false],
    ['a larger number', { question: 'n', more_than: 18 }, { n: '100' }, true],
    ['no number', { question: 'n', less_than: 18 }, { n: 'young' }, false],
    ['no answer', { question: 'n', less_than: 18 }, {}, false],
    ['an earlier date', { question: 'd', less_than: '2024-03-02' }, { d: '2024-03-01' }, true],
    ['a later date', { question: 'd', more_than: '2024-03-02' }, { d: '2024-03-10' }, true],
    ['the month of the date', { question: 'd', less_than: '2024-03-02' }, { d: '2024-03' }, false],
    ['a later month', { question: 'd', more_than: '2024-03-02' }, { d: '2024-04' }, true],
    ['the year of the date', { question: 'd', more_than: '2024-03-02' }, { d: '2024' }, false],
    ['an earlier year', { question: 'd', less_than: '2024-03-02' }, { d: '2023' }, true],
    ['an incomplete date', { question: 'd', more_than: '2024-03-02' }, { d: '?' }, false],
    ['an answer', { question: 'n', answered: true }, { n: '0' }, true],
    ['a blank answer', { question: 'n', answered: false }, { n: ' ' }, true],
    ['an unticked consent is no answer', { question: 'agree', answered: true }, { agree: 'no' }, false],
    ['not', { not: { question: 'n', answered: true } }, {}, true],
    [
      'all',
      {
        all: [
          { question: 'n', is: '1' },
          { question: 'd', answered: true },
        ],
      },
      { n: '1' },
      false,
    ],
    [
      'any',
      {
        any: [
          { question: 'n', is: '1' },
          { question: 'd', answered: true },
        ],
      },
      { n: '1' },
      true,
    ],
  ])('are judged: %s', (_, shown_when, answers, isShown) => {
    const asked: Question[] = [
      { id: 'n', type: 'number', label: 'How many?' },
      { id: 'd', type: 'date', label: 'When?' },
      { id: 'agree', type: 'consent', label: 'Agree?' },
      { id: 'q', type: 'text', label: 'Q', shown_when },
    ];
    expect(listShownQuestions(asked, answers).some(({ id }) => id === 'q')).toBe(isShown);
  });
  test('an unticked consent counts as no', () => {
    expect(ids({})).toContain('why');
  });
});
