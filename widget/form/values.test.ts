import { expect, test } from 'vitest';
import { mergeFormData, toFormData } from './values.ts';

function form(...entries: [string, string][]): FormData {
  const values = new FormData();
  for (const [name, value] of entries) values.append(name, value);
  return values;
}

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
