import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPostgres } from '../testing/proxy/postgres.ts';
import { type PostgresRelay, type RelayedMessage, startPostgresRelay } from './postgres-relay.ts';
import type { RelayAction } from './relayed-connection.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let url: string;
let direct: pg.Client;
let relay: PostgresRelay;
beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.database('relay');
  direct = new pg.Client(url);
  await direct.connect();
  await direct.query('create table notes (text text, bytes bytea)');
}, 60_000);
afterAll(async () => {
  await direct.end();
  await postgres.destroy();
});

beforeEach(async () => {
  await direct.query('truncate notes');
  relay = await startPostgresRelay(url);
});
afterEach(() => relay.stop());

/** Connects a client through the relay. */
async function connected(options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: relay.url, ...options });
  client.on('error', () => {}); // The tests check the errors of the queries.
  await client.connect();
  return client;
}
async function writeNote(client: pg.Client, text = 'a note'): Promise<void> {
  await client.query('begin');
  await client.query('insert into notes (text) values ($1)', [text]);
  await client.query('commit');
}
async function notes(): Promise<string[]> {
  const { rows } = await direct.query('select text from notes order by text');
  return rows.map(({ text }) => text);
}
const insert = 'insert into notes (text) values ($1)';
const summarize = ({ from, type, sql }: RelayedMessage) => [from, type, sql];
/** Applies an action to the first matching message and lets the others pass. */
function first(fits: (message: RelayedMessage) => boolean, action: RelayAction): PostgresRelay['onMessage'] {
  let isDone = false;
  return message => {
    if (isDone || !fits(message)) return 'pass';
    isDone = true;
    return action;
  };
}
const isCommit = ({ from, sql }: RelayedMessage) => from === 'client' && sql === 'commit';

describe('messages', () => {
  test('of a transaction are listed with their statements', async () => {
    const client = await connected();
    const listMessages = relay.record();
    await writeNote(client);
    const messages = listMessages();
    expect(messages.map(summarize)).toEqual([
      ['client', 'Q', 'begin'],
      ['server', 'C', 'begin'],
      ['server', 'Z', 'begin'],
      ...['P', 'B', 'D', 'E', 'S'].map(type => ['client', type, insert]),
      ...['1', '2', 'n', 'C', 'Z'].map(type => ['server', type, insert]),
      ['client', 'Q', 'commit'],
      ['server', 'C', 'commit'],
      ['server', 'Z', 'commit'],
    ]);
    expect(messages.map(({ index }) => index)).toEqual(messages.map((_, at) => at));
    expect(new Set(messages.map(({ connection }) => connection))).toEqual(new Set([1]));
  });

  test('belong to the right statement after an error', async () => {
    const client = await connected();
    const listMessages = relay.record();
    await expect(client.query('select 1 / $1::integer', [0])).rejects.toThrow('division by zero');
    await client.query('select 2');
    expect(listMessages().map(summarize).slice(5)).toEqual([
      ...['1', 'E', 'Z'].map(type => ['server', type, 'select 1 / $1::integer']),
      ['client', 'Q', 'select 2'],
      ...['T', 'D', 'C', 'Z'].map(type => ['server', type, 'select 2']),
    ]);
  });
});

describe('a cut', () => {
  test.each(['cut-before', 'cut-after'] as const)(
    'at any message (%s) leaves all or nothing',
    async action => {
      const client = await connected();
      const listMessages = relay.record();
      await writeNote(client);
      const messages = listMessages();
      const commitAt = messages.findIndex(isCommit);
      for (const { index, type } of messages) {
        await direct.query('truncate notes');
        relay.onMessage = () => 'pass';
        const another = await connected();
        const listSeen = relay.record();
        relay.onMessage = message => (message.index === index ? action : 'pass');
        const written = writeNote(another);
        // A client that received the last message has its result. Only its next query fails.
        if (action === 'cut-after' && index === messages.length - 1) await written;
        else await expect(written).rejects.toThrow('Connection terminated unexpectedly');
        await relay.settled();
        const isCommitted = action === 'cut-after' ? index >= commitAt : index > commitAt;
        expect([index, type, await notes()]).toEqual([index, type, isCommitted ? ['a note'] : []]);
        expect(listSeen().map(summarize)).toEqual(messages.slice(0, index + 1).map(summarize));
      }
    },
  );

  test('frees the locks before `settled` resolves', async () => {
    await writeNote(direct);
    const client = await connected();
    await client.query('begin');
    relay.onMessage = first(({ from, type }) => from === 'server' && type === 'C', 'cut-before');
    await expect(client.query('select * from notes for update')).rejects.toThrow('terminated');
    await relay.settled();
    await direct.query('select * from notes for update nowait');
  });

  test('leaves the other connections alone', async () => {
    const [client, other] = [await connected(), await connected()];
    relay.onMessage = ({ connection }) => (connection === 1 ? 'cut-before' : 'pass');
    await expect(client.query('select 1')).rejects.toThrow('terminated');
    await other.query('select 1');
  });
});

