import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { commands, help } from './program.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);

test('prints its version', async () => {
  expect(await run('--version')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

test.each(['--help', 'help', 'help me'])('prints its help for "%s"', async words => {
  expect(await run(words)).toEqual({ code: 0, out: help, err: '' });
});

test.each([
  ['init --help', ['init']],
  ['help status', ['status']],
  ['outbox drop -h', ['outbox drop']],
  ['check --help --accept-ids', ['check']],
])('prints only the part of the help for "%s"', async (words, names) => {
  const { code, out } = await run(words);
  expect(code).toBe(0);
  expect(out).toContain(`Usage: npx enquiry-form ${names[0]} [options]`);
  const listed = Array.from(out.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) /gm), ([, name]) => name);
  expect(listed).toEqual(names);
  expect(out).toContain('Exit codes');
});

test('the help lists every command with exactly its options', () => {
  const listed: Record<string, string[]> = {};
  let name = '';
  for (const line of help.slice(help.indexOf('Commands:'), help.indexOf('\nOptions:')).split('\n')) {
    const [, title = name] = /^ {2}([a-z][a-z-]*(?: [a-z]+)?) /.exec(line) ?? [];
    name = title;
    const [usage = ''] = line.trim().split(/ {2,}/);
    const options = Array.from(usage.matchAll(/--([a-z-]+)/g), ([, option = '']) => option);
    if (name !== '') listed[name] = [...new Set([...(listed[name] ?? []), ...options])].toSorted();
  }
  const own = Object.entries(commands).map(([command, { options }]): [string, string[]] => [
    command,
    Object.keys(options)
      .filter(option => option !== 'json')
      .toSorted(),
  ]);
  expect(listed).toEqual({ ...Object.fromEntries(own), demo: [] });
});

test.each([
  ['publish', 'Unknown command "publish".\n'],
  ['chek', 'Unknown command "chek". Did you mean "check"?\n'],
  ['outbox', '"outbox" needs one of list, show, find, retry, release, settle, export and drop.'],
  ['outbox show', '"outbox show" needs a reference.'],
  ['outbox drop', 'Add a reference, or --all.'],
  ['outbox retry AAAAA-AAAAA BBBBB-BBBBB', '"outbox retry" takes one reference.'],
  ['outbox list --state lost', '--state must be one of'],
  ['--verbose', "Unknown option '--verbose'"],
  ['check now', '"check" takes no arguments.'],
  ['test-link', '"test-link" needs the address of a page: --page URL.'],
  ['test-link --page javascript:alert(1)', '--page must be the address of a page'],
  ['snippet', '"snippet" needs the address of a page: --page URL.'],
])('says that "%s" is a misuse', async (words, message) => {
  const { out, err, code } = await run(words);
  expect({ out, code }).toEqual({ out: '', code: 2 });
  expect(err).toContain(message);
  expect(err).toContain('--help');
});

test.each([
  [
    'check --accept-ids --since 2h --state lost',
    '--since is an option of "outbox release" and "outbox drop".',
  ],
  ['serve --config mine.json', '--config is an option of "check".'],
  ['--json', '--json is an option of "init", "check", "status"'],
  ['outbox show REFER-00001 --cause suspect', '--cause is an option of "outbox release" and "outbox drop".'],
])('"%s" changes nothing, because an option belongs to another command', async (words, message) => {
  const { out, err, code } = await run(words);
  expect({ out, code }).toEqual({ out: '', code: 2 });
  expect(err).toContain(message);
  expect(readdirSync(program.folder)).toEqual(['enquiry.config.json']);
});

test('does not start with invalid settings, and lists every error without values', async () => {
  program.writeConfig({ ...exampleConfig, colour: 'red' });
  const { err, code } = await run('serve', { PORT: 'x', ENQUIRY_SECRET: 'hunter2' });
  expect(code).toBe(1);
  expect(err).toContain('3 configuration errors');
  expect(err).toContain('colour is not a setting');
  expect(err).not.toContain('hunter2');
});
