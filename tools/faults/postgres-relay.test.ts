// The faults of the relay have the effects that the series counts on.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { postgresForAllTests } from '../testing/proxy/outbox.ts';
import { type PostgresRelay, type RelayedMessage, startPostgresRelay } from './postgres-relay.ts';

const postgres = postgresForAllTests();
let url: string;
let direct: pg.Client;
let relay: PostgresRelay;
let client: pg.Client;
beforeAll(async () => {
  url = await postgres.database('relay');
  direct = new pg.Client(url);
  await direct.connect();
  await direct.query('create table notes (text text)');
});
afterAll(() => direct.end());

beforeEach(async () => {
  await direct.query('truncate notes');
  relay = await startPostgresRelay(url);
  client = new pg.Client({ connectionString: relay.url, query_timeout: 10_000 });
  client.on('error', () => {}); // The tests check the errors of the queries.
  await client.connect();
});
afterEach(() => relay.stop());

async function writeNote(): Promise<void> {
  await client.query('begin');
  await client.query('insert into notes values ($1)', ['a note']);
  await client.query('commit');
}
const countNotes = async () => (await direct.query('select from notes')).rowCount;
const isCommit = ({ from, sql }: RelayedMessage) => from === 'client' && sql === 'commit';

test.each([
  ['cut-before', 0],
  ['cut-after', 1],
] as const)('a connection that is %s the COMMIT leaves %i notes', async (action, count) => {
  relay.onMessage = message => (isCommit(message) ? action : 'pass');
  await expect(writeNote()).rejects.toThrow('Connection terminated unexpectedly');
  await relay.settled();
  expect(await countNotes()).toBe(count);
});

test('a delayed COMMIT arrives after the promise that it waits for', async () => {
  const gone = Promise.withResolvers<void>();
  relay.onMessage = message => (isCommit(message) ? { delayUntil: gone.promise } : 'pass');
  const written = writeNote();
  await direct.query("insert into notes values ('another')");
  expect(await countNotes()).toBe(1);
  gone.resolve();
  await written;
  expect(await countNotes()).toBe(2);
});
