import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresForAllTests } from '../../tools/testing/proxy/outbox.ts';
import { createLog } from './log.ts';

const canary = 'canary Ada "Byron" <ada@example.com>';

/** The error that an operation throws. */
async function thrownBy(operation: () => unknown): Promise<Error> {
  try {
    await operation();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

function logged(error: unknown) {
  let text = '';
  const log = createLog('trace', {
    write(line) {
      text += line;
    },
  });
  log.error({ err: error }, 'it failed');
  return { text, err: JSON.parse(text).err };
}

test('an error is logged with its type, its message, its code, the place and its cause', {
  tags: 'asvs-16.2.4',
}, () => {
  const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const { err } = logged(new TypeError('the file was not saved', { cause }));
  expect(err).toEqual({
    type: 'TypeError',
    message: 'the file was not saved',
    stack: expect.stringMatching(/^ +at .*log\.test\.ts:\d+/),
    cause: expect.objectContaining({ type: 'Error', message: cause.message, code: 'ENOSPC' }),
  });
});

test.each<[string, unknown]>([
  ['a text', canary],
  ['an object', { canary }],
  ['nothing', undefined],
])('%s that was thrown is not printed', (_, thrown) => {
  expect(logged(thrown).text).not.toContain('canary');
});

describe('no value is logged when', () => {
  const server = postgresForAllTests();
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(await server.database('log'));
    await client.connect();
    await client.query('create table visitors (name text unique check (length(name) < 100), age int)');
    await client.query('insert into visitors values ($1, 36)', [canary]);
  });
  afterAll(() => client.end());

  test.each<[string, string, object]>([
    ['insert into visitors values ($1, 36)', canary, { code: '23505', constraint: 'visitors_name_key' }],
    ['insert into visitors values ($1, 36)', canary.repeat(9), { code: '23514', table: 'visitors' }],
    ['insert into visitors (age) values ($1)', canary, { code: '22P02' }],
    ['select $1::json', canary, { code: '22P02' }],
    ['select $1::date', canary, { code: '22007' }],
  ])('PostgreSQL refuses "%s"', async (query, value, facts) => {
    const error = await thrownBy(() => client.query(query, [value]));
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).toContain('canary');
    const { text, err } = logged(error);
    expect(text).not.toMatch(/canary|Ada|Byron/);
    expect(err).toMatchObject({ type: 'DatabaseError', severity: 'ERROR', ...facts });
    expect(err.stack).toMatch(/^ +at /);
  });

  test('SQLite refuses a value', async () => {
    const database = new DatabaseSync(':memory:');
    database.exec('create table visitors (name text unique)');
    const insert = database.prepare('insert into visitors values (?)');
    insert.run(canary);
    const { text, err } = logged(await thrownBy(() => insert.run(canary)));
    expect(text).not.toContain('canary');
    expect(err).toMatchObject({
      message: 'UNIQUE constraint failed: visitors.name',
      code: 'ERR_SQLITE_ERROR',
      errcode: 2067,
    });
  });

  test.each<[string, () => unknown]>([
    ['text is no JSON', () => JSON.parse(canary)],
    ['JSON breaks off', () => JSON.parse(`{"forename":"${canary.repeat(9)}`)],
    ['an address is no URL', () => new URL(canary)],
    [
      'a message has a line like those of a stack',
      () => {
        throw new Error(`"refused\n    at canary\n    at ${canary}"`);
      },
    ],
    [
      'a cause has it',
      () => {
        throw new Error('failed', { cause: new Error(`refused: '${canary}'`) });
      },
    ],
    [
      'an error carries its parameters',
      () => {
        throw Object.assign(new Error('failed'), { parameters: [canary], query: canary, detail: canary });
      },
    ],
  ])('%s', async (_, operation) => {
    const { text, err } = logged(await thrownBy(operation));
    expect(text).not.toMatch(/canary|Ada|Byron/);
    expect(err.message).not.toBe('');
  });
});
