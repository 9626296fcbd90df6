import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryRow } from '../database/tables.ts';
import { decodeContent } from '../outbox/delivery-content.ts';
import type { Store } from '../outbox/open-store.ts';
import { command, confirm, flag, type Io, text, type Values, withStore } from './command.ts';
import { dropOrphan } from './orphans.ts';
import {
  describeDelivery,
  describeDeliveryWithContent,
  expectOneOrAll,
  findSuspects,
  suspectOptions,
  withDeliveries,
} from './outbox.ts';
import { countDeliveries, countEnquiries } from './plain-words.ts';

/** The number of enquiries that are deleted in one transaction. SQLite can't store another enquiry meanwhile. */
const batchEnquiries = 50;
/** The pause between transactions, in which the proxy can begin its own. It tries to every few milliseconds. */
const pauseMs = 30;

/** An enquiry to be copied or deleted: all of its deliveries, and the folder for its copy. Default: its reference. */
interface Copy {
  rows: DeliveryRow[];
  to?: string | undefined;
}

const dropOptions = { ...suspectOptions, to: text, 'no-copy': flag };
type DropValues = Values<typeof dropOptions>;

/** `outbox export`: copies an enquiry and its files to a folder. */
export const exportCopy = command({
  argument: { name: 'reference' },
  options: { json: flag, to: text },
  run: (values, io, reference = '') =>
    withDeliveries(io, reference, async (rows, store) => {
      await writeCopy(store, { rows, to: values.to }, io);
      return 0;
    }),
});

/** `outbox drop`: deletes one or all quarantined enquiries and their files, after asking and writing copies; or an
 * orphaned file. */
export const drop = command({
  argument: { name: 'reference', isOptional: true },
  options: { json: flag, ...dropOptions },
  async run(values, io, reference) {
    expectOneOrAll(values, reference);
    if (reference === undefined) return await withStore(io, store => dropAll(store, values, io));
    if (!reference.includes('.'))
      return await withDeliveries(io, reference, (rows, store) => dropEnquiry(store, rows, values, io));
    // Only the names of files contain dots.
    if (!values.yes && !(await confirm(io, `Delete ${reference}?`, reference))) return 1;
    return await withStore(io, store => dropOrphan(store, reference, io));
  },
});

async function dropEnquiry(store: Store, rows: DeliveryRow[], values: DropValues, io: Io): Promise<number> {
  const { reference } = rows[0]!;
  const copy = values['no-copy'] ? 'WITHOUT a copy' : 'after writing a copy';
  const question = `Delete ${countDeliveries(rows.length)} with the reference ${reference}, ${copy}?`;
  if (!values.yes && !(await confirm(io, question, reference))) return 1;
  // Another operator may release it before the confirmation.
  const isSuspect = rows.every(({ state }) => state === 'quarantined');
  const state = isSuspect ? 'quarantined' : undefined;
  return await dropEach(store, { drops: [{ rows, to: values.to }], values, state }, io);
}

/** Deletes all quarantined enquiries. An enquiry that was released meanwhile isn't deleted. */
async function dropAll(store: Store, values: DropValues, io: Io): Promise<number> {
  const suspects = await findSuspects(store, values, io);
  if (suspects.length === 0) return 0;
  const copy = values['no-copy'] ? 'WITHOUT copies' : 'after writing copies';
  const question = `Delete ${countEnquiries(suspects.length, 'quarantined')} and their files, ${copy}?`;
  if (!values.yes && !(await confirm(io, question, String(suspects.length)))) return 1;
  const drops = suspects.map(([reference, rows]) => ({ rows, to: join(values.to ?? '.', reference) }));
  return await dropEach(store, { drops, values, state: 'quarantined' }, io);
}

/** Writes copies and deletes the enquiries, except those with a delivery whose state isn't `state` (default: any) any
 * more. */
async function dropEach(
  store: Store,
  { drops, values, state }: { drops: Copy[]; values: DropValues; state: DeliveryRow['state'] | undefined },
  io: Io,
): Promise<number> {
  const dropped: string[] = [];
  try {
    for (let start = 0; start < drops.length; start += batchEnquiries) {
      const batch = drops.slice(start, start + batchEnquiries);
      if (values['no-copy']) await pause(pauseMs);
      // Takes longer than the pause.
      else await Promise.all(batch.map(each => writeCopy(store, each, io)));
      // What is requested at the same time shares a transaction.
      const isDropped = await Promise.all(batch.map(({ rows }) => dropOne(store, rows, state, io)));
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
  state: DeliveryRow['state'] | undefined,
  io: Io,
): Promise<boolean> {
  const { reference } = rows[0]!;
  const knownIds = rows.map(({ id }) => id);
  const { dropped, inFlight } = await outbox.operator.drop(reference, { knownIds, state });
  if (state && inFlight.some(row => row.state !== state)) {
    io.warn(`${reference}: nothing was deleted, because it was released meanwhile.`);
    return false;
  }
  for (const row of inFlight) {
    const text = `${reference}: ${row.kind} ${row.id} is in flight.`;
    io.print({ ...describeDelivery(row), in_flight: true }, text);
  }
  if (inFlight.length > 0) {
    io.warn(`${reference}: nothing was deleted, because a part is being sent. Try again later.`);
    return false;
  }
  for (const row of dropped)
    io.print({ ...describeDelivery(row), done: 'is deleted' }, `${reference}: ${row.kind} is deleted.`);
  return true;
}

/** Writes deliveries and their files to a folder that only the operator can read. */
async function writeCopy({ spool }: Store, { rows, to }: Copy, io: Io): Promise<void> {
  const folder = to ?? `./${rows[0]?.reference}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const row of rows) {
    const record = join(folder, `${row.id}-${row.kind}.json`);
    const text = `${JSON.stringify(describeDeliveryWithContent(row), null, 2)}\n`;
    await writeFile(record, text, { mode: 0o600, flush: true });
    io.print({ written: record }, `Wrote ${record}`);
    if (row.spool_file === null || row.content === null) continue;
    const delivery = decodeContent({ kind: row.kind, content: row.content });
    if (delivery.kind !== 'attachment') continue;
    const copy = join(folder, `${row.id}-${basename(delivery.content.file.name)}`);
    await spool.read(row.spool_file, pieces => writeFile(copy, pieces, { mode: 0o600, flush: true }));
    io.print({ written: copy }, `Wrote ${copy}`);
  }
}
