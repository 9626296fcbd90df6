import { join } from 'node:path';
import { pino } from 'pino';
import type { DeliveryRow } from '../database/tables.ts';
import { openStoreBeside, type Store } from '../outbox/open-store.ts';
import { readSettings } from '../settings/read-settings.ts';
import { type Command, type CommandOptions, print, UsageError } from './command.ts';
import { confirm } from './confirm.ts';
import { describeDelivery, describeDeliveryWithContent, exportDeliveries } from './export.ts';
import { adopt, dropOrphan, listOrphans } from './orphans.ts';
import { dropAll, releaseAll, releaseSuspect } from './quarantine.ts';

const states = ['waiting', 'held', 'delivered', 'test', 'quarantined'] as const;
/** Acts on the deliveries with one reference. */
type ReferenceAction = (store: Store, rows: DeliveryRow[], options: CommandOptions) => Promise<number>;
const actions: Record<string, ReferenceAction> = { show, retry, release, export: exportAll, drop };

/** `outbox …`. Commands work while the proxy is running, except adopting a new outbox. */
export const outbox: Command = async ([name = '', ...args], options, variables) => {
  if (name === 'orphans') return await listOrphans(args, options, variables);
  if (name === 'adopt') return await adopt(args, options, variables);
  const [reference, ...more] = args;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (name !== 'list' && !action)
    throw new UsageError(
      '"outbox" needs one of list, show, retry, release, export, drop, orphans and adopt.',
    );
  const { all, since } = options;
  if (all && ((name !== 'release' && name !== 'drop') || reference))
    throw new UsageError('--all is an option of "outbox release" and "outbox drop", without a reference.');
  if (since !== undefined && !all) throw new UsageError('--since needs --all here.');
  if (more.length > 0) throw new UsageError(`"outbox ${name}" takes one reference.`);
  if (name !== 'list' && !all && !reference) throw new UsageError(`"outbox ${name}" needs a reference.`);
  // Otherwise an operator who wants to release what is held would release spam.
  if (options.state !== undefined && name !== 'list')
    throw new UsageError(
      '--state is an option of "outbox list". With --all, only the quarantine is changed.',
    );
  const state = states.find(each => each === options.state);
  if (options.state !== undefined && !state)
    throw new UsageError(`--state must be one of ${states.join(', ')}.`);

  const { settings } = readSettings(variables);
  const store = await openStoreBeside(settings.store, Date.now, pino({ level: 'silent' }));
  try {
    if (all && name === 'release') return await releaseAll(store, options);
    if (all) {
      const to = (rows: DeliveryRow[]) => join(options.to ?? '.', rows[0]!.reference);
      return await dropAll(store, options, rows =>
        dropConfirmed(store, rows, { ...options, to: to(rows) }, 'quarantined'),
      );
    }
    const filter = { ...(state && { state }), ...(reference && { reference: reference.toUpperCase() }) };
    const rows = await store.outbox.operator.list(filter);
    if (!action) return list(rows, options);
    if (rows.length > 0) return await action(store, rows, options);
    if (name === 'drop' && reference?.includes('.')) {
      if (!(await confirm(`Delete ${reference}?`, reference, options))) return 1;
      return await dropOrphan(store, reference, options);
    }
    console.error(`There is no delivery with the reference ${reference}.`);
    return 1;
  } finally {
    await store.outbox.close();
  }
};

function list(rows: DeliveryRow[], options: CommandOptions): number {
  const wanted = options.state ?? 'waiting or held';
  if (rows.length === 0) print(options, [], `There are no ${wanted} deliveries.`);
  for (const row of rows) {
    const facts = describeDelivery(row);
    const { reference, kind, state, attempts, last_failure, created_at } = facts;
    const why =
      row.state !== 'quarantined' || row.suspicion === null
        ? `${attempts} attempts`
        : `score ${row.suspicion_score}: ${row.suspicion}`;
    const columns = [reference, kind.padEnd(10), state.padEnd(9), created_at, why];
    print(options, facts, [...columns, ...(last_failure === null ? [] : [last_failure])].join('  '));
  }
  return 0;
}

