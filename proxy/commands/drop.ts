// The commands that erase, and the copies that they write before.
import { join, resolve } from 'node:path';
import { deskTexts } from '../contract/languages/desk-texts.ts';
import { type DeliveryRow, heldCauses } from '../database/tables.ts';
import { CopyNotWritten, writeCopy } from '../outbox/copies.ts';
import { createDecisions, type Decided, readNumber } from '../outbox/decisions.ts';
import { describeDelivery } from '../outbox/delivery-description.ts';
import { countOf } from '../outbox/formats.ts';
import { enquiryOf } from '../outbox/held-enquiries.ts';
import type { Store } from '../outbox/outbox.ts';
import { command, flag, type Io, parsed, required, text, UsageError } from './command.ts';
import {
  confirmSelected,
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
    await copyTo(store, await selectOne(store, argument), to, io);
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
    const batches = await select(store, argument, io, values);
    const selected = batches.flat();
    if (selected.length === 0) return 0;
    const copies = values['no-copy'] ? 'WITHOUT copies' : 'after writing copies';
    const toQuestion = (what: string) => `Delete ${what}, with all files, ${copies}?`;
    if (!(await confirmSelected(selected, values, io, toQuestion))) return 1;
    const folderOf = (reference: string) => (values.all ? join(values.to ?? '.', reference) : values.to);
    const copy = (rows: DeliveryRow[]) => copyTo(store, rows, folderOf(rows[0]!.reference), io);
    const { cause } = values;
    let isDone = true;
    for await (const end of createDecisions(store).drop(batches, {
      ...(values['no-copy'] ? { cause } : { cause, copy }),
    })) {
      printDone(end.changed, 'is deleted', io);
      if (end.fault) isDone = warnOf(end, 'nothing was deleted', io);
    }
    return isDone ? 0 : 1;
  },
});

/** Says why nothing was changed. */
function warnOf({ rows, fault = 'changed', inFlight = [] }: Decided, nothing: string, io: Io): false {
  const { reference } = rows[0]!;
  for (const row of inFlight)
    io.print(
      { ...describeDelivery(row), in_flight: true },
      `${reference}: ${row.kind} ${row.id} is in flight.`,
    );
  io.warn(`${reference}: ${nothing}, because ${deskTexts.en.faults[fault]}.`);
  return false;
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
    const rows = await selectOne(store, argument);
    const { reference, enquiry_api_id: before } = enquiryOf(rows);
    const { as: number, to } = values;
    const toQuestion = (what: string) =>
      before === null
        ? `Record ${what} as number ${number}, and erase the answers here after writing a copy?`
        : `Change the number of ${what} from ${before}, where files may be already, to ${number}?`;
    if (!(await confirmSelected([rows], values, io, toQuestion))) return 1;
    const end = await createDecisions(store).settle(rows, number, {
      copy: own => copyTo(store, own, to, io),
    });
    if (end.fault === 'taken')
      throw new Error(`${number} is the number of ${end.owner} already. Nothing was changed.`);
    if (end.fault)
      throw new Error(`${reference} is being sent, or was sent or changed meanwhile. Nothing was changed.`);
    const files = rows.filter(({ kind, state }) => kind === 'attachment' && state !== 'delivered').length;
    const rest = files > 0 ? ` ${countOf(files, 'file')} will be added to it.` : '';
    io.print({ reference, enquiry_id: number, files }, `${reference} is number ${number} now.${rest}`);
    return 0;
  },
});

function parseNumber(given: string): number {
  const number = readNumber(given);
  if (number === undefined)
    throw new UsageError('--as must be the number of the enquiry in the back office.');
  return number;
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
