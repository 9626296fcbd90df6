import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { exampleCreateBody, newEnquiry, openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { startPostgres } from '../../tools/testing/proxy/postgres.ts';
import { openSqliteBeside } from '../database/sqlite.ts';
import type { Claims } from '../outbox/claims.ts';
import type { NewEnquiry } from '../outbox/deliveries.ts';
import { decodeFailure } from '../outbox/failure.ts';
import { createOutbox, type Outbox, openFleetStore } from '../outbox/outbox.ts';
import { openFolderSpool } from '../spool/folder-spool.ts';
import type { Outcome } from './api-outcome.ts';
import { DeliveryLoop } from './delivery-loop.ts';

const loginWorks: Outcome = {
  kind: 'refused',
  failure: { cause: 'responded', status: 400 },
  says: 'decided',
};
const unavailable: Outcome = {
  kind: 'unavailable',
  failure: { cause: 'responded', status: 503 },
  says: 'unreachable',
};

interface Options {
  leaseMs?: number;
  /** Changes what the loop sees of the store. */
  changeClaims?: (claims: Claims) => Partial<Claims>;
  open?: (folder: string) => Promise<Outbox>;
  /** Called by the loop for its metrics. */
  attempted?: () => void;
}

/** Starts a delivery loop with an enquiry API that responds when the test says so. */
async function startDelivery(
  concurrency: number,
  {
    leaseMs = 60_000,
    changeClaims = () => ({}),
    open = openSqliteOutbox,
    attempted = () => {},
  }: Options = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'delivery-'));
  const outbox = await open(folder);
  const logged: string[] = [];
  const api = { loginTest: loginWorks };
  const sent: { keywords: string; respond: (outcome: Outcome) => void }[] = [];
  const beforeClaim = vi.fn();
  const delivery = new DeliveryLoop({
    onDelivered: () => {},
    claims: {
      ...outbox.claims,
      claim(...parameters) {
        beforeClaim();
        return outbox.claims.claim(...parameters);
      },
      ...changeClaims(outbox.claims),
    },
    spool: await openFolderSpool(join(folder, 'spool')),
    enquiryApi: {
      create(text) {
        const { forename, marketing_keywords } = JSON.parse(text);
        if (forename === '') return Promise.resolve(api.loginTest);
        return new Promise(respond => sent.push({ keywords: marketing_keywords, respond }));
      },
      upload: () => Promise.reject(new Error('no attachments here')),
      async close() {
        for (const { respond } of sent)
          respond({
            kind: 'unknown',
            failure: { cause: 'no_response', parameter: 'ECONNRESET' },
            says: 'unreachable',
            hasSuccessStatus: false,
          });
      },
    },
    concurrency,
    leaseMs,
    onUnknown: () => 'retry',
    monotonicMs: () => performance.now(),
    random: () => 0,
    log: pino({ level: 'error' }, { write: line => logged.push(JSON.parse(line).msg) }),
    onAvailabilityChange() {},
    metrics: { attempted, ended() {}, loginTested() {} },
  });
  onTestFinished(async () => {
    await delivery.stop(0);
    await outbox.close();
    rmSync(folder, { recursive: true });
  });
  await delivery.makeAllDue();
  return {
    folder,
    outbox,
    delivery,
    sent,
    /** What tests of the login get. */
    api,
    /** The messages of the errors in the log. */
    logged,
    /** Called before the loop claims what is due. */
    beforeClaim,
    add: (n: number, changes: Partial<NewEnquiry> = {}) =>
      outbox.intake.add({
        ...newEnquiry(n),
        content: { ...exampleCreateBody, marketing_keywords: String(n) },
        ...changes,
      }),
    waitUntilSent: (...expected: number[]) =>
      expect.poll(() => sent.map(({ keywords }) => Number(keywords))).toEqual(expected),
    waitUntilDelivered: (n: number) =>
      expect.poll(() => outbox.intake.enquiry(`REFER-0000${n}`)).toMatchObject({ state: 'delivered' }),
  };
}

let lastNumber = 4710;
/** Each enquiry has a number of its own. */
const delivered = (): Outcome => ({ kind: 'delivered', enquiryApiId: ++lastNumber });

test('a new enquiry is claimed in the transaction that stores it', async () => {
  const { add, sent, beforeClaim, waitUntilSent, waitUntilDelivered } = await startDelivery(2);
  await add(1);
  await waitUntilSent(1);
  sent[0]!.respond(delivered());
  await waitUntilDelivered(1);
  beforeClaim.mockClear();
  await add(2);
  await waitUntilSent(1, 2);
  expect(beforeClaim).not.toHaveBeenCalled();
});

test('enquiries that already wait are sent before new ones', async () => {
  const { add, sent, beforeClaim, waitUntilSent } = await startDelivery(1);
  for (const n of [1, 2, 3]) await add(n);
  await waitUntilSent(1);
  // The new one arrives when there is room for one request, and the loop is about to claim the second enquiry.
  const adding = new Promise<void>(resolve =>
    beforeClaim.mockImplementationOnce(() => resolve(add(4).then(() => {}))),
  );
  sent[0]!.respond(delivered());
  await adding;
  for (const n of [1, 2, 3]) {
    await waitUntilSent(...[1, 2, 3, 4].slice(0, n + 1));
    sent[n]!.respond(delivered());
  }
});