async function show(_store: Store, rows: DeliveryRow[], options: CommandOptions): Promise<number> {
  for (const row of rows) {
    const delivery = describeDeliveryWithContent(row);
    print(options, delivery, JSON.stringify(delivery, null, 2));
  }
  return 0;
}

/** Applies a change to each delivery and reports the changed ones. Fails when no delivery was changed. */
async function changeEach(
  rows: DeliveryRow[],
  options: CommandOptions,
  { done, none }: { done: string; none: string },
  change: (id: number) => Promise<boolean>,
) {
  let changed = 0;
  for (const row of rows) {
    if (!(await change(row.id))) continue;
    changed += 1;
    print(options, { ...describeDelivery(row), done }, `${row.reference}: ${row.kind} ${done}.`);
  }
  const isTest = rows.some(({ state }) => state === 'test');
  if (changed === 0)
    console.error(
      `${rows[0]?.reference}: ${isTest ? 'this is a test, and tests are never delivered.' : none}`,
    );
  return changed > 0 ? 0 : 1;
}

function retry({ outbox }: Store, rows: DeliveryRow[], options: CommandOptions) {
  const texts = { done: 'is due now', none: 'nothing is waiting.' };
  return changeEach(rows, options, texts, id => outbox.operator.makeDue(id));
}

async function release(store: Store, rows: DeliveryRow[], options: CommandOptions) {
  if (await releaseSuspect(store, rows[0]!.reference, options)) return 0;
  const { outbox } = store;
  const texts = { done: 'is released', none: 'nothing is held or quarantined.' };
  return await changeEach(rows, options, texts, id => outbox.operator.release(id));
}

function exportAll({ spool }: Store, rows: DeliveryRow[], options: CommandOptions): Promise<number> {
  return exportDeliveries(spool, rows, options);
}

async function drop(store: Store, rows: DeliveryRow[], options: CommandOptions): Promise<number> {
  const { reference } = rows[0]!;
  const count = `${rows.length} ${rows.length === 1 ? 'delivery' : 'deliveries'}`;
  const copy = options['no-copy'] ? 'WITHOUT a copy' : 'after writing a copy';
  const question = `Delete ${count} with the reference ${reference}, ${copy}?`;
  if (!(await confirm(question, reference, options))) return 1;
  // Another operator may release it before the confirmation.
  const isSuspect = rows.every(({ state }) => state === 'quarantined');
  return await dropConfirmed(store, rows, options, isSuspect ? 'quarantined' : undefined);
}

/** Writes a copy and deletes the deliveries, unless the state of one isn't `state` (default: any) any more. */
async function dropConfirmed(
  store: Store,
  rows: DeliveryRow[],
  options: CommandOptions,
  state?: DeliveryRow['state'],
): Promise<number> {
  const { reference } = rows[0]!;
  if (!options['no-copy']) await exportAll(store, rows, options);
  const knownIds = rows.map(({ id }) => id);
  const { dropped, inFlight } = await store.outbox.operator.drop(reference, { knownIds, state });
  if (state && inFlight.some(row => row.state !== state)) {
    console.error(`${reference}: nothing was deleted, because it was released meanwhile.`);
    return 1;
  }
  for (const row of inFlight) {
    const text = `${reference}: ${row.kind} ${row.id} is in flight.`;
    print(options, { ...describeDelivery(row), in_flight: true }, text);
  }
  if (inFlight.length > 0) {
    console.error(`${reference}: nothing was deleted, because a part is being sent. Try again later.`);
    return 1;
  }
  // This erases copies from repeated uploads, too. An upload in progress will be refused because its enquiry is gone.
  await store.spool.eraseEnquiryFiles(reference);
  await store.outbox.archive.checkpoint();
  for (const row of dropped)
    print(options, { ...describeDelivery(row), done: 'is deleted' }, `${reference}: ${row.kind} is deleted.`);
  return 0;
}