describe('a freeze', () => {
  test('lasts until the client gives up, and other connections continue', async () => {
    const client = await connected({ query_timeout: 200 });
    const other = await connected();
    relay.onMessage = ({ connection }) => (connection === 1 ? 'freeze' : 'pass');
    await expect(client.query('select 1')).rejects.toThrow('Query read timeout');
    await other.query('select 1');
    relay.cutAll();
    await relay.settled();
  });

  test('keeps the transaction open on the server until it is cut', async () => {
    const client = await connected({ query_timeout: 200 });
    relay.onMessage = first(isCommit, 'freeze');
    await expect(writeNote(client)).rejects.toThrow('Query read timeout');
    await relay.settled();
    const { rows } = await direct.query("select from pg_stat_activity where state = 'idle in transaction'");
    expect(rows).toHaveLength(1);
    relay.cutAll();
    await relay.settled();
    expect(await notes()).toEqual([]);
  });

  test('ends with a thaw', async () => {
    const client = await connected();
    const isFrozen = Promise.withResolvers<void>();
    relay.onMessage = message => {
      if (!isCommit(message)) return 'pass';
      isFrozen.resolve();
      return 'freeze';
    };
    const written = writeNote(client);
    await isFrozen.promise;
    expect(await notes()).toEqual([]);
    relay.thaw();
    await written;
    expect(await notes()).toEqual(['a note']);
  });

  test('of new connections makes them hang', async () => {
    relay.freezeNew = true;
    await expect(connected({ connectionTimeoutMillis: 200 })).rejects.toThrow('timeout');
    const late = connected();
    relay.freezeNew = false;
    await (await connected()).query('select 1');
    relay.thaw();
    await (await late).query('select 1');
  });
});

describe('a delay', () => {
  test('delays a COMMIT until another connection has finished', async () => {
    const [client, other] = [await connected(), await connected()];
    const gone = Promise.withResolvers<void>();
    relay.onMessage = message =>
      message.connection === 1 && isCommit(message) ? { delayUntil: gone.promise } : 'pass';
    const written = writeNote(client, 'first');
    await writeNote(other, 'second');
    expect(await notes()).toEqual(['second']);
    gone.resolve();
    await written;
    expect(await notes()).toEqual(['first', 'second']);
  });

  test('ends when its promise rejects, or when the connection is cut', async () => {
    const client = await connected();
    relay.onMessage = message =>
      isCommit(message) ? { delayUntil: Promise.reject(new Error('failed')) } : 'pass';
    await writeNote(client);
    const isHeld = Promise.withResolvers<void>();
    relay.onMessage = message => {
      if (!isCommit(message)) return 'pass';
      isHeld.resolve();
      return { delayUntil: new Promise(() => {}) };
    };
    const written = writeNote(client);
    await isHeld.promise;
    relay.cutAll();
    await expect(written).rejects.toThrow('terminated');
    await relay.settled();
    expect(await notes()).toEqual(['a note']);
  });

  test('keeps the order of messages in its direction', async () => {
    const client = await connected();
    const gate = Promise.withResolvers<void>();
    relay.onMessage = first(({ type }) => type === 'E', { delayUntil: gate.promise });
    const inserted = client.query(insert, ['a note']);
    const selected = client.query('select text from notes');
    await direct.query('select 1');
    gate.resolve();
    await inserted;
    expect((await selected).rows).toEqual([{ text: 'a note' }]);
  });
});

test('settings and locks of the session end with the transaction', async () => {
  const client = await connected();
  const summary = `select current_setting('lock_timeout') as lock_timeout,
    (select count(*)::int from pg_locks where locktype = 'advisory') as locks`;
  await client.query('begin');
  await client.query("set lock_timeout = '7s'");
  await client.query('select pg_advisory_lock(7)');
  expect((await client.query(summary)).rows).toEqual([{ lock_timeout: '7s', locks: 1 }]);
  await client.query('commit');
  expect((await client.query(summary)).rows).toEqual([{ lock_timeout: '0', locks: 0 }]);
});

test('an error in the scenario isn’t mistaken for a lost connection', async () => {
  const client = await connected();
  relay.onMessage = () => {
    throw new Error('a bug');
  };
  await expect(client.query('select 1')).rejects.toThrow();
  await expect(relay.settled()).rejects.toThrow('a bug');
  await expect(relay.stop()).rejects.toThrow('a bug');
  relay = await startPostgresRelay(url);
});
