import { mkdtempSync, readFileSync, rmSync, unwatchFile, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { followConfig } from './demo-config.ts';
import type { Shown } from './site/site.ts';

test('the last good config stays while the file has another JSON value', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'enquiry-demo-'));
  const file = join(folder, 'mine.json');
  onTestFinished(() => {
    unwatchFile(file);
    rmSync(folder, { recursive: true });
  });
  const good = {
    origins: [],
    contact: [{ field: 'forename', required: true }],
    case_types: { a: { label: 'A' } },
  };
  writeFileSync(file, JSON.stringify(good));
  const states: Shown[] = [];
  await followConfig({
    source: { file, isOwn: true },
    target: join(folder, 'copy.json'),
    origins: [],
    start: async () => async () => true,
    show: shown => states.push(shown),
    onError: ({ message }) => expect.unreachable(message),
  });
  expect(states.at(-1)).toMatchObject({ version: 1, config: good });
  writeFileSync(file, 'null');
  await expect.poll(() => states.at(-1)!.findings[0]).toMatchObject({ status: 'failed' });
  expect(states.at(-1)).toMatchObject({ version: 1, config: good });
});

test('the demo adds its origins to a config with a byte order mark, comments and trailing commas', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'enquiry-demo-'));
  const [file, target] = [join(folder, 'mine.json'), join(folder, 'copy.json')];
  onTestFinished(() => {
    unwatchFile(file);
    rmSync(folder, { recursive: true });
  });
  const written = (added: string) => `\uFEFF// "origins": ["
{ "origins": /* é [ */ [${added}"https://a.example.com", ], }`;
  writeFileSync(file, written(''));
  await followConfig({
    ...{ source: { file, isOwn: true }, target, origins: ['http://127.0.0.1:1'] },
    start: async () => async () => true,
    show: () => {},
    onError: ({ message }) => expect.unreachable(message),
  });
  expect(readFileSync(target, 'utf8')).toBe(written('"http://127.0.0.1:1",'));
});
