import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoText, findingsText, portNote } from './start-text.ts';

test.each([
  [[8080, 8081, 8082], undefined],
  [
    [8081, 8082, 8083],
    'Port 8080 is in use by another program, so the addresses have other ports than usual.',
  ],
  [
    [8080, 8082, 8085],
    'Ports 8081, 8083 and 8084 are in use by another program, so the addresses have other ports than usual.',
  ],
])('the note about the ports %j is %s', (taken, note) => {
  expect(portNote(taken)).toBe(note);
});

test('the commands that the demo suggests exist in a clone of the repository', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
  const text = demoText({ site: '', proxy: '', inbox: '', apiUrl: '', username: '', password: '' });
  const commands = Array.from(text.matchAll(/\bnp[mx] (?:run )?(\S+)/g), ([, name]) => name);
  expect(commands).toEqual(['start', 'proxy']);
  expect(scripts).toMatchObject({ start: expect.any(String), proxy: expect.any(String) });
});

test('the terminal says each error of the config, and when there are none any more', () => {
  const good = { file: '/home/ada/mine.json', isOwn: true, version: 1, findings: [] };
  const error = { status: 'failed' as const, advice: 'add a comma', line: 3, column: 7 };
  const broken = { ...good, findings: [error] };
  expect(findingsText(broken, good)).toBe('  Error in /home/ada/mine.json:3:7: add a comma\n');
  expect(findingsText(good, broken)).toBe('  No errors in /home/ada/mine.json any more.\n');
  expect(findingsText(good, good)).toBe('');
  expect(findingsText(broken, broken)).toBe('');
});
