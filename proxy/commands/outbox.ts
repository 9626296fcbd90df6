import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pino } from 'pino';
import type { DeliveryRow } from '../database/tables.ts';
import { decodeContent } from '../outbox/delivery-content.ts';
import { openStoreBeside, type Store } from '../outbox/open-store.ts';
import { readSettings } from '../settings/settings.ts';
import { type Command, Misuse, type Options, print } from './command.ts';
import { adopt, dropOrphan, listOrphans } from './orphans.ts';

const states = ['waiting', 'held', 'delivered'] as const;
type Deed = (store: Store, rows: DeliveryRow[], options: Options) => Promise<number>;
const deeds: Record<string, Deed> = { show, retry, release, export: exportAll, drop };

/** `outbox list|show|retry|release|export|drop|orphans|adopt`. The proxy may run meanwhile, but for a lone `adopt`. */
export const outbox: Command = async ([name = '', ...words], options, variables) => {
  if (name === 'orphans') return await listOrphans(words, options, variables);
  if (name === 'adopt') return await adopt(words, options, variables);
  const [reference, ...more] = words;
  const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined;
  if (more.length > 0 || (name !== 'list' && !deed))
    throw new Misuse('outbox: list, show, retry, release, export, drop, orphans or adopt?');
  if (name !== 'list' && !reference) throw new Misuse(`outbox ${name}: which reference?`);
  const state = states.find(each => each === options.state);
  if (options.state !== undefined && !state) throw new Misuse(`--state is one of ${states.join(', ')}.`);

  const { settings } = readSettings(variables);
  const store = await openStoreBeside(settings, Date.now, pino({ level: 'silent' }));
  try {
    const filter = { ...(state && { state }), ...(reference && { reference: reference.toUpperCase() }) };
    const rows = await store.outbox.operator.list(filter);
    if (!deed) return list(rows, options);
    if (rows.length > 0) return await deed(store, rows, options);
    if (name === 'drop' && reference?.includes('.')) {
      if (!(await isSure(`Delete ${reference} for good?`, reference, options))) return 1;
      return await dropOrphan(store, reference, options);
    }
    console.error(`There is nothing with the reference ${reference}.`);
    return 1;
  } finally {
    await store.outbox.close();
  }
};

/** What can be told without the visitor's data. */
function facts(row: DeliveryRow) {
  const { id, kind, reference, state, attempts, unknown_outcomes, last_failure, enquiry_api_id } = row;
  const time = (ms: number) => new Date(ms).toISOString();
  const due = state === 'waiting' && { due_at: time(row.due_at) };
  const created_at = time(row.created_at);
  return {
    id,
    kind,
    reference,
    state,
    attempts,
    unknown_outcomes,
    last_failure,
    enquiry_api_id,
    created_at,
    ...due,
  };
}

/** The same, with what the visitor sent; null once it was delivered. */
function whatIsKept(row: DeliveryRow) {
  const content: unknown = row.content === null ? null : JSON.parse(row.content);
  return { ...facts(row), content };
}

function list(rows: DeliveryRow[], options: Options): number {
  if (rows.length === 0) print(options, [], 'Nothing waits and nothing is held.');
  for (const row of rows) {
    const { reference, kind, state, attempts, last_failure, created_at } = facts(row);
    const why = last_failure === null ? '' : `  ${last_failure}`;
    print(
      options,
      facts(row),
      `${reference}  ${kind.padEnd(10)}  ${state.padEnd(9)}  ${created_at}  ${attempts} attempts${why}`,
    );
  }
  return 0;
}

async function show(_store: Store, rows: DeliveryRow[], options: Options): Promise<number> {
  for (const row of rows) {
    const whole = whatIsKept(row);
    print(options, whole, JSON.stringify(whole, null, 2));
  }
  return 0;
}

/** Does something to each row in the wanted state; fails when there was none. */
async function toEach(
  rows: DeliveryRow[],
  options: Options,
  done: string,
  act: (id: number) => Promise<boolean>,
  nothing: string,
) {
  let changed = 0;
  for (const row of rows) {
    if (!(await act(row.id))) continue;
    changed += 1;
    print(options, { ...facts(row), done }, `${row.reference}: ${row.kind} ${done}.`);
  }
  if (changed === 0) console.error(`${rows[0]?.reference}: ${nothing}`);
  return changed > 0 ? 0 : 1;
}

function retry({ outbox }: Store, rows: DeliveryRow[], options: Options) {
  return toEach(rows, options, 'is due now', id => outbox.operator.makeDue(id), 'nothing of it waits.');
}

function release({ outbox }: Store, rows: DeliveryRow[], options: Options) {
  return toEach(rows, options, 'is released', id => outbox.operator.release(id), 'nothing of it is held.');
}

async function exportAll({ spool }: Store, rows: DeliveryRow[], options: Options): Promise<number> {
  const folder = options.to ?? `./${rows[0]?.reference}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const row of rows) {
    const record = join(folder, `${row.id}-${row.kind}.json`);
    writeFileSync(record, `${JSON.stringify(whatIsKept(row), null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    print(options, { written: record }, `Wrote ${record}`);
    if (row.spool_file === null || row.content === null) continue;
    const delivery = decodeContent({ kind: row.kind, content: row.content });
    if (delivery.kind !== 'attachment') continue;
    // The route has made the name safe.
    const copy = join(folder, `${row.id}-${basename(delivery.content.file.name)}`);
    await spool.read(row.spool_file, chunks => writeFile(copy, chunks, { mode: 0o600, flush: true }));
    print(options, { written: copy }, `Wrote ${copy}`);
  }
  return 0;
}

async function drop(store: Store, rows: DeliveryRow[], options: Options): Promise<number> {
  const { reference } = rows[0]!;
  const copy = options['no-copy'] ? 'WITHOUT a copy' : 'after writing a copy';
  const question = `Delete ${rows.length} of ${reference} for good, ${copy}?`;
  if (!(await isSure(question, reference, options))) return 1;
  if (!options['no-copy']) await exportAll(store, rows, options);
  const { dropped, inFlight } = await store.outbox.operator.drop(
    reference,
    rows.map(({ id }) => id),
  );
  for (const row of inFlight) {
    print(options, { ...facts(row), in_flight: true }, `${reference}: ${row.kind} ${row.id} is in flight.`);
  }
  if (inFlight.length > 0) {
    console.error(`${reference}: nothing was deleted, because it is being sent. Try again later.`);
    return 1;
  }
  // Also copies that repeated requests left. An upload that is under way finds its enquiry gone.
  await store.spool.eraseAllOf(reference);
  await store.outbox.archive.checkpoint();
  for (const row of dropped) {
    print(options, { ...facts(row), done: 'is deleted' }, `${reference}: ${row.kind} is deleted.`);
  }
  return 0;
}

/** Asks the operator to type a name, unless told not to ask. */
async function isSure(question: string, name: string, { yes }: Options): Promise<boolean> {
  if (yes) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await terminal.question(`${question} Type ${name}: `);
  terminal.close();
  if (typed.trim().toUpperCase() === name.toUpperCase()) return true;
  console.error('Nothing was deleted.');
  return false;
}
