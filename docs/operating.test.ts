import { describe, expect, test } from 'vitest';
import { help } from '../proxy/commands/help.ts';
import { parseEnvironment } from '../proxy/settings/environment.ts';
import { createMetrics } from '../proxy/telemetry/metrics.ts';
import { logMessages } from './log-messages.ts';
import { codeIn, described, documents, headingsIn, read, rowsIn, section, wordsIn } from './markdown.ts';

const operating = read('docs/operating.md');

describe('settings', () => {
  const names = Array.from(
    read('proxy/settings/environment.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm),
    ([, name]) => name,
  );

  test('are all described, and nothing else', () => {
    expect(names.length).toBeGreaterThan(20);
    expect(described(section(operating, 'Settings')).toSorted()).toEqual(names.toSorted());
  });

  test('have the default that is described', () => {
    const parsed = parseEnvironment({
      ENQUIRY_API_URL: 'https://api.example.com/rest/enquiries/v1',
      ENQUIRY_API_USERNAME: 'someone',
      ENQUIRY_API_PASSWORD: 'secret',
    });
    if ('errors' in parsed) throw new Error('The settings are incomplete.');
    const rows = rowsIn(section(operating, 'Settings'));
    const others = Object.entries(parsed.environment).filter(([name, value]) => {
      const [, , cell = ''] = rows.find(([first = '']) => codeIn(first).includes(name)) ?? [];
      return cell !== 'required' && !wordsIn(cell).includes(String(value));
    });
    expect(others).toEqual([]);
  });
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
