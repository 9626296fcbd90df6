import { pino } from 'pino';
import type { DeliveryRow } from '../database/tables.ts';
import { openStoreBeside, type Store } from '../outbox/open-store.ts';
import { readSettings } from '../settings/read-settings.ts';
import { type Command, type CommandOptions, print, UsageError } from './command.ts';
import { confirm } from './confirm.ts';
import { drop, dropAll } from './drop.ts';
import { describeDelivery, describeDeliveryWithContent, exportDeliveries } from './export.ts';
import { adopt, dropOrphan, listOrphans } from './orphans.ts';
import { countEnquiries, countOf, formatAge, formatColumns } from './plain-words.ts';
import { releaseAll, releaseSuspect } from './quarantine.ts';

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
    if (all) return await dropAll(store, options);
    const filter = { ...(state && { state }), ...(reference && { reference: reference.toUpperCase() }) };
    const rows = await store.outbox.operator.list(filter);
    if (!action) return await list(store, rows, options);
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

async function list({ outbox }: Store, rows: DeliveryRow[], options: CommandOptions): Promise<number> {
  if (options.json) {
    for (const row of rows.length > 0 ? rows.map(describeDelivery) : [[]]) print(options, row, '');
    return 0;
  }
  const now = await outbox.archive.readClock();
  const lines = rows.map(row => [
    row.reference,
    row.kind,
    row.state,
    formatAge(now - row.created_at),
    row.state === 'quarantined' && row.suspicion !== null
      ? `score ${row.suspicion_score}: ${row.suspicion.replaceAll(' ', ', ')}`
      : countOf(row.attempts, 'attempt'),
    row.last_failure ?? '',
  ]);
  if (lines.length > 0) process.stdout.write(formatColumns([listColumns, ...lines]));
  else print(options, [], `There are no ${options.state ?? 'waiting or held'} deliveries.`);
  const steps = nextSteps(rows, await outbox.intake.countQuarantined());
  if (steps.length > 0) process.stdout.write(`\n${steps.join('\n')}\n`);
  return 0;
}

const listColumns = ['reference', 'kind', 'state', 'arrived', 'details', ''];

/** Says what to do with the listed deliveries, and how many enquiries are quarantined. */
function nextSteps(rows: DeliveryRow[], quarantined: number): string[] {
  const lists = (...states: DeliveryRow['state'][]) => rows.some(({ state }) => states.includes(state));
  const steps: string[] = [];
  if (lists('held', 'quarantined'))
    steps.push('To decide about one: outbox show REFERENCE, then release, export or drop it.');
  else if (lists('waiting'))
    steps.push('They will be sent automatically. To retry one now: outbox retry REFERENCE.');
  if (quarantined > 0 && !lists('quarantined')) {
    const are = quarantined === 1 ? 'is' : 'are';
    steps.push(`${countEnquiries(quarantined)} ${are} quarantined: outbox list --state quarantined`);
  }
  return steps;
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
