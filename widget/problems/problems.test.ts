import { expect, test } from 'vitest';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Problem } from '../../proxy/contract/enquiry.ts';
import { listFields } from '../form/fields.ts';
import { toFormData } from '../form/values.ts';
import { ProblemList } from './problems.ts';

const found: Problem[] = [
  { field: 'forename', rule: 'required' },
  { field: 'email', rule: 'required' },
];
const noProblem = () => undefined;

test('a problem that is solved goes, and one that has changed is replaced', () => {
  const problems = new ProblemList();
  problems.found(found);
  problems.edited('forename', noProblem);
  problems.edited('email', () => ({ field: 'email', rule: 'not_an_email' }));
  expect(problems.all).toEqual([{ field: 'email', rule: 'not_an_email' }]);
});

test('typing adds no problem, and judges no field that had none', () => {
  const problems = new ProblemList();
  problems.found(found);
  const judge = () => {
    throw new Error('judged');
  };
  expect(problems.edited('surname', judge)).toBe(false);
  expect(problems.all).toEqual(found);
});

test('a problem that the proxy found stays until its field is edited', () => {
  const problems = new ProblemList();
  problems.foundByProxy([{ field: 'email', rule: 'refused' }]);
  problems.edited('forename', noProblem);
  expect(problems.all).toHaveLength(1);
  problems.edited('email', () => ({ field: 'email', rule: 'not_an_email' }));
  expect(problems.all).toEqual([]);
});

test('the problem with a question that is no longer visible goes, unless the proxy found it', () => {
  const how = { field: 'answers.how', rule: 'required' } as const;
  const problems = new ProblemList();
  const fields = listFields(
    definition,
    ['hurt'],
    { hiddenFields: 'email', readonlyFields: '' },
    toFormData({}),
    String,
  );
  problems.found([found[1]!, how]);
  problems.removeHidden(fields);
  expect(problems.all).toEqual([found[1]]);
  problems.foundByProxy([how]);
  problems.removeHidden(fields);
  expect(problems.all).toEqual([how]);
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
  ],
  attachments: { max_files: 0, max_bytes: 1, strip_metadata: 'location' },
  receipt: { identifier: 'reference', show_number: false },
};

test("a step's own problems replace only its own, and the proxy's at other steps stay", () => {
  const problems = new ProblemList();
  problems.foundByProxy([
    { field: 'forename', rule: 'refused' },
    { field: 'answers.price', rule: 'refused' },
  ]);
  problems.found([{ field: 'forename', rule: 'required' }], name => name === 'forename');
  problems.edited('forename', noProblem);
  expect(problems.all).toEqual([{ field: 'answers.price', rule: 'refused' }]);
});
