import pg from 'pg';
import { pino } from 'pino';
import { openPostgres } from '../database/postgres.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { readyLimitMs } from './invariants.ts';
import { send } from './ledger.ts';
import type { Operation } from './operations.ts';
import { type Action, type RelayedMessage, startPostgresRelay } from './postgres-relay.ts';
import { conclude, createWorld, readinessOf, type World } from './world.ts';

/** What happens to a message. `delay`: it arrives after the visitor has repeated the request. `freeze`: nothing passes
 * until the process has given up and the visitor has repeated the request; then what was sent still arrives. */
export const messageFaults = ['cut-before', 'cut-after', 'freeze', 'delay'] as const;
export type MessageFault = (typeof messageFaults)[number];

/** One message of an operation: the n-th with this direction, type and statement. */
export interface MessagePoint {
  from: RelayedMessage['from'];
  type: string;
  sql: string | undefined;
  nth: number;
}

/** Short, so that a scenario with a frozen connection is soon over. */
const limits = {
  connectMs: 1_000,
  statementMs: 800,
  lockMs: 400,
  responseMs: 1_000,
  idleTransactionMs: 1_500,
};
const log = pino({ level: 'silent' });

/** A database with a store behind a relay and another beside it. Scenarios run on it one after the other, so that a
 * connection that one of them leaks is missed by the next. */
export async function openFaultyDatabase(databaseUrl: string) {
  const relay = await startPostgresRelay(databaseUrl);
  const well = await openPostgres(databaseUrl, log);
  const faulty = await openPostgres(relay.url, log, limits);
  const admin = new pg.Client(databaseUrl);
  await admin.connect();

  async function prepare(operation: Operation): Promise<World> {
    relay.onMessage = () => 'pass';
    await admin.query('truncate deliveries, pieces, unneeded_files, assets, publications');
    const world = await createWorld({
      faulty,
      well,
      ageFiles: async () => void (await admin.query('update pieces set created_at = 0')),
    });
    await operation.prepare?.(world);
    await faulty.outbox.probe(); // So that a connection is open, whatever the last scenario did.
    return world;
  }

  /** Runs an operation without a fault; resolves with its messages and the violations, of which there are none. */
  async function rehearse(operation: Operation) {
    const world = await prepare(operation);
    const messages = relay.record();
    await operation.run(world);
    const seen = new Map<string, number>();
    const points = messages().map(({ from, type, sql }): MessagePoint => {
      const key = `${from} ${type} ${sql}`;
      const nth = (seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      return { from, type, sql, nth };
    });
    return { points, violations: await conclude(world) };
  }

  /** Runs an operation with a fault at a message. `isReached`: the message came. */
  async function run(operation: Operation, point: MessagePoint, fault: MessageFault) {
    const world = await prepare(operation);
    const reached = Promise.withResolvers<void>();
    const repeated = Promise.withResolvers<void>();
    const action: Action = fault === 'delay' ? { delayUntil: repeated.promise } : fault;
    let left = point.nth;
    let isReached = false;
    relay.onMessage = ({ from, type, sql }) => {
      const isAlike = from === point.from && type === point.type && sql === point.sql;
      if (!isAlike || --left !== 0) return 'pass';
      isReached = true;
      reached.resolve();
      return action;
    };
    const running = operation.run(world).catch(() => {}); // It may fail; what counts is what is true in the end.
    await Promise.race([reached.promise, running]);
    const readiness = readinessOf(world.faulty);
    if (fault !== 'delay') await running;
    for (const request of world.ledger.sent) await send(world.well, request);
    repeated.resolve();
    relay.thaw();
    await running;
    await relay.settled();
    const found = await conclude(world);
    const { tookMs } = await readiness;
    if (tookMs > readyLimitMs) found.push(`ready took ${Math.round(tookMs)} ms during the fault`);
    if (!(await recovers(faulty.outbox))) found.push('the store did not recover');
    return { isReached, violations: found };
  }

  return {
    rehearse,
    run,
    async close() {
      await admin.end();
      await Promise.all([faulty.outbox.close(), well.outbox.close()]);
      await relay.stop();
    },
  };
}

/** Whether the store works again once each connection of its pool may have failed. */
async function recovers({ probe }: Outbox): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const isWell = await probe().then(
      () => true,
      () => false,
    );
    if (isWell) return true;
  }
  return false;
}
