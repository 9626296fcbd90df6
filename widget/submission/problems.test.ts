import { expect, test } from 'vitest';
import type { Problem } from '../../proxy/contract/enquiry.ts';
import { Problems } from './problems.ts';

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
