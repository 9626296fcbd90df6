import { text } from 'node:stream/consumers';
import { deskTexts } from '../contract/languages/desk-texts.ts';
import type { DeliveryRow } from '../database/tables.ts';
import { createDecisions } from '../outbox/decisions.ts';
import {
  describeWithContent,
  type Fact,
  listFacts,
  operatorAt,
  type Reader,
} from '../outbox/delivery-description.ts';
import { createMatcher } from '../outbox/find-enquiries.ts';
import { toPrintable } from '../outbox/formats.ts';
import { command, formatRow, oneOf, terminalColumns, UsageError, wrap } from './command.ts';
import {
  confirmSelected,
  expectOneOrAll,
  printDeliveries,
  printDone,
  select,
  selectionOptions,
  selectOne,
} from './deliveries.ts';

export const list = command({
  help: 'List waiting and held enquiries, oldest first',
  argument: 'REFERENCE',
  isArgumentOptional: true,
  options: { state: oneOf('STATE', ['waiting', 'held', 'delivered', 'test'], 'only those in this state') },
  needs: 'store',
  async run({ values: { state }, argument, store, io }) {
    const reference = argument.toUpperCase();
    const rows = await store.outbox.operator.list({
      ...(state && { state }),
      ...(reference && { reference }),
    });
    await printDeliveries(store, rows, io, `There are no ${state ?? 'waiting or held'} deliveries.`);
    const lists = (wanted: DeliveryRow['state']) => rows.some(each => each.state === wanted);
    if (lists('held'))
      io.print([], '\nTo decide about one: outbox show REFERENCE, then release, settle, export or drop it.');
    else if (lists('waiting'))
      io.print([], '\nThey will be sent automatically. To retry one now: outbox retry REFERENCE.');
    return 0;
  },
});

/** Prints deliveries as a person reads them, or with `--json`. */
export const show = command({
  help: "Show an enquiry and its attachments, with the visitor's data",
  argument: 'REFERENCE',
  needs: 'store',
  async run({ argument, store, io }) {
    const rows = await selectOne(store, argument);
    const reader = operatorAt(await store.outbox.archive.readClock());
    for (const [index, row] of rows.entries()) {
      const shown = toLines(row, reader).map(line => toPrintable(line));
      const { last_message } = row;
      io.print(
        { ...describeWithContent(row), last_message },
        [...(index > 0 ? [''] : []), ...shown].join('\n'),
      );
    }
    return 0;
  },
});

/** Describes a delivery, and below it what the visitor sent: each question with its answer on the next line. */
function toLines(row: DeliveryRow, reader: Reader): string[] {
  const { facts, sent, answers } = listFacts(row, reader);
  const toRows = (own: Fact[]) => own.flatMap(([label, value]) => formatRow(label, [value]));
  const toAnswer = ([label, value]: Fact) => [
    '',
    ...wrap(label),
    ...value.split('\n').flatMap(line => wrap(line, terminalColumns - 2).map(each => `  ${each}`)),
  ];
  const content = sent ? [...toRows(sent), ...answers.flatMap(toAnswer)] : [reader.texts.erased];
  return [`${row.reference}: ${row.kind}, ${row.state}`, ...toRows(facts), '', ...content];
}

/** Makes waiting deliveries due. */
export const retry = command({
  help: 'Retry now',
  argument: 'REFERENCE',
  needs: 'store',
  async run({ argument, store, io }) {
    const rows = await selectOne(store, argument);
    const due = await store.outbox.operator.makeDue(rows[0]!.reference);
    printDone(due, 'is due now', io);
    expectSome(due, rows, 'nothing is waiting');
    return 0;
  },
});

/** Releases one held enquiry, or all of them. */
export const release = command({
  help: 'Release a held enquiry: deliver it after all. Possible duplicates are marked',
  argument: 'REFERENCE',
  isArgumentOptional: true,
  options: selectionOptions,
  needs: 'store',
  check: expectOneOrAll,
  async run({ values, argument, store, io }) {
    const batches = await select(store, argument, io, values);
    const { all, cause } = values;
    const isAsked = all && batches.length > 0;
    const toQuestion = (what: string) => `Deliver ${what}?`;
    if (isAsked && !(await confirmSelected(batches.flat(), values, io, toQuestion))) return 1;
    for await (const { rows, changed } of createDecisions(store).release(batches, { cause })) {
      printDone(changed, 'is released', io);
      // Someone else may have released some of many meanwhile.
      if (!all) expectSome(changed, rows, 'nothing is held');
    }
    return 0;
  },
});

/** If nothing was changed, throws and says why. */
function expectSome(changed: DeliveryRow[], [first]: DeliveryRow[], why: string): void {
  const isTest = first?.state === 'test';
  if (changed.length > 0) return;
  throw new Error(`${first?.reference}: ${isTest ? 'this is a test, and tests are never delivered' : why}`);
}

/** Finds enquiries by the name, the email address or the telephone number of the visitor. */
export const find = command({
  help:
    'Find enquiries by a name, an email address, or digits of a telephone number, in every state; TEXT is read from ' +
    'standard input if it is -',
  argument: 'TEXT',
  needs: 'store',
  check: (_, argument) => void (argument === '-' || matcherOf(argument)),
  async run({ argument, store, io }) {
    // A term on the command line stays in the history of the shell.
    const matches = matcherOf(argument === '-' ? await text(io.input) : argument);
    const rows = await store.outbox.operator.find(matches);
    await printDeliveries(store, rows, io, deskTexts.en.search.none);
    return rows.length > 0 ? 0 : 1;
  },
});

/** Throws UsageError if there is nothing to search for. */
function matcherOf(term: string) {
  const matches = createMatcher(term);
  if (!matches) throw new UsageError('Find a name or an email address, or at least four digits of a number.');
  return matches;
}