test.each<[string, number, Partial<NewEnquiry>]>([
  ['a repeat', 1, {}],
  ['a suspect that is held', 3, { state: 'held', suspicion: { signals: ['many_links'], score: 6 } }],
  ['a test', 3, { state: 'test' }],
])('%s is not sent and does not keep its place', async (_, n, changes) => {
  const { add, sent, waitUntilSent, waitUntilDelivered } = await startDelivery(1);
  await add(1);
  await waitUntilSent(1);
  sent[0]!.respond(delivered());
  await waitUntilDelivered(1);
  await add(n, changes);
  await add(2);
  await waitUntilSent(1, 2);
});

test('an outage that a failure reveals stops deliveries, until a test of the login succeeds', async () => {
  const { add, delivery, sent, api, logged, waitUntilSent } = await startDelivery(3);
  await add(1);
  await waitUntilSent(1);
  api.loginTest = unavailable;
  sent[0]!.respond({ ...unavailable, retryAfterMs: 60_000 });
  await expect.poll(() => logged).toEqual(['enquiry API unavailable']);
  await add(2);
  await delivery.testLogin();
  expect(sent).toHaveLength(1);
  api.loginTest = loginWorks;
  await delivery.testLogin();
  await waitUntilSent(1, 2);
});

test("an enquiry that can't be stored doesn't keep its place", async () => {
  const { add, waitUntilSent } = await startDelivery(1);
  await expect(add(1, { digest: undefined as never })).rejects.toThrow();
  await add(2);
  await waitUntilSent(2);
});

test('an enquiry is not held because a stop aborts its attempt', async () => {
  const { add, sent, delivery, outbox, folder, waitUntilSent, waitUntilDelivered } = await startDelivery(2);
  await add(1);
  await waitUntilSent(1);
  sent[0]!.respond({
    kind: 'unavailable',
    failure: { cause: 'responded', status: 429 },
    says: 'nothing',
  });
  await add(2);
  await waitUntilSent(1, 2);
  sent[1]!.respond(delivered());
  await waitUntilDelivered(2);
  await expect.poll(() => outbox.claims.untilDue()).toBeGreaterThan(0);
  const database = new DatabaseSync(join(folder, 'outbox.db'));
  database.exec(
    "update deliveries set attempts = 2, created_at = created_at - 600000 where state = 'waiting'",
  );
  database.close();
  await delivery.makeAllDue();
  await waitUntilSent(1, 2, 1);
  await delivery.stop(0);
  expect(await outbox.operator.list()).toMatchObject([{ state: 'waiting', attempts: 3 }]);
});

test('an enquiry that is being stored during a stop is sent before it ends', async () => {
  // The place of the first request may not be free yet when the second enquiry is added.
  const { add, delivery, sent, outbox, waitUntilSent, waitUntilDelivered } = await startDelivery(2);
  await add(1);
  await waitUntilSent(1);
  sent[0]!.respond(delivered());
  await waitUntilDelivered(1);
  const adding = add(2);
  const stopping = delivery.stop(60_000);
  await adding;
  await waitUntilSent(1, 2);
  sent[1]!.respond(delivered());
  await stopping;
  expect(await outbox.intake.enquiry('REFER-00002')).toMatchObject({ state: 'delivered' });
});

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let databaseUrl: string;
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' });
});
let databases = 0;
afterAll(() => postgres.destroy());
async function openPostgres() {
  databaseUrl = await postgres.database(`delivery_${++databases}`);
  return (await openFleetStore(databaseUrl, pino({ level: 'silent' }))).outbox;
}

test.each([
  ['SQLite', {}],
  ['PostgreSQL', { open: openPostgres }],
])('what another process releases is noticed within two seconds, on %s', async (store, options) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let looks = 0;
  const changeClaims = (claims: Claims) => ({
    async untilDue() {
      const ms = await claims.untilDue();
      looks += 1;
      return ms;
    },
  });
  const { add, folder, sent, beforeClaim } = await startDelivery(1, { ...options, changeClaims });
  onTestFinished(() => void vi.useRealTimers()); // Before the delivery is stopped.
  async function waitUntilLooked() {
    const before = looks;
    vi.advanceTimersByTime(2_000);
    await until(() => looks > before);
  }
  await add(1, { state: 'held', suspicion: { signals: ['many_links'], score: 6 } });
  const operator =
    store === 'SQLite'
      ? createOutbox(await openSqliteBeside(folder, Date.now))
      : (await openFleetStore(databaseUrl, pino({ level: 'silent' }))).outbox;
  onTestFinished(() => operator.close());
  await until(() => looks > 0);
  for (const _ of [1, 2, 3]) await waitUntilLooked();
  beforeClaim.mockClear();
  for (const _ of [1, 2, 3]) await waitUntilLooked();
  expect(beforeClaim).not.toHaveBeenCalled();
  await operator.operator.release('REFER-00001');
  await waitUntilLooked();
  await until(() => sent.length > 0);
});

