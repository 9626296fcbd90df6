import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyCharacter } from '../../../tools/testing/proxy/any-character.ts';
import { measureCpuMs } from '../../../tools/testing/proxy/cpu-time.ts';
import { Refusal } from '../../acceptance/refusal.ts';
import { check } from '../../contract/check-enquiry.ts';
import { contactFields, type Definition } from '../../contract/definition.ts';
import { canonicalJson } from '../../enquiry/identifiers.ts';
import { parseEnquiry } from './enquiries.ts';

const today = { earliest: '2026-03-09', latest: '2026-03-11' };
const options = [{ value: 'neck', label: 'Neck' }];
const types = 'text textarea email tel number date postcode address yes_no consent'.split(' ');
/** A form with a question of each type, whose id begins with the name of the type. */
const definition = {
  at_least_one_of: ['surname', 'email'],
  questions: [
    ...types.map(type => ({ id: `${type}-1`, type, label: type, min: 0, max: 'today' })),
    ...['select', 'radio', 'checkboxes'].map(type => ({ id: `${type}-1`, type, label: type, options })),
    {
      id: 'constructor',
      type: 'text',
      label: '',
      shown_when: { question: 'date-1', less_than: '2020-01-01' },
    },
    ...[...contactFields].map(id => ({ id, type: 'text', label: id })),
  ],
} as unknown as Definition;

const names = [
  'forename',
  'email',
  'telephone_mobile',
  'lang',
  'definition',
  'test',
  'client',
  'attribution',
  '__proto__',
];
const ids = [...definition.questions.map(({ id }) => id), '__proto__', 'forged'];
const anyAnswer = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    '2026-02-30',
    '9999-99',
    '-0',
    '1e999',
    '\ud800',
    '+44 7700 900123 ext 4',
    'NaN',
    'neck',
    'yes',
  ),
  fc.array(fc.string(), { maxLength: 3 }),
);
const anyValue = fc.oneof({ weight: 30, arbitrary: anyAnswer }, fc.jsonValue({ maxDepth: 1 }));
const entriesOf = <Value>(keys: string[], value: fc.Arbitrary<Value>) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...keys), value), { selector: ([key]) => key, maxLength: 6 })
    .map(entries => Object.fromEntries(entries));
const body = fc.oneof(
  fc.jsonValue(),
  fc
    .tuple(
      entriesOf(names, anyValue),
      fc.oneof({ weight: 4, arbitrary: entriesOf(ids, anyValue) }, fc.jsonValue()),
    )
    .map(([fields, answers]) => ({
      forename: 'Ada',
      email: 'ada@example.com',
      ...fields,
      case_type: 'a',
      answers,
    })),
);

test('any JSON is either an enquiry with a list of problems, or refused', {
  tags: ['asvs-1.5.2', 'asvs-15.3.5'],
}, () => {
  let checked = 0;
  const property = fc.property(body, raw => {
    try {
      const { enquiry } = parseEnquiry(JSON.parse(JSON.stringify(raw)));
      expect(canonicalJson(enquiry)).toContain('"case_type":');
      for (const { field } of check(definition, enquiry, today)) expect(field).not.toBe('');
      checked += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
  });
  void fc.assert(property, { numRuns: 1_500 });
  expect(checked).toBeGreaterThan(150);
});

test.each(['"attribution":', '"client":', '"answers":{"__proto__":'])(
  'JSON that is nested 100,000 levels deep after %s doesn’t make any function overflow the stack',
  start => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const end = start.includes('{') ? '}' : '';
    const { enquiry } = parseEnquiry(JSON.parse(`{"case_type":"a",${start}${deep}${end}}`));
    expect(canonicalJson(enquiry).length).toBeLessThan(100);
  },
);

test('a list with millions of wrong values is refused at once, and with a single problem', async () => {
  const answers = { checkboxes: Array.from({ length: 2_000_000 }, () => 1), text: 'yes' };
  let refusal: unknown;
  const parse = () => {
    try {
      parseEnquiry({ case_type: 'a', answers });
    } catch (error) {
      refusal = error;
    }
  };
  // It takes 10 ms. If zod described each value, it would take 3 s.
  await expect.poll(() => measureCpuMs(parse)).toBeLessThan(500);
  expect(refusal).toMatchObject({
    members: { problems: [{ field: 'answers.checkboxes', rule: 'not_allowed' }] },
  });
});

/** The upper limit of `max_length` in a config. */
const maxLength = 100_000;
const slowTexts = [' ', '1', '.', '@', 'a@', '.a', 'x ', 'x1', '1 ', 'ext. ', '-', '\u0301', '👍', 'a\n'];

test.each(types)(
  'the time to check the longest %s grows with its length, and not with its square',
  async type => {
    const id = `${type}-1`;
    const question = { ...definition.questions.find(each => each.id === id)!, max_length: maxLength };
    const form = { ...definition, questions: [question] };
    for (const part of slowTexts) {
      const answer = `1${part.repeat(maxLength / part.length).slice(2)}1`;
      const enquiry = { case_type: 'a', forename: 'Ada', answers: { [id]: answer } };
      // It takes 5 ms. A pattern with quadratic time takes 10 s.
      await expect.poll(() => measureCpuMs(() => check(form, enquiry, today))).toBeLessThan(500);
    }
  },
);
