import { text } from 'node:stream/consumers';
import type { DeliveryRow } from '../database/tables.ts';
import type { CreateBody } from '../enquiry/create-body.ts';
import { describeWithContent, formatTime } from '../outbox/copies.ts';
import { decodeContent } from '../outbox/deliveries.ts';
import { describeCause, describeStoredFailure } from '../outbox/failure.ts';
import { createMatcher } from '../outbox/find-enquiries.ts';
import { countOf, formatAge, formatBytes, toPrintable } from '../outbox/formats.ts';
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
  options: {
    state: oneOf('STATE', ['waiting', 'held', 'delivered', 'test'], 'only those in this state'),
  },
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
    const { rows } = await selectOne(store, argument);
    const now = await store.outbox.archive.readClock();
    for (const [index, row] of rows.entries()) {
      const shown = toText(row, now)
        .map(line => toPrintable(line))
        .join('\n');
      const { last_message } = row;
      io.print({ ...describeWithContent(row), last_message }, index === 0 ? shown : `\n${shown}`);
    }
    return 0;
  },
});

/** The labels of what the enquiry API gets besides the answers. */
const fieldLabels: Record<Exclude<keyof CreateBody, 'meta'>, string> = {
  forename: 'First name',
  surname: 'Last name',
  telephone_mobile: 'Mobile number',
  email: 'Email address',
  case_type: 'Case type',
  marketing_lead_referer: 'Referrer',
  marketing_campaign: 'Campaign',
  marketing_keywords: 'Keywords',
  marketing_detail: 'Detail',
};

/** Describes a delivery, and below it what the visitor sent: each question with its answer on the next line. */
function toText(row: DeliveryRow, now: number): string[] {
  const { kind, reference, state, held_cause, attempts, unknown_outcomes, suspicion, content } = row;
  const unknown = unknown_outcomes > 0 ? `, ${countOf(unknown_outcomes, 'unknown outcome')}` : '';
  const facts = formatRows({
    Arrived: `${formatTime(row.created_at)}, ${formatAge(now - row.created_at)}`,
    'Held because': held_cause && describeCause(held_cause),
    Attempts: `${attempts}${unknown}`,
    'Last failure': describeStoredFailure(row.last_failure),
    Response: row.last_message,
    'Next attempt': state === 'waiting' ? formatTime(row.due_at) : null,
    Number: row.enquiry_api_id,
    Suspicion: suspicion && `${suspicion.replaceAll(' ', ', ')} (score ${row.suspicion_score})`,
  });
  return [`${reference}: ${kind}, ${state}`, ...facts, '', ...toContentLines(kind, content)];
}

function toContentLines(kind: DeliveryRow['kind'], content: string | null): string[] {
  if (content === null) return ['The content has been erased.'];
  const delivery = decodeContent({ kind, content });
  if (delivery.kind === 'attachment') {
    const { file, bytes, sha256 } = delivery.content;
    return formatRows({ Name: file.name, Type: file.mime, Size: formatBytes(bytes), 'SHA-256': sha256 });
  }
  const { meta, ...fields } = delivery.content;
  const labelled = Object.entries(fieldLabels).map(([key, label]) => [
    label,
    fields[key as keyof typeof fields],
  ]);
  const answers = meta.flatMap(({ label, value }) => [
    '',
    ...wrap(label),
    ...value.split('\n').flatMap(line => wrap(line, terminalColumns - 2).map(each => `  ${each}`)),
  ]);
  return [...formatRows(Object.fromEntries(labelled)), ...answers];
}

/** Formats labels and their values. Those without a value are left out. */
const formatRows = (values: Record<string, string | number | null | undefined>): string[] =>
  Object.entries(values).flatMap(([label, value]) => (value ? formatRow(label, [String(value)]) : []));

/** Makes waiting deliveries due. */
export const retry = command({
  help: 'Retry now',
  argument: 'REFERENCE',
  needs: 'store',
  async run({ argument, store, io }) {
    const { reference, rows } = await selectOne(store, argument);
    const due = await store.outbox.operator.makeDue(reference);
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
    const selected = await select(store, argument, io, values);
    if (selected.length === 0) return 0;
    if (values.all && !(await confirmSelected(selected, values, io, what => `Deliver ${what}?`))) return 1;
    for (const { reference, rows } of selected) {
      const released = await store.outbox.operator.release(reference);
      printDone(released, 'is released', io);
      // Someone else may have released some of many meanwhile.
      if (!values.all) expectSome(released, rows, 'nothing is held');
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
    const rows = (await store.outbox.operator.listEnquiries()).filter(({ content }) => matches(content));
    const none =
      'No enquiry that is kept here matches. Delivered ones have been erased: search the back office.';
    await printDeliveries(store, rows, io, none);
    return rows.length > 0 ? 0 : 1;
  },
});

/** Throws UsageError if there is nothing to search for. */
function matcherOf(term: string) {
  const matches = createMatcher(term);
  if (!matches) throw new UsageError('Find a name or an email address, or at least four digits of a number.');
  return matches;
}
