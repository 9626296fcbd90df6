import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryRow } from '../database/tables.ts';
import type { Store } from '../outbox/open-store.ts';
import { type CommandOptions, print } from './command.ts';
import { confirm } from './confirm.ts';
import { describeDelivery, exportDeliveries } from './export.ts';
import { countDeliveries, countEnquiries } from './plain-words.ts';
import { findSuspects, printNone } from './quarantine.ts';

/** The number of enquiries that are deleted in one transaction. SQLite can't store another enquiry meanwhile. */
const batchEnquiries = 50;
/** The pause between transactions, in which the proxy can begin its own. It tries to every few milliseconds. */
const pauseMs = 30;

/** An enquiry to be deleted: all of its deliveries, and the folder for its copy. */
interface Drop {
  rows: DeliveryRow[];
  to?: string | undefined;
}

/** `outbox drop REFERENCE`: deletes an enquiry and its files, after asking and writing a copy. */
export async function drop(store: Store, rows: DeliveryRow[], options: CommandOptions): Promise<number> {
  const { reference } = rows[0]!;
  const copy = options['no-copy'] ? 'WITHOUT a copy' : 'after writing a copy';
  const question = `Delete ${countDeliveries(rows.length)} with the reference ${reference}, ${copy}?`;
  if (!(await confirm(question, reference, options))) return 1;
  // Another operator may release it before the confirmation.
  const isSuspect = rows.every(({ state }) => state === 'quarantined');
  return await dropEach(store, [{ rows, to: options.to }], options, isSuspect ? 'quarantined' : undefined);
}

/** `outbox drop --all`: deletes all quarantined enquiries, after asking and writing copies. An enquiry that was released
 * meanwhile isn't deleted. */
export async function dropAll(store: Store, options: CommandOptions): Promise<number> {
  const suspects = await findSuspects(store, options);
  if (suspects.length === 0) return printNone(options);
  const copy = options['no-copy'] ? 'WITHOUT copies' : 'after writing copies';
  const question = `Delete ${countEnquiries(suspects.length, 'quarantined')} and their files, ${copy}?`;
  if (!(await confirm(question, String(suspects.length), options))) return 1;
  const drops = suspects.map(([reference, rows]) => ({ rows, to: join(options.to ?? '.', reference) }));
  return await dropEach(store, drops, options, 'quarantined');
}

/** Writes copies and deletes the enquiries, except those with a delivery whose state isn't `state` (default: any) any
 * more. */
async function dropEach(
  store: Store,
  drops: Drop[],
  options: CommandOptions,
  state?: DeliveryRow['state'],
): Promise<number> {
  const dropped: string[] = [];
  try {
    for (let start = 0; start < drops.length; start += batchEnquiries) {
      const batch = drops.slice(start, start + batchEnquiries);
      if (options['no-copy']) await pause(pauseMs);
      // Takes longer than the pause.
      else
        await Promise.all(
          batch.map(({ rows, to }) => exportDeliveries(store.spool, rows, { ...options, to })),
        );
      // What is requested at the same time shares a transaction.
      const isDropped = await Promise.all(batch.map(({ rows }) => dropOne(store, rows, options, state)));
      for (const [index, { rows }] of batch.entries()) if (isDropped[index]) dropped.push(rows[0]!.reference);
    }
  } finally {
    // This erases copies from repeated uploads, too. An upload in progress will be refused because its enquiry is gone.
    // If this process is killed, the proxy's sweep erases the files, which are listed for erasure.
    if (dropped.length > 0) await store.spool.eraseEnquiryFiles(dropped);
    await store.outbox.archive.checkpoint();
  }
  return dropped.length === drops.length ? 0 : 1;
}

/** Deletes an enquiry. Resolves with whether it was deleted, and otherwise says why not. */
async function dropOne(
  { outbox }: Store,
  rows: DeliveryRow[],
  options: CommandOptions,
  state?: DeliveryRow['state'],
): Promise<boolean> {
  const { reference } = rows[0]!;
  const knownIds = rows.map(({ id }) => id);
  const { dropped, inFlight } = await outbox.operator.drop(reference, { knownIds, state });
  if (state && inFlight.some(row => row.state !== state)) {
    console.error(`${reference}: nothing was deleted, because it was released meanwhile.`);
    return false;
  }
  for (const row of inFlight) {
    const text = `${reference}: ${row.kind} ${row.id} is in flight.`;
    print(options, { ...describeDelivery(row), in_flight: true }, text);
  }
  if (inFlight.length > 0) {
    console.error(`${reference}: nothing was deleted, because a part is being sent. Try again later.`);
    return false;
  }
  for (const row of dropped)
    print(options, { ...describeDelivery(row), done: 'is deleted' }, `${reference}: ${row.kind} is deleted.`);
  return true;
}
