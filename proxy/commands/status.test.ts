import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  deliverOne,
  exampleCreateBody,
  holdOne,
  newAttachment,
  newEnquiry,
  openSqliteOutbox,
  runningProcess,
} from '../../tools/testing/proxy/outbox.ts';
import { startPostgres } from '../../tools/testing/proxy/postgres.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { hourMs } from '../contract/durations.ts';
import { encodeFailure } from '../outbox/failure.ts';
import { type Outbox, openFleetStore } from '../outbox/outbox.ts';
import { openFolderSpool } from '../spool/folder-spool.ts';
import { silent } from './command.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);
let dataFolder: string;
beforeEach(async () => {
  dataFolder = join(program.folder, 'data');
});

/** Changes the outbox as a proxy would have done `hours` hours ago, while a process seems to be running. */
async function change(work: (outbox: Outbox) => Promise<unknown>, hours = 0) {
  await program.changeOutbox(({ processes }) => processes.report(runningProcess(1, 'b')));
  await program.changeOutbox(work, hours * hourMs);
}
const canary = (n: number) => ({
  ...newEnquiry(n),
  content: { ...exampleCreateBody, forename: 'Quetzalcoatl' },
});
const suspect = (n: number) => ({
  ...canary(n),
  state: 'held' as const,
  suspicion: { signals: ['link_in_name'], score: 6 },
});
const failOne = async ({ claims }: Outbox, status: number) => {
  const [claim] = await claims.claim(1, 60_000);
  await claims.retry(claim!, { delayMs: 60_000, failure: { cause: 'responded', status }, isUnknown: false });
};

test('the status of a proxy that delivers everything is one verdict and the counts', async () => {
  await change(async outbox => {
    await outbox.intake.add(canary(1));
    await deliverOne(outbox);
    await outbox.intake.add(canary(2));
    await failOne(outbox, 503);
  });
  const failing = await run('status');
  expect(failing.out).toMatch(
    /^Deliveries are failing although the enquiry API can be reached, and will be repeated\./,
  );
  expect(failing.out).toContain('since then, 1 delivery failed: responded 503');
  expect(failing.code).toBe(0);
  await change(outbox => deliverOne(outbox, 4712), -1);
  const { out, code } = await run('status');
  expect(out).toMatch(/^Everything is being delivered\.\n/);
  expect(out).toMatch(/Last 24 hours +2 enquiries accepted\n +2 delivered\n/);
  expect(out).toMatch(/Waiting +nothing\n/);
  expect(out).toMatch(/Last delivery +just now, no failures since\n/);
  expect(out).toMatch(/ 0 of 100,000 enquiries in the outbox \(0 %\)\n/);
  expect(out).toMatch(/ free on the disk\n/);
  expect(code).toBe(0);
});

test('says that deliveries fail although the enquiry API can be reached, also with its exit code after 15 minutes', async () => {
  const report = (facts = {}) =>
    program.changeOutbox(({ processes }) => processes.report({ ...runningProcess(1, 'b'), ...facts }));
  await change(outbox => outbox.intake.add(canary(1)), 0.3);
  await change(outbox => failOne(outbox, 500));
  const { out, code } = await run('status');
  expect(code).toBe(1);
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /^1 thing needs you: 1 delivery is failing although the enquiry API can be reached: responded 500\. It arrived 18 min ago\./,
  );
  await report({ test_failure: encodeFailure({ cause: 'responded', status: 503 }) });
  const outage = await run('status');
  expect([outage.code, outage.out]).toEqual([
    0,
    expect.stringMatching(/^Deliveries are failing and will be/),
  ]);
});

test('says what needs a person, with a command for each, on one screen and without visitors’ data', async () => {
  await change(async outbox => {
    for (const n of [1, 2]) await outbox.intake.add(canary(n));
    await outbox.intake.add(newAttachment(1, 1));
    await holdOne(outbox);
    await failOne(outbox, 401);
    await outbox.intake.add(suspect(3));
  }, 2);
  mkdirSync(join(dataFolder, 'orphaned'));
  writeFileSync(join(dataFolder, 'orphaned', 'lost'), 'x');
  const { out, code } = await run('status', { ENQUIRY_OUTBOX_MOST: '2', ENQUIRY_SPOOL_BYTES: '100' });
  expect(code).toBe(1);
  expect(out).toMatch(/^6 things need you:\n/);
  expect(out).toMatch(
    /2 deliveries are held: refused by the enquiry API\. The oldest .*\n.*\n +npx enquiry-form outbox list --state held\n/,
  );
  expect(out).toMatch(
    /1 delivery is held: suspected spam\. .*\n +npx enquiry-form outbox list --state held\n/,
  );
  expect(out).toMatch(/1 delivery is waiting\. .*\n +npx enquiry-form check\n/);
  expect(out).toMatch(
    /refuses the login or the address \(responded 401\)\.[^:]*:\n +npx enquiry-form check\n/,
  );
  expect(out).toMatch(/The enquiries of 1 file in [\s\S]*\n +ls -l .*\/orphaned\n/);
  expect(out).toMatch(/ENQUIRY_OUTBOX_MOST is nearly reached: 2 of 2 enquiries/);
  expect(out).toMatch(/Waiting +1 enquiry, the oldest arrived 2 h ago\n/);
  expect(out.split('\n').filter(line => line.length > 80)).toEqual([]);
  expect(out.split('\n').length).toBeLessThan(50);
  expect(out).not.toContain('Quetzalcoatl');
  const json = await run('status --json');
  expect(json.out).not.toContain('Quetzalcoatl');
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({
    accepted: 3,
    held: { enquiries: 2, attachments: 1 },
    held_causes: [
      { cause: 'refused', enquiries: 1, attachments: 1 },
      { cause: 'suspect', enquiries: 1, attachments: 0 },
    ],
    needs: expect.arrayContaining([
      expect.objectContaining({ subject: 'held', command: 'npx enquiry-form outbox list --state held' }),
    ]),
  });
});

