import { afterAll, expect, test } from 'vitest';
import { createProgram } from '../tools/testing/proxy/program.ts';
import { read } from './markdown.ts';

const assistants = read('docs/assistants.md');
const program = await createProgram();
afterAll(() => program.stop());

test.each(
  Array.from(assistants.matchAll(/^([^\n]+):\n\n```json\n(.*?)```/gms), ([, title, json]) => [title, json]),
)('check finds nothing to change in the example "%s"', async (_title, json = '') => {
  program.writeConfig(JSON.parse(json));
  const { out, code } = await program.run('check --config enquiry.config.json --json');
  const statuses = out.split('\n').filter(line => /"(?:failed|warning)"/.test(line));
  expect([code, statuses]).toEqual([0, []]);
});

test('there are ten rules and three examples', () => {
  expect(assistants.match(/^\d+\. (?=.*)/gm)).toHaveLength(3 + 10);
  expect(assistants.match(/^```json$/gm)).toHaveLength(3);
});
