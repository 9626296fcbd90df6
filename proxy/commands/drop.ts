// The commands that erase, and the copies that they write before.
import { existsSync } from 'node:fs';
import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type DeliveryRow, heldCauses } from '../database/tables.ts';
import { decodeContent } from '../outbox/deliveries.ts';
import { countOf } from '../outbox/formats.ts';
import type { Store } from '../outbox/outbox.ts';
import { command, flag, type Io, parsed, required, text, UsageError } from './command.ts';
import {
  confirmSelected,
  describeDelivery,
  describeWithContent,
  enquiryOf,
  expectOneOrAll,
  printDone,
  select,
  selectionOptions,
  selectOne,
} from './deliveries.ts';

/** The number of enquiries that are deleted in one transaction. SQLite can't store another enquiry meanwhile. */
const batchEnquiries = 50;
/** The pause between transactions, in which the proxy can begin its own. It tries to every few milliseconds. */
const pauseMs = 30;

const copyFolder = (more = '') => text('FOLDER', `default: ./REFERENCE${more}`);

export const exportCopy = command({
  help: 'Copy an enquiry and its files to a folder',
  argument: 'REFERENCE',
  options: { to: copyFolder() },
  needs: 'store',
  async run({ values: { to }, argument, store, io }) {
    const { rows } = await selectOne(store, argument);
    await writeCopy(store, rows, to, io);
    return 0;
  },
});

/** Deletes one or all held enquiries and their files, except those that have changed since they were listed: another
 * operator may have released one before the confirmation. */
export const drop = command({
  help: 'Delete an enquiry and its files, after asking and writing a copy',
  argument: 'REFERENCE',
  isArgumentOptional: true,
  options: {
    to: copyFolder('. With --all, a folder in which each copy has its own'),
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
    if (selected.length === 0) return 0;
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

export const settle = command({
  help:
    'Record, after asking and writing a copy, that an enquiry is in the back office, so that no second one is sent. Its ' +
    'files go there. Run it again to correct the number',
  argument: 'REFERENCE',
  options: {
    as: required(parsed('NUMBER', 'its number there', parseNumber)),
    to: copyFolder(),
    yes: selectionOptions.yes,
  },
  needs: 'store',
  async run({ values, argument, store, io }) {
    const selected = await selectOne(store, argument);
    const { reference, rows } = selected;
    const enquiry = enquiryOf(rows);
    const { as: number, to } = values;
    const before = enquiry.enquiry_api_id;
    const toQuestion = (what: string) =>
      before === null
        ? `Record ${what} as number ${number}, and erase the answers here after writing a copy?`
        : `Change the number of ${what} from ${before}, where files may be already, to ${number}?`;
    if (!(await confirmSelected([selected], values, io, toQuestion))) return 1;
    await writeCopy(store, [enquiry], to, io); // Its files are kept until they are sent.
    const end = await store.outbox.operator.settle(enquiry, number);
    if (end.kind === 'taken')
      throw new Error(`${number} is the number of ${end.owner} already. Nothing was changed.`);
    if (end.kind === 'other')
      throw new Error(`${reference} is being sent, or was sent or changed meanwhile. Nothing was changed.`);
    const files = rows.filter(({ kind, state }) => kind === 'attachment' && state !== 'delivered').length;
    const rest = files > 0 ? ` ${countOf(files, 'file')} will be added to it.` : '';
    io.print({ reference, enquiry_id: number, files }, `${reference} is number ${number} now.${rest}`);
    return 0;
  },
});

function parseNumber(given: string): number {
  if (/^[1-9]\d{0,14}$/.test(given)) return Number(given);
  throw new UsageError('--as must be the number of the enquiry in the back office.');
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
    // What is left of an erased delivery must not replace an earlier copy of it.
    if (row.content === null && existsSync(record)) continue;
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
