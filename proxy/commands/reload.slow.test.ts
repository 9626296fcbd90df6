// The command `reload` and the signal that it sends, with proxies in processes of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Running, start } from '../../demo/processes.ts';
import { startPostgres } from '../../tools/testing/proxy/postgres.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { openFleetStore, openStoreBeside } from '../outbox/outbox.ts';
import { silent } from './command.ts';

const main = join(import.meta.dirname, '../main.ts');
const program = programForEachTest();
let variables: Record<string, string>;
let proxies: Running[];
let lines: string[];
beforeEach(async () => {
  writePassword('hunter2\n');
  variables = {
    ENQUIRY_API_URL: program.enquiryApi.url,
    ENQUIRY_API_USERNAME: 'someone',
    ENQUIRY_API_PASSWORD_FILE: join(program.folder, 'password'),
    ENQUIRY_DATA: join(program.folder, 'data'),
    ENQUIRY_CONFIG: join(program.folder, 'enquiry.config.json'),
    PORT: '0',
  };
  proxies = [];
  lines = [];
});
afterEach(async () => {
  await Promise.all(proxies.map(each => each.stop()));
});

const writePassword = (text: string) => writeFileSync(join(program.folder, 'password'), text);
const labelled = (label: string) => ({ ...exampleConfig, case_types: { other: { label } } });

async function startProxy() {
  const proxy = await start(main, variables, { print: line => lines.push(line) });
  proxies.push(proxy);
  return proxy;
}
async function getLabel({ url }: Running): Promise<string> {
  return (await (await fetch(`${url}/case-types/other`)).json()).label;
}
/** Runs `reload`, by default with the settings of the proxies. */
const reload = (changed: Record<string, string> = {}, words = 'reload') =>
  program.run(words, { ...variables, ENQUIRY_API_PASSWORD: undefined, ...changed });

test('a proxy on one machine takes a changed config and password, and nothing of a file with errors', async () => {
  expect(await reload()).toMatchObject({ code: 1, err: expect.stringContaining('there is no outbox') });
  const proxy = await startProxy();
  program.writeConfig(labelled('Other matters'));
  writePassword('correct horse\n');
  const { out, code } = await reload({ ENQUIRY_UPLOADS: '9' });
  expect({ out, code }).toEqual({
    out: expect.stringMatching(
      /^ok {7}process \d+ on \S+ runs [\da-f]{12}\. It has other values for ENQUIRY_UPLOADS, which change only with a restart\n$/,
    ),
    code: 0,
  });
  expect(await getLabel(proxy)).toBe('Other matters');
  expect((await reload({}, 'reload --json')).out).toMatch(/"result":"reloaded",.*"restart":\[\]\}\n$/);

  writeFileSync(variables.ENQUIRY_CONFIG!, '{ "case_types": { "other": {} }, "orgins": [] }');
  writePassword('');
  const failed = await reload();
  expect(failed).toMatchObject({ code: 1, out: '' });
  for (const error of [
    'PASSWORD_FILE names an empty file',
    'case type "other", "label": is missing',
    '"orgins": is not a setting: write "origins"',
  ])
    expect(failed.err).toContain(error);
  expect(lines.filter(line => line.includes('"msg":"reload failed'))).toEqual([]);

  proxy.child.kill('SIGHUP');
  await expect.poll(() => lines.filter(line => line.includes('"msg":"reload failed')).length).toBe(3);
  expect(await getLabel(proxy)).toBe('Other matters');
  expect(lines.join()).not.toContain('correct horse');
  expect(await proxy.stop()).toBe(0);
  expect(await listProcesses()).toEqual([]);
});

test('a fleet’s processes on this machine are reloaded, and others are never signalled', async () => {
  const server = await startPostgres({ fsync: 'off' });
  variables.DATABASE_URL = await server.database('fleet');
  variables.ENQUIRY_SECRET = 's'.repeat(32);
  const both = [await startProxy(), await startProxy()];
  // This one would be ended by SIGHUP.
  const bystander = spawn('sleep', ['600']);
  const hasEnded = once(bystander, 'exit');
  const { outbox } = await openFleetStore(variables.DATABASE_URL, silent);
  const [first] = await outbox.processes.list();
  const place = first!.started.replace(/\d+$/, '');
  const { same_hash_ms: _, ...reported } = first!;
  const foreign = { ...reported, pid: bystander.pid!, loaded_hash: 'f'.repeat(12) };
  await outbox.processes.report({ ...foreign, id: 'earlier', started: `${place}1` });
  await outbox.processes.report({ ...foreign, id: 'far', host: 'web-2', started: 'other-boot pid:[1] 1' });

  program.writeConfig(labelled('Other matters'));
  const { out, code } = await reload();
  expect(code).toBe(0);
  expect(out.match(/^ok /gm)).toHaveLength(2);
  expect(out).toMatch(
    new RegExp(`^warning  process ${bystander.pid} on web-2 can't be signalled from here`, 'm'),
  );
  expect(out.trim().split('\n')).toHaveLength(3);
  expect(await Promise.all(both.map(getLabel))).toEqual(['Other matters', 'Other matters']);
  expect(bystander.exitCode).toBeNull();

  const elsewhere = await reload({ ENQUIRY_SECRET: 'n'.repeat(32) });
  expect(elsewhere).toMatchObject({ code: 1, out: expect.stringContaining('uses other values') });

  await Promise.all(proxies.map(each => each.stop()));
  expect(await reload()).toMatchObject({ code: 1, out: expect.stringContaining('web-2') });
  await outbox.processes.remove('far');
  expect(await reload()).toMatchObject({ code: 1, err: expect.stringContaining('no proxy is running') });
  expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
  bystander.kill();
  await hasEnded;
  await outbox.close();
  await server.destroy();
});

async function listProcesses() {
  const { outbox } = await openStoreBeside(program.storeSettings(), Date.now, silent);
  const rows = await outbox.processes.list();
  await outbox.close();
  return rows;
}
