import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoText } from './start-text.ts';

test('the commands that the demo suggests exist in a clone of the repository', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
  const text = demoText({ site: '', proxy: '', inbox: '', apiUrl: '', username: '', password: '' });
  const commands = Array.from(text.matchAll(/\bnp[mx] (?:run )?(\S+)/g), ([, name]) => name);
  expect(commands).toEqual(['start', 'proxy']);
  expect(scripts).toMatchObject({ start: expect.any(String), proxy: expect.any(String) });
});
