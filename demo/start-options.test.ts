import { expect, test } from 'vitest';
import { parseStartOptions, StartUsageError } from './start-options.ts';

const parse = (...args: string[]) => parseStartOptions(args, '/home/ada/site');

test('without options, the demo is built and shown', () => {
  expect(parse()).toEqual({ configPath: undefined, origins: [], isBuilding: true, isHelp: false });
});

test('a config file is found from where the command was called', () => {
  expect(parse('--config', 'mine.json').configPath).toBe('/home/ada/site/mine.json');
  expect(parse('--config=../mine.json').configPath).toBe('/home/ada/mine.json');
  expect(parse('--config', '/etc/mine.json').configPath).toBe('/etc/mine.json');
});

test('several origins may send enquiries, and a trailing slash does no harm', () => {
  expect(parse('--origin', 'http://localhost:3000', '--origin', 'https://www.example.com/').origins).toEqual([
    'http://localhost:3000',
    'https://www.example.com',
  ]);
});

test('the build can be left out', () => {
  expect(parse('--no-build').isBuilding).toBe(false);
});

test.each<[string[], RegExp]>([
  [['--colour', 'red'], /Unknown option '--colour'/],
  [['--config'], /--config/],
  [['--config', ''], /needs the path/],
  [['mine.json'], /npm start -- --config mine\.json/],
  [['--origin', 'localhost:3000'], /--origin localhost:3000 is not an origin/],
  [['--origin', 'http://localhost:3000/contact'], /is not an origin/],
  [['--origin', 'file:///home/ada'], /is not an origin/],
])('%j is reported as a misuse', (args, message) => {
  expect(() => parse(...args)).toThrow(StartUsageError);
  expect(() => parse(...args)).toThrow(message);
});
