import { expect, test } from 'vitest';
import { check } from '../../proxy/contract/check.ts';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Problem } from '../../proxy/contract/enquiry.ts';
import { fieldsOf } from '../form/fields.ts';
import { filledIn, formOf, shownIn } from '../form/values.ts';
import { Problems, problemsIn } from './problems.ts';

const found: Problem[] = [
  { field: 'forename', rule: 'required' },
  { field: 'email', rule: 'required' },
];

test('a problem goes as it is mended, and none comes while typing', () => {
  const problems = new Problems();
  problems.found(found);
  problems.edited('forename', () => [
    { field: 'surname', rule: 'required' },
    { field: 'email', rule: 'not_an_email' },
  ]);
  expect(problems.list).toEqual([{ field: 'email', rule: 'not_an_email' }]);
});

test("the proxy's problem stays until its field is changed", () => {
  const problems = new Problems();
  problems.foundByProxy([{ field: 'email', rule: 'refused' }]);
  problems.edited('forename', () => []);
  expect(problems.list).toHaveLength(1);
  problems.edited('email', () => []);
  expect(problems.list).toEqual([]);
});

test('nothing is judged before an attempt to send', () => {
  const problems = new Problems();
  problems.edited('forename', () => found);
  expect(problems.list).toEqual([]);
});

const definition: Definition = {
  case_type: 'injury',
  definition: 'sha256-x',
  lang: 'en',
  label: 'Injury',
  draft: true,
  contact: { surname: 'required', telephone_mobile: 'hidden', email: 'optional' },
  questions: [
    { id: 'hurt', type: 'yes_no', label: 'Hurt?', required: true },
    { id: 'how', type: 'text', label: 'How?', required: true, shown_when: { question: 'hurt', is: 'yes' } },
    { id: 'parts', type: 'checkboxes', label: 'Where?', options: [{ value: 'neck', label: 'Neck' }] },
    { id: 'forename', type: 'number', label: 'A name of its own', max: 5 },
    { id: 'story', type: 'textarea', label: 'What happened?' },
    { id: 'agree', type: 'consent', label: 'Agree', required: true },
  ],
  attachments: { max_files: 0, max_bytes: 1, strip_metadata: 'location' },
};

test.each([
  [{}],
  [{ forename: 'Ada', email: 'x', answers: { hurt: 'yes', forename: '6' } }],
  [{ forename: 'A'.repeat(201), surname: 'B', answers: { hurt: 'no', parts: ['leg'], agree: 'yes' } }],
  [
    {
      forename: 'Ada',
      surname: 'B',
      telephone_mobile: '07700 900123',
      answers: { hurt: 'no', agree: 'yes' },
    },
  ],
  [{ forename: 'Ada', surname: 'B', answers: { hurt: 'no', story: 'x'.repeat(10_001), forename: 'x' } }],
  [{ forename: 'Ada', surname: 'B', answers: { hurt: 'yes', how: 'So', story: 'a\nb', agree: 'yes' } }],
])('the form finds what the proxy will find: %j', given => {
  const form = formOf(given);
  const values = filledIn(definition, form);
  const today = { earliest: '2026-02-01', latest: '2026-02-01' };
  const fixed = { hiddenFields: 'email', readonlyFields: undefined };
  const fields = fieldsOf(definition, shownIn(definition, form), fixed, form, String);
  const enquiry = { case_type: 'injury', ...values };
  expect(problemsIn({ values, fields, today })).toEqual(check(definition, enquiry, today));
});

test("a step's own problems replace only its own, and the proxy's at other steps stay", () => {
  const problems = new Problems();
  problems.foundByProxy([
    { field: 'forename', rule: 'refused' },
    { field: 'answers.price', rule: 'refused' },
  ]);
  problems.found([{ field: 'forename', rule: 'required' }], name => name === 'forename');
  problems.edited('forename', () => []);
  expect(problems.list).toEqual([{ field: 'answers.price', rule: 'refused' }]);
});
