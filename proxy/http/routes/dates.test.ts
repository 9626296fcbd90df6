// `today` in a question's `max` and `min`: the latest and the earliest date on Earth, whatever zone the proxy runs in.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ada, exampleConfig, json, proxyForAllTests } from '../../../tools/testing/proxy/proxy.ts';
import type { ProblemDocument } from '../../contract/enquiry.ts';

const dates = [
  { id: 'past', type: 'date', label: 'When did it happen?', max: 'today' },
  { id: 'future', type: 'date', label: 'When will you move?', min: 'today' },
];
const proxy = proxyForAllTests({
  ...exampleConfig,
  case_types: { injury: { label: 'Injury', questions: dates } },
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function inZone(zone: string) {
  vi.stubEnv('TZ', zone);
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
}

/** The problem with this date at this instant; undefined if there is none. */
async function problemWith(id: string, date: string, instant: string) {
  proxy.setClock(Date.parse(instant));
  // Nothing is stored, because the enquiry always has another problem.
  const response = proxy.postEnquiry({ ...ada, forename: '', answers: { [id]: date } });
  const { problems = [] } = await json<ProblemDocument>(response);
  expect(problems).toContainEqual({ field: 'forename', rule: 'required' });
  return problems.find(({ field }) => field === `answers.${id}`)?.rule;
}

describe.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])('on a machine in %s', zone => {
  test.each<[string, string, string, string | undefined]>([
    ['2028-02-28T09:59:00Z', 'past', '2028-02-28', undefined],
    ['2028-02-28T09:59:00Z', 'past', '2028-02-29', 'too_large'],
    ['2028-02-28T10:00:00Z', 'past', '2028-02-29', undefined],
    ['2028-02-28T10:00:00Z', 'past', '2028-03-01', 'too_large'],
    ['2028-02-29T10:00:00Z', 'past', '2028-03-01', undefined],
    ['2028-03-01T11:59:00Z', 'future', '2028-02-29', undefined],
    ['2028-03-01T12:00:00Z', 'future', '2028-02-29', 'too_small'],
    ['2028-02-29T11:59:00Z', 'future', '2028-02-28', undefined],
    ['2028-02-29T12:00:00Z', 'future', '2028-02-28', 'too_small'],
    ['2027-02-28T10:00:00Z', 'past', '2027-02-29', 'not_a_date'],
    ['2027-02-28T10:00:00Z', 'past', '2027-03-01', undefined],
    ['2027-12-31T09:59:00Z', 'past', '2028-01-01', 'too_large'],
    ['2027-12-31T10:00:00Z', 'past', '2028-01-01', undefined],
  ])('at %s, %s: %s is %s', async (instant, id, date, rule) => {
    inZone(zone);
    expect(await problemWith(id, date, instant)).toBe(rule);
  });
});
