import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryRow } from '../database/tables.ts';
import { decodeContent } from '../outbox/deliveries.ts';
import { countDeliveries } from '../outbox/formats.ts';
import type { Store } from '../outbox/outbox.ts';
import { command, confirm, flag, type Io, text, type Values, withStore } from './command.ts';
import {
  allOptions,
  describeDelivery,
  describeDeliveryWithContent,
  describeFound,
  expectOneOrAll,
  findAll,
  withDeliveries,
} from './outbox-commands.ts';

/** The number of enquiries that are deleted in one transaction. SQLite can't store another enquiry meanwhile. */
const batchEnquiries = 50;
/** The pause between transactions, in which the proxy can begin its own. It tries to every few milliseconds. */
const pauseMs = 30;

/** An enquiry to be copied or deleted: all of its deliveries, and the folder for its copy. Default: its reference. */
interface Copy {
  rows: DeliveryRow[];
  to?: string | undefined;
}

const dropOptions = { ...allOptions, to: text, 'no-copy': flag };
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

/** `outbox drop`: deletes one or all held enquiries and their files, after asking and writing copies. */
export const drop = command({
  argument: { name: 'reference', isOptional: true },
  options: { json: flag, ...dropOptions },
  async run(values, io, reference) {
    expectOneOrAll(values, reference);
    if (reference === undefined) return await withStore(io, store => dropAll(store, values, io));
    return await withDeliveries(io, reference, (rows, store) => dropEnquiry(store, rows, values, io));
  },
});

async function dropEnquiry(store: Store, rows: DeliveryRow[], values: DropValues, io: Io): Promise<number> {
  const { reference } = rows[0]!;
  const copy = values['no-copy'] ? 'WITHOUT a copy' : 'after writing a copy';
  const question = `Delete ${countDeliveries(rows.length)} with the reference ${reference}, ${copy}?`;
  if (!values.yes && !(await confirm(io, question, reference))) return 1;
  return await dropEach(store, { drops: [{ rows, to: values.to }], values }, io);
}

/** Deletes all held enquiries. One that was released meanwhile isn't deleted. */
async function dropAll(store: Store, values: DropValues, io: Io): Promise<number> {
  const found = await findAll(store, values, io);
  if (found.length === 0) return 0;
  const drops: Copy[] = [];
  for (const [reference] of found) {
    // Files wait for a held enquiry, and the enquiry of a held file may have been delivered.
    const rows = await store.outbox.operator.list({ reference });
    drops.push({ rows, to: join(values.to ?? '.', reference) });
  }
  const copy = values['no-copy'] ? 'WITHOUT copies' : 'after writing copies';
  const question = `Delete ${describeFound(found)} and their files, ${copy}?`;
  if (!values.yes && !(await confirm(io, question, String(found.length)))) return 1;
  return await dropEach(store, { drops, values }, io);
}

/** Writes copies and deletes the enquiries, except those that have changed since they were listed: another operator may
 * have released one before the confirmation. */
async function dropEach(
  store: Store,
  { drops, values }: { drops: Copy[]; values: DropValues },
  io: Io,
): Promise<number> {
  const dropped: string[] = [];
  try {
    for (let start = 0; start < drops.length; start += batchEnquiries) {
      const batch = drops.slice(start, start + batchEnquiries);
      if (values['no-copy']) await pause(pauseMs);
      // Writing copies takes longer than the pause, which isn't needed then.
      else await Promise.all(batch.map(each => writeCopy(store, each, io)));
      // What is requested at the same time shares a transaction.
      const isDropped = await Promise.all(batch.map(({ rows }) => dropOne(store, rows, io)));
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
async function dropOne({ outbox }: Store, rows: DeliveryRow[], io: Io): Promise<boolean> {
  const { reference } = rows[0]!;
  const { dropped, inFlight, changed } = await outbox.operator.drop(reference, rows);
  if (changed.length > 0) {
    const isNew = changed.every(({ id }) => rows.every(row => row.id !== id));
    const change = isNew ? 'a file has arrived' : 'it was released';
    io.warn(`${reference}: nothing was deleted, because ${change} meanwhile.`);
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
  const { reference } = rows[0]!; // There is at least one.
  const folder = resolve(to ?? reference);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException; // The operator's: EACCES, EROFS, or ENOTDIR below a file.
    throw new Error(
      `${folder} can't be written (${code}), so ${reference} stays as it is: choose another folder with --to`,
      { cause },
    );
  }
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
