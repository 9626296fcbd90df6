// The commands that erase, and the copies that they write before.
import { join, resolve } from 'node:path';
import { type DeliveryRow, heldCauses } from '../database/tables.ts';
import {
  CopyNotWritten,
  type Dropped,
  describeDelivery,
  dropEnquiries,
  writeCopy,
} from '../outbox/copies.ts';
import { countOf } from '../outbox/formats.ts';
import type { Store } from '../outbox/outbox.ts';
import { command, flag, type Io, parsed, required, text, UsageError } from './command.ts';
import {
  confirmSelected,
  enquiryOf,
  expectOneOrAll,
  printDone,
  select,
  selectionOptions,
  selectOne,
} from './deliveries.ts';

const copyFolder = (more = '') => text('FOLDER', `default: ./REFERENCE${more}`);

export const exportCopy = command({
  help: 'Copy an enquiry and its files to a folder',
  argument: 'REFERENCE',
  options: { to: copyFolder() },
  needs: 'store',
  async run({ values: { to }, argument, store, io }) {
    const { rows } = await selectOne(store, argument);
    await copyTo(store, rows, to, io);
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
    const copy = (rows: DeliveryRow[]) => copyTo(store, rows, folderOf(rows[0]!.reference), io);
    const enquiries = selected.map(({ rows }) => rows);
    let dropped = 0;
    for await (const end of dropEnquiries(store, enquiries, values['no-copy'] ? undefined : copy))
      if (printEnd(end, io)) dropped += 1;
    return dropped === selected.length ? 0 : 1;
  },
});

/** Says what became of an enquiry that was to be deleted. Returns whether it was. */
function printEnd({ rows, dropped, inFlight, changed }: Dropped, io: Io): boolean {
  const { reference } = rows[0]!;
  if (changed.length > 0) {
    const isNew = changed.every(({ id }) => rows.every(row => row.id !== id));
    const isDropped = changed.some(({ state }) => state === 'dropped');
    const change = isNew ? 'a file has arrived' : isDropped ? 'it was deleted' : 'it was released';
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
    await copyTo(store, [enquiry], to, io); // Its files are kept until they are sent.
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

/** Writes a copy, and says so. */
const copyTo = (store: Store, rows: DeliveryRow[], to: string | undefined, { print }: Io) =>
  writeCopy(store, rows, resolve(to ?? rows[0]!.reference), path =>
    print({ written: path }, `Wrote ${path}`),
  ).catch(error => {
    if (!(error instanceof CopyNotWritten)) throw error;
    throw new Error(
      `${error.message}, so ${rows[0]!.reference} stays as it is: choose another folder with --to`,
      { cause: error },
    );
  });
