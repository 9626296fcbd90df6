import { expect, test } from 'vitest';
import { help } from '../proxy/commands/program.ts';
import { settings } from '../proxy/settings/settings.ts';
import { createMetrics } from '../proxy/telemetry/metrics.ts';
import { logMessages } from './log-messages.ts';
import { codeIn, described, documents, headingsIn, read, rowsIn, section } from './markdown.ts';

const operating = read('docs/operating.md');

test('every setting is described with its meaning and default, and nothing else', () => {
  const rows = settings.map(({ name, description, byDefault }) => [`\`${name}\``, description, byDefault]);
  expect(rowsIn(section(operating, 'Settings')).toSorted()).toEqual(rows.toSorted());
});

test('every metric is described, and nothing else', async () => {
  const metrics = await createMetrics({ depth: async () => [], countSuspects: async () => [] }).text();
  const ours = Array.from(metrics.matchAll(/^# TYPE (\S+)/gm), ([, name = '']) => name).filter(
    name => !/^enquiry_proxy_(nodejs|process)_/.test(name),
  );
  const names = described(section(operating, 'Metrics'))
    .filter(name => name.startsWith('enquiry_proxy_') && !/[*>(]/.test(name))
    .map(name => name.replace(/\{.*\}/, ''));
  expect(ours.length).toBeGreaterThan(5);
  expect(names.toSorted()).toEqual(ours.toSorted());
});

test('every command is described, and nothing else', () => {
  const commands = Array.from(
    help.matchAll(/^ {2}([a-z][a-z -]*[a-z](?: [A-Z]+)?) {2,}\S/gm),
    ([, name]) => name,
  );
  const table = section(operating, 'Commands').split('\n### ')[0] ?? '';
  expect(commands.length).toBeGreaterThan(8);
  expect(described(table).toSorted()).toEqual(commands.toSorted());
});

test('every option is described', () => {
  const options = Array.from(help.matchAll(/^ +(--[a-z-]+)/gm), ([, option = '']) => option);
  const commands = section(operating, 'Commands');
  expect(
    options.filter(option => !commands.includes(`\`${option}\``) && !commands.includes(`${option}\``)),
  ).toEqual([]);
});

test('every log message from warn upwards is explained under exactly its phrase, and nothing else', () => {
  const explained = headingsIn(section(operating, 'Log messages')).filter(({ level }) => level === 4);
  const phrases = explained.flatMap(({ title }) => codeIn(title));
  expect(phrases.toSorted()).toEqual(logMessages('warn', 'error', 'fatal').toSorted());
});

test('every log line that a document names exists', () => {
  const named = documents.flatMap(path =>
    [...read(path).matchAll(/\bline\s`([^`]+)`/g)].map(([, line = '']) => line),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(logMessages('info', 'warn', 'error', 'fatal')).toEqual(expect.arrayContaining(named));
});