test('shows what the running process has loaded, and that its login fails although nothing is waiting', async () => {
  await change(({ processes }) => processes.report(runningProcess(1, 'b')));
  const { out } = await run('status');
  expect(out).toMatch(/^Everything is being delivered\.\n/);
  expect(out).toMatch(/Processes +web-1 \(4711\): bbbbbbbbbbbb, loaded just now\n$/);
  await change(({ processes }) =>
    processes.report({
      ...runningProcess(1, 'b'),
      test_failure: encodeFailure({ cause: 'responded', status: 401 }),
    }),
  );
  const failing = await run('status');
  expect(failing.code).toBe(1);
  expect(failing.out).toMatch(
    /refuses the login or the address \(responded 401\)\.[^:]*:\n +npx enquiry-form check\n/,
  );
  expect(failing.out).toMatch(/loaded just now, test of the login\s+fails: responded 401\n$/);
  expect(JSON.parse((await run('status --json')).out)).toMatchObject({
    needs: [{ subject: 'login' }],
    processes: [
      {
        host: 'web-1',
        pid: 4711,
        loaded_hash: 'bbbbbbbbbbbb',
        same_hash_ms: expect.any(Number),
        login_failure: 'responded 401',
      },
    ],
  });
  await change(({ processes }) => processes.remove('process-1'));
  const stopped = await run('status');
  expect(stopped.out).toMatch(/^1 thing needs you:\n\n +No proxy is running: visitors can send nothing, and/);
  expect([stopped.code, stopped.out]).toEqual([1, expect.stringMatching(/Processes +none running\n$/)]);
});

test('counts acknowledged enquiries of the last 24 hours whatever happened to them, and no others', async () => {
  await change(outbox => outbox.intake.add(canary(1)), 25);
  await change(async outbox => {
    for (const n of [2, 3, 4]) await outbox.intake.add(canary(n));
    await outbox.operator.drop('REFER-00002');
    await outbox.intake.add(suspect(5));
    await outbox.intake.add({ ...canary(6), state: 'test' });
  }, 23);
  const { out } = await run('status');
  expect(out).toMatch(
    /4 enquiries accepted\n +2 waiting, 1 held, 1 dropped\n +not counted: 1 sent through a test link\n/,
  );
});

test('changes nothing in the data folder while a proxy uses it', async () => {
  const outbox = await openSqliteOutbox(dataFolder);
  await openFolderSpool(join(dataFolder, 'spool'));
  await outbox.intake.add(canary(1));
  await outbox.processes.report(runningProcess(1, 'b'));
  // The index of the write-ahead log, `-shm`, has the marks of readers.
  const read = () =>
    readdirSync(dataFolder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && !entry.name.endsWith('-shm'))
      .map(({ parentPath, name }) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(parentPath, name)))
          .digest('hex'),
      ])
      .sort();
  const before = read();
  expect((await run('status')).code).toBe(0);
  expect(read()).toEqual(before);
  await outbox.close();
});

test.each<[string, string, Record<string, string>]>([
  ['there is no outbox', 'status', {}],
  ['a setting is malformed', 'status', { PORT: 'x' }],
  [
    'the database is unreachable',
    'status --json',
    { DATABASE_URL: 'postgres://127.0.0.1:9/none', ENQUIRY_SECRET: 's'.repeat(32) },
  ],
  ['the command is misused', 'status now', {}],
])('the exit code is 2 if %s', async (_, command, variables) => {
  const { out, err, code } = await run(command, variables);
  expect([out, code]).toEqual(['', 2]);
  expect(err).not.toBe('');
});

test('reads the database of a fleet, and says when it has no tables yet without creating them', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.destroy());
  const variables = { DATABASE_URL: await postgres.database('status'), ENQUIRY_SECRET: 's'.repeat(32) };
  expect((await run('status', variables)).code).toBe(2);
  expect((await run('status', variables)).code).toBe(2);
  expect((await run('outbox list', variables)).err).toContain('there is no outbox in the database yet');
  const { outbox } = await openFleetStore(variables.DATABASE_URL, silent);
  await outbox.processes.report(runningProcess(1, 'b'));
  await outbox.close();
  const { out, code } = await run('status', variables);
  expect(out).toMatch(/^Everything is being delivered\./);
  expect(out).not.toContain('disk');
  expect(code).toBe(0);
});

test('says what the proxy would say about an outbox that a newer version has used', async () => {
  await change(() => Promise.resolve());
  const database = new DatabaseSync(join(dataFolder, 'outbox.db'));
  database.exec("insert into kysely_migration values ('9999_later', '2030-01-01')");
  for (const command of ['status', 'outbox list'])
    expect((await run(command)).err).toContain('a newer version has used the outbox');
  database.close();
});
