// DATABASE_URL is set, and the data folder has an outbox.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  deliverOne,
  holdOne,
  newEnquiry,
  openSqliteOutbox,
  postgresForAllTests,
  runningProcess,
} from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { openFleetStore } from '../outbox/outbox.ts';
import { silent } from './command.ts';

const postgres = postgresForAllTests({ fsync: 'off' });
const variables = { DATABASE_URL: '', ENQUIRY_SECRET: 's'.repeat(32) };
beforeAll(async () => {
  variables.DATABASE_URL = await postgres.database('fleet');
});

const program = programForEachTest();
let dataFolder: string;
beforeEach(() => {
  dataFolder = join(program.folder, 'data');
});

const change: typeof program.changeOutbox = (...words) => program.changeOutbox(...words);
/** Stores a waiting enquiry, a held one, a suspect and a delivered one. */
const leaveThree = () =>
  change(async outbox => {
    for (const n of [1, 2, 3]) await outbox.intake.add(newEnquiry(n));
    await outbox.intake.add({ ...newEnquiry(4), state: 'held' });
    await deliverOne(outbox);
    await holdOne(outbox);
  });
const execute = (statement: string) => {
  const database = new DatabaseSync(join(dataFolder, 'outbox.db'));
  database.exec(statement);
  database.close();
};
const counted = '3 deliveries are in the data folder';

/** What each command says about the data folder. */
async function look() {
  const serve = await program.run('serve', {
    ...variables,
    DATABASE_URL: `${variables.DATABASE_URL}_none`,
  });
  const check = await program.run('check', variables);
  return { refusal: serve.err, code: serve.code, check: check.out };
}

test('serve and check say what nobody will deliver, before and after the first start of the fleet, and status too', async () => {
  await leaveThree();
  const { refusal, code, check } = await look();
  expect([code, refusal]).toEqual([1, expect.stringContaining(`${counted} ${dataFolder}, but DATABASE_URL`)]);
  expect(refusal).toContain('or start with "serve --ignore-data"');
  expect(check).toMatch(/^failed +enquiries that were left behind: 3 deliveries are in the data folder/m);
  const { outbox } = await openFleetStore(variables.DATABASE_URL, silent);
  await outbox.processes.report(runningProcess(1, 'b'));
  await outbox.close();
  expect((await look()).check).toMatch(
    /^failed +enquiries that were left behind: 3 deliveries are in the data folder/m,
  );
  const status = await program.run('status --json', variables);
  expect(status.code).toBe(1);
  expect(JSON.parse(status.out)).toMatchObject({ needs: [{ subject: 'left_behind', count: 3 }] });
  // With --ignore-data it goes on, and fails only because the database doesn't exist.
  const missing = { ...variables, DATABASE_URL: `${variables.DATABASE_URL}_none` };
  const ignoring = await program.run('serve --ignore-data', missing);
  expect(ignoring.err).not.toContain('data folder');
});

const nothing = async () => {};
test.each<[string, () => unknown, string | undefined]>([
  ['has no outbox', nothing, undefined],
  ['has delivered everything', () => change(nothing), undefined],
  [
    'has an outbox without tables',
    () => change(nothing).then(() => writeFileSync(join(dataFolder, 'outbox.db'), '')),
    undefined,
  ],
  [
    'is in use by a proxy that delivers it',
    async () => {
      await leaveThree();
      await change(({ processes }) => processes.report(runningProcess(1, 'b')));
    },
    undefined,
  ],
  [
    'was in use by a proxy that ended',
    async () => {
      await leaveThree();
      await change(({ processes }) => processes.report(runningProcess(1, 'b')));
      execute('update processes set seen_at = 1');
    },
    counted,
  ],
  [
    'has the tables of an earlier version',
    async () => {
      await leaveThree();
      execute('delete from kysely_migration');
    },
    counted,
  ],
  [
    'has the tables of a newer version that are similar',
    async () => {
      await leaveThree();
      execute("insert into kysely_migration values ('9999_later', '2030-01-01')");
    },
    counted,
  ],
  [
    'has tables of a newer version that differ',
    async () => {
      await leaveThree();
      execute("insert into kysely_migration values ('9999_later', '2030-01-01'); drop table deliveries");
    },
    'has an outbox that can’t be read (a newer version has used the outbox',
  ],
  [
    'has a damaged outbox',
    async () => {
      await change(nothing);
      writeFileSync(join(dataFolder, 'outbox.db'), 'no database'.repeat(1_000));
    },
    'has an outbox that can’t be read (',
  ],
])('a data folder that %s', async (_, prepare, expected) => {
  await prepare();
  const { refusal, check } = await look();
  if (expected === undefined) {
    expect(refusal).not.toContain('data folder');
    expect(check).not.toMatch(/^failed +data folder/m);
  } else {
    expect(refusal).toContain(expected);
    expect(check).toContain(expected);
  }
});

test('a data folder that is locked is read all the same', async () => {
  await leaveThree();
  const outbox = await openSqliteOutbox(dataFolder);
  expect((await look()).refusal).toContain(counted);
  await outbox.close();
});
