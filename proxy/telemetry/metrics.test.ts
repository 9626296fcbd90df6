import { expect, test } from 'vitest';
import { validConfig } from '../../tools/testing/proxy/settings.ts';
import { createMetrics } from './metrics.ts';

const names = Array.from({ length: 60 }, (_, n) => `case-${n}`);
const configOf = (caseTypes = names) =>
  validConfig({
    origins: ['https://www.example.com'],
    case_types: Object.fromEntries(caseTypes.map(name => [name, { label: name }])),
  });
const waiting = (case_type: string, count: number, oldest_ms: number) =>
  ({ kind: 'enquiry', case_type, state: 'waiting', held_cause: null, count, oldest_ms }) as const;

const createWithDepth = () =>
  createMetrics({
    readDepth: async () => [
      waiting('case-1', 1, 1_000),
      waiting('case-58', 2, 9_000),
      waiting('case-59', 3, 5_000),
      waiting('removed', 4, 2_000),
    ],
  });
type Metrics = ReturnType<typeof createMetrics>;

/** The samples of a metric by the value of the label `case_type`. */
async function samplesOf(metrics: Metrics, name: string): Promise<Record<string, number>> {
  const samples = (await metrics.text()).matchAll(
    new RegExp(`^enquiry_proxy_${name}\\{.*?case_type="([^"]*)".*\\} (\\S+)$`, 'gm'),
  );
  return Object.fromEntries(Array.from(samples, ([, caseType, value]) => [caseType, Number(value)]));
}

function acceptOfEach(metrics: Metrics) {
  for (const case_type of names) metrics.accepted({ kind: 'enquiry', case_type }, 10);
  metrics.accepted({ kind: 'attachment', case_type: '' }, 10);
}

test('the first 50 case types of the config have labels in metrics, and the others share one', async () => {
  const metrics = createWithDepth();
  metrics.loaded('1', configOf());
  acceptOfEach(metrics);
  const accepted = await samplesOf(metrics, 'accepted_total');
  expect(Object.keys(accepted)).toEqual([...names.slice(0, 50), 'other', '']);
  expect(accepted).toMatchObject({ 'case-49': 1, other: 10, '': 1 });
  expect(await samplesOf(metrics, 'outbox_depth')).toEqual({ 'case-1': 1, other: 9 });
  expect(await samplesOf(metrics, 'outbox_oldest_seconds')).toEqual({ 'case-1': 1, other: 9 });
});

test('the same case types have labels after a reload that adds some', async () => {
  const metrics = createWithDepth();
  metrics.loaded('1', configOf());
  metrics.loaded('2', configOf([...names, 'added']));
  acceptOfEach(metrics);
  metrics.accepted({ kind: 'enquiry', case_type: 'added' }, 10);
  expect(await samplesOf(metrics, 'accepted_total')).toMatchObject({ 'case-49': 1, other: 11 });
});

test('what is held is counted by its cause', async () => {
  const depth = [
    waiting('case-1', 1, 1_000),
    { ...waiting('case-1', 2, 3_000), state: 'held', held_cause: 'suspect' },
    { ...waiting('case-1', 4, 2_000), state: 'held', held_cause: 'refused' },
  ] as const;
  const text = await createMetrics({ readDepth: async () => [...depth] }).text();
  const labels = (state: string, cause: string) =>
    `{kind="enquiry",case_type="case-1",state="${state}",cause="${cause}"}`;
  expect(text).toContain(`enquiry_proxy_outbox_depth${labels('waiting', '')} 1`);
  expect(text).toContain(`enquiry_proxy_outbox_depth${labels('held', 'refused')} 4`);
  expect(text).toContain(`enquiry_proxy_outbox_oldest_seconds${labels('held', 'suspect')} 3`);
});
