import pg from 'pg';
import { pino } from 'pino';
import type { Archive } from '../../proxy/outbox/archive.ts';
import { openFleetStore } from '../../proxy/outbox/outbox.ts';
import { readyLimitMs } from './invariants.ts';
import { send } from './ledger.ts';
import type { Operation } from './operation.ts';
import { type RelayedMessage, startPostgresRelay } from './postgres-relay.ts';
import type { RelayAction } from './relayed-connection.ts';
import { concludeScenario, createSimulation, measureReadiness, type Simulation } from './simulation.ts';

/** The faults that can be injected at one message. `delay`: the message arrives after the visitor has repeated the
 * request. `freeze`: the connection stalls until the proxy has given up and the visitor has repeated the request; then
 * the bytes that were sent still arrive. */
export const messageFaults = ['cut-before', 'cut-after', 'freeze', 'delay'] as const;
export type MessageFault = (typeof messageFaults)[number];

/** One message of an operation at which a fault is injected: the nth with this sender, type and statement. */
export interface MessageFaultPoint {
  from: RelayedMessage['from'];
  type: string;
  sql: string | undefined;
  nth: number;
}

/** The time limits are short so that a scenario with a frozen connection ends soon. */
const limits = {
  connectMs: 1_000,
  statementMs: 800,
  lockMs: 400,
  responseMs: 1_000,
  idleTransactionMs: 1_500,
};
const log = pino({ level: 'silent' });

/** Makes the database record each commit that isn't synced or ran without time limits. By default, none is synced. */
const recordUnsafeCommits = `
  create table unsafe_commits (table_name text, settings text);
  create function record_unsafe_commit() returns trigger language plpgsql as $$
    declare
      settings text[] := array(select setting from unnest(array['synchronous_commit', 'statement_timeout', 'lock_timeout',
        'idle_in_transaction_session_timeout']) as name, current_setting(name) as setting);
    begin
      if settings[1] <> 'on' or '0' = any(settings) then
        insert into unsafe_commits values (tg_table_name, array_to_string(settings, ', '));
      end if;
      return null;
    end $$;
  do $$
    declare name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'unsafe_commits' loop
        execute format('create constraint trigger unsafe_commit after insert or update or delete on %I
          deferrable initially deferred for each row execute function record_unsafe_commit()', name);
      end loop;
    end $$;`;

/** Opens a database twice: through a relay that injects faults, and directly. Scenarios run one after another on the
 * same pool, so a connection that one scenario leaks makes a later one fail. */
export async function openFaultyDatabase(databaseUrl: string) {
  const relay = await startPostgresRelay(databaseUrl);
  const admin = new pg.Client(databaseUrl);
  await admin.connect();
  const name = admin.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
  await admin.query(`alter database ${name} set synchronous_commit = off`);
  const healthy = await openFleetStore(databaseUrl, log);
  const faulty = await openFleetStore(relay.url, log, limits);
  await admin.query(recordUnsafeCommits);
  await admin.query('set session_replication_role = replica'); // The triggers ignore this session.

  async function prepare(operation: Operation): Promise<Simulation> {
    relay.onMessage = () => 'pass';
    await admin.query(
      'truncate deliveries, file_chunks, files_to_erase, assets, definitions, processes, unsafe_commits',
    );
    const simulation = await createSimulation({
      faulty,
      healthy,
      ageEverything: async () =>
        void (await admin.query('update file_chunks set created_at = 0; update definitions set used_at = 0')),
    });
    await operation.prepare?.(simulation);
    await faulty.outbox.archive.probe(); // Opens a connection, which the previous scenario may have broken.
    return simulation;
  }

  /** Concludes a scenario. Resolves with the violations, including commits without their settings. */
  async function conclude(simulation: Simulation): Promise<string[]> {
    const found = await concludeScenario(simulation);
    const { rows } = await admin.query('select distinct table_name, settings from unsafe_commits');
    return [...found, ...rows.map(({ table_name, settings }) => `${table_name}: committed with ${settings}`)];
  }

  /** Runs an operation without a fault. Resolves with its messages and any violations. */
  async function rehearse(operation: Operation) {
    const simulation = await prepare(operation);
    const messages = relay.record();
    await operation.run(simulation);
    const seen = new Map<string, number>();
    const points = messages().map(({ from, type, sql }): MessageFaultPoint => {
      const key = `${from} ${type} ${sql}`;
      const nth = (seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      return { from, type, sql, nth };
    });
    return { points, violations: await conclude(simulation) };
  }

  /** Runs an operation with a fault at one message. `isReached` says whether that message was sent. */
  async function run(operation: Operation, point: MessageFaultPoint, fault: MessageFault) {
    const simulation = await prepare(operation);
    const reached = Promise.withResolvers<void>();
    const repeated = Promise.withResolvers<void>();
    const action: RelayAction = fault === 'delay' ? { delayUntil: repeated.promise } : fault;
    let left = point.nth;
    let isReached = false;
    relay.onMessage = ({ from, type, sql }) => {
      const isAlike = from === point.from && type === point.type && sql === point.sql;
      if (!isAlike || --left !== 0) return 'pass';
      isReached = true;
      reached.resolve();
      return action;
    };
    const running = operation.run(simulation).catch(() => {}); // The operation may fail. The invariants decide.
    await Promise.race([reached.promise, running]);
    const readiness = measureReadiness(simulation.faulty);
    if (fault !== 'delay') await running;
    for (const request of simulation.ledger.sent) await send(simulation.healthy, request);
    repeated.resolve();
    // A fault at a later message, such as the end of an idle connection, would freeze it for ever.
    relay.onMessage = () => 'pass';
    relay.thaw();
    await running;
    await relay.settled();
    const found = await conclude(simulation);
    const { tookMs } = await readiness;
    if (tookMs > readyLimitMs) found.push(`ready took ${Math.round(tookMs)} ms during the fault`);
    if (!(await recovers(faulty.outbox.archive))) found.push('the store did not recover');
    return { isReached, violations: found };
  }

  return {
    rehearse,
    run,
    async close() {
      await admin.end();
      await Promise.all([faulty.outbox.close(), healthy.outbox.close()]);
      await relay.stop();
    },
  };
}

/** Whether the store recovers after every pooled connection has had a chance to fail. */
async function recovers({ probe }: Pick<Archive, 'probe'>): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const isWell = await probe().then(
      () => true,
      () => false,
    );
    if (isWell) return true;
  }
  return false;
}
