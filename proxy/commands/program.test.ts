import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { commands } from './commands.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);

test('prints its version', async () => {
  expect(await run('--version')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

test('prints its help, with every command and option', async () => {
  const { code, out, err } = await run('--help');
  expect([code, err]).toEqual([0, '']);
  for (const words of ['help', 'help me']) expect(await run(words)).toEqual({ code, out, err });
  const lines = out.split('\n');
  expect(lines.filter(line => line.length > 112)).toEqual([]);
  for (const [name, { options = {} }] of Object.entries(commands)) {
    const own = lines.slice(lines.findIndex(line => `${line} `.startsWith(`  ${name} `)) + 1);
    for (const option of Object.keys(options))
      expect(own.join('\n').split(/^ {2}\S/m)[0], name).toContain(`      --${option}`);
  }
});

test.each([
  ['init --help', ['init']],
  ['help status', ['status']],
  ['outbox drop -h', ['outbox drop']],
  ['help outbox', Object.keys(commands).filter(name => name.startsWith('outbox'))],
  ['check --help --accept-ids', ['check']],
])('prints only the part of the help for "%s"', async (words, names) => {
  const { code, out } = await run(words);
  expect(code).toBe(0);
  expect(out).toContain('Usage: npx enquiry-form ');
  const listed = Array.from(out.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) /gm), ([, name]) => name);
  expect(listed).toEqual(names);
  expect(out).toContain('Exit codes');
});

test.each([
  ['publish', 'Unknown command "publish".\n'],
  ['chek', 'Unknown command "chek". Did you mean "check"?\n'],
  ['outbox', '"outbox" needs one of list, show, find, retry, release, settle, export and drop.'],
  ['outbox show', '"outbox show" needs a REFERENCE.'],
  ['outbox drop', 'Add a reference, or --all.'],
  ['outbox retry AAAAA-AAAAA BBBBB-BBBBB', '"outbox retry" takes one REFERENCE.'],
  ['outbox list --state lost', '--state must be one of'],
  ['--verbose', "Unknown option '--verbose'"],
  ['check now', '"check" takes no arguments.'],
  ['test-link', 'Add --page URL.'],
  ['test-link --page javascript:alert(1)', '--page must be the address of a page'],
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
  expect(err).toContain('"colour": is not a setting');
  expect(err).not.toContain('hunter2');
});
