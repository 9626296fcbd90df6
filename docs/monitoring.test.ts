import { expect, test } from 'vitest';
import { createMetrics } from '../proxy/telemetry/metrics.ts';
import { logMessages } from './log-messages.ts';
import { described, documents, read, section } from './markdown.ts';

const monitoring = read('docs/monitoring.md');

test('every metric is described, and nothing else', async () => {
  const metrics = await createMetrics({ readDepth: async () => [] }).text();
  const ours = Array.from(metrics.matchAll(/^# TYPE (\S+)/gm), ([, name = '']) => name).filter(
    name => !/^enquiry_proxy_(nodejs|process)_/.test(name),
  );
  const names = described(section(monitoring, 'Metrics'))
    .filter(name => name.startsWith('enquiry_proxy_') && !/[*>(]/.test(name))
    .map(name => name.replace(/\{.*\}/, ''));
  expect(ours.length).toBeGreaterThan(5);
  expect(names.toSorted()).toEqual(ours.toSorted());
});

test('every log message from warn upwards is explained in a row of its own, and nothing else', {
  tags: 'asvs-16.1.1',
}, () => {
  const phrases = described(section(monitoring, 'Log messages'));
  expect(phrases.toSorted()).toEqual(logMessages('warn', 'error', 'fatal').toSorted());
});

test('every log line that a document names exists', () => {
  const named = documents.flatMap(path =>
    [...read(path).matchAll(/\bline\s`([^`]+)`/g)].map(([, line = '']) => line),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(logMessages('debug', 'info', 'warn', 'error', 'fatal')).toEqual(expect.arrayContaining(named));
});
