import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type DeliveryRow, heldCauses } from '../database/tables.ts';
import { decodeContent } from '../outbox/deliveries.ts';
import type { Store } from '../outbox/outbox.ts';
import { command, flag, type Io, text, UsageError } from './command.ts';
import {
  confirmSelected,
  describeDelivery,
  describeWithContent,
  expectOneOrAll,
  printDone,
  select,
  selectionOptions,
} from './deliveries.ts';

/** The number of enquiries that are deleted in one transaction. SQLite can't store another enquiry meanwhile. */
const batchEnquiries = 50;
/** The pause between transactions, in which the proxy can begin its own. It tries to every few milliseconds. */
const pauseMs = 30;

export const exportCopy = command({
  help: 'Copy an enquiry and its files to a folder',
  argument: 'REFERENCE',
  options: { to: text('FOLDER', 'default: ./REFERENCE') },
  needs: 'store',
  async run({ values: { to }, argument, store, io }) {
    const [found] = await select(store, argument, io);
    if (found) await writeCopy(store, found.rows, to, io);
    return found ? 0 : 1;
  },
});

/** Deletes one or all held enquiries and their files, except those that have changed since they were listed: another
 * operator may have released one before the confirmation. */
export const drop = command({
  help: 'Delete an enquiry and its files, after asking and writing a copy',
  argument: 'REFERENCE',
  isArgumentOptional: true,
  options: {
    to: text(
      'FOLDER',
      'the folder for the copy; default: ./REFERENCE. With --all, it gets a folder for each',
    ),
    'no-copy': flag('write no copy, as for an erasure request'),
    ...selectionOptions,
  },
  needs: 'store',
  check(values, reference) {
    expectOneOrAll(values, reference);
    // What is dropped is gone, so nobody drops suspects and a firm's own enquiries with the same words.
    if (values.all && values.cause === undefined)
      throw new UsageError(`"outbox drop --all" needs --cause, one of ${heldCauses.join(', ')}.`);
  },
  async run({ values, argument, store, io }) {
    const selected = await select(store, argument, io, values);
    if (selected.length === 0) return values.all ? 0 : 1;
    const copies = values['no-copy'] ? 'WITHOUT copies' : 'after writing copies';
    const toQuestion = (what: string) => `Delete ${what}, with all files, ${copies}?`;
    if (!(await confirmSelected(selected, values, io, toQuestion))) return 1;
    const folderOf = (reference: string) => (values.all ? join(values.to ?? '.', reference) : values.to);
    const dropped: string[] = [];
    try {
      for (let start = 0; start < selected.length; start += batchEnquiries) {
        const batch = selected.slice(start, start + batchEnquiries);
        if (values['no-copy']) await pause(pauseMs);
        // Writing copies takes longer than the pause, which isn't needed then.
        else await Promise.all(batch.map(each => writeCopy(store, each.rows, folderOf(each.reference), io)));
        // What is requested at the same time shares a transaction.
        const isDropped = await Promise.all(batch.map(({ rows }) => dropOne(store, rows, io)));
        for (const [index, { reference }] of batch.entries()) if (isDropped[index]) dropped.push(reference);
      }
    } finally {
      // This erases copies from repeated uploads, too. An upload in progress will be refused because its enquiry is gone.
      // If this process is killed, the proxy's sweep erases the files, which are listed for erasure.
      if (dropped.length > 0) await store.spool.eraseEnquiryFiles(dropped);
      await store.outbox.archive.checkpoint();
    }
    return dropped.length === selected.length ? 0 : 1;
  },
});

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
  printDone(dropped, 'is deleted', io);
  return true;
}

/** Writes deliveries and their files to a folder that only the operator can read. */
async function writeCopy(
  { spool }: Store,
  rows: DeliveryRow[],
  to: string | undefined,
  io: Io,
): Promise<void> {
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
    const text = `${JSON.stringify(describeWithContent(row), null, 2)}\n`;
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