/** Lets everything happen except timers until a condition holds. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}

test('a refused name is only kept if it is a parameter, or the id of a question that was sent', async () => {
  const { add, outbox, sent, waitUntilSent } = await startDelivery(4);
  const names = ['surname', 'where', 'canary-answer', 'source_code'];
  const meta = [{ id: 'where', label: 'Where?', value: 'canary-answer' }];
  for (const n of [1, 2, 3, 4])
    await add(n, { content: { ...exampleCreateBody, meta, marketing_keywords: String(n) } });
  await waitUntilSent(1, 2, 3, 4);
  for (const [n, field] of names.entries())
    sent[n]!.respond({
      kind: 'refused',
      failure: { cause: 'responded', status: 400 },
      says: 'decided',
      field,
    });
  const refused = async () =>
    (await outbox.operator.list({ state: 'held' })).map(row => decodeFailure(row.last_failure)!.parameter);
  await expect.poll(refused).toEqual(['surname', 'where', undefined, undefined]);
});

test('an error after a response costs a line in the log, but not the outcome, and is not called the store’s', async () => {
  const attempted = () => {
    throw new TypeError('no such label');
  };
  const { add, sent, logged, waitUntilSent, waitUntilDelivered } = await startDelivery(1, { attempted });
  await add(1);
  await waitUntilSent(1);
  sent[0]!.respond(delivered());
  await waitUntilDelivered(1);
  await expect.poll(() => logged).toEqual(['internal error']);
  await add(2);
  await waitUntilSent(1, 2);
});

describe('an outcome that arrives while the store fails', () => {
  /** Locks the outbox until the function that it resolves with is called. */
  async function lockSqlite(folder: string) {
    const other = new DatabaseSync(join(folder, 'outbox.db'));
    other.exec('begin immediate');
    return async () => {
      other.exec('rollback');
      other.close();
    };
  }
  async function lockPostgres() {
    const other = new pg.Client(databaseUrl);
    await other.connect();
    await other.query('begin; lock table deliveries');
    return () => other.end();
  }

  test.each([
    ['delivered', 'SQLite', 'delivered', delivered()],
    ['delivered', 'PostgreSQL', 'delivered', delivered()],
    [
      'refused',
      'PostgreSQL',
      'held',
      { kind: 'refused', failure: { cause: 'responded', status: 413 }, says: 'decided' },
    ],
  ] satisfies [string, string, string, Outcome][])(
    'is recorded when the store works again: %s, on %s',
    async (_, store, state, outcome) => {
      const isShared = store === 'PostgreSQL';
      const { folder, outbox, add, sent, logged, waitUntilSent } = await startDelivery(
        1,
        isShared ? { open: openPostgres } : {},
      );
      await add(1);
      await waitUntilSent(1);
      const unlock = await (isShared ? lockPostgres() : lockSqlite(folder));
      sent[0]!.respond(outcome);
      await expect.poll(() => logged).toContain('outbox unavailable');
      await unlock();
      await expect.poll(() => outbox.intake.enquiry('REFER-00001')).toMatchObject({ state });
      expect(sent).toHaveLength(1);
    },
  );

  test('is recorded even if the lease ends, because the loop does not claim what is in flight', async () => {
    let isWorking = false;
    const { delivery, outbox, add, sent, waitUntilSent, waitUntilDelivered } = await startDelivery(2, {
      leaseMs: 1,
      changeClaims: claims => ({
        renew: () => Promise.reject(new Error('busy')),
        async markDelivered(...parameters) {
          if (!isWorking) throw new Error('busy');
          return await claims.markDelivered(...parameters);
        },
      }),
    });
    await add(1);
    await waitUntilSent(1);
    sent[0]!.respond(delivered());
    await expect.poll(() => outbox.claims.untilDue()).toBeLessThan(0);
    // The loop claims a delivery that is due after the first one.
    await add(2);
    await delivery.makeAllDue();
    await waitUntilSent(1, 2);
    isWorking = true;
    sent[1]!.respond(delivered());
    await Promise.all([waitUntilDelivered(1), waitUntilDelivered(2)]);
    expect(sent).toHaveLength(2);
  });

  test('is given up when the proxy stops, and logged once before', async () => {
    let attempts = 0;
    const { add, sent, delivery, logged, waitUntilSent } = await startDelivery(1, {
      changeClaims: () => ({
        async markDelivered() {
          attempts += 1;
          throw new Error('busy');
        },
      }),
    });
    await add(1);
    await waitUntilSent(1);
    sent[0]!.respond(delivered());
    await expect.poll(() => attempts).toBeGreaterThan(2);
    expect(logged).toEqual(['outbox unavailable']);
    await delivery.stop(0);
  });
});
