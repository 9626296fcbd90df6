import { type DeliveryRow, heldCauses } from '../database/tables.ts';
import type { CreateBody } from '../enquiry/create-body.ts';
import { decodeContent } from '../outbox/deliveries.ts';
import { describeCause, describeStoredFailure } from '../outbox/failure.ts';
import { countEnquiries, countOf, formatAge, formatBytes, formatNumber } from '../outbox/formats.ts';
import type { Store } from '../outbox/outbox.ts';
import {
  command,
  confirm,
  flag,
  formatColumns,
  formatRow,
  type Io,
  parseSinceTime,
  terminalColumns,
  text,
  UsageError,
  type Values,
  withStore,
  wrap,
} from './command.ts';

const states = ['waiting', 'held', 'delivered', 'test'] as const;

/** The options that name all held enquiries, or those with one cause, instead of a reference. */
export const allOptions = { all: flag, cause: text, since: text, yes: flag };
type AllValues = Values<typeof allOptions>;

/** `outbox list`: lists deliveries without visitors' data. */
export const list = command({
  argument: { name: 'reference', isOptional: true },
  options: { json: flag, state: text },
  async run(values, io, reference) {
    const state = states.find(each => each === values.state);
    if (values.state !== undefined && !state)
      throw new UsageError(`--state must be one of ${states.join(', ')}.`);
    return await withStore(io, async ({ outbox }) => {
      const filter = { ...(state && { state }), ...(reference && { reference: reference.toUpperCase() }) };
      const rows = await outbox.operator.list(filter);
      if (values.json) {
        for (const row of rows.length > 0 ? rows.map(describeDelivery) : [[]]) io.print(row, '');
        return 0;
      }
      const now = await outbox.archive.readClock();
      if (rows.length > 0) io.output.write(formatColumns([listColumns, ...rows.map(toColumns(now))]));
      else io.print([], `There are no ${state ?? 'waiting or held'} deliveries.`);
      const step = nextStep(rows);
      if (step) io.output.write(`\n${step}\n`);
      return 0;
    });
  },
});

const listColumns = ['reference', 'kind', 'state', 'arrived', 'attempts', 'details'];
const toColumns = (now: number) => (row: DeliveryRow) => [
  row.reference,
  row.kind,
  row.state,
  formatAge(now - row.created_at),
  formatNumber(row.attempts),
  describeDetails(row),
];

/** Says why a delivery is held, what made it suspect, and why its last attempt failed. */
function describeDetails({ held_cause, suspicion, last_failure }: DeliveryRow): string {
  const signals = held_cause === 'suspect' ? suspicion?.replaceAll(' ', ', ') : undefined;
  return [held_cause, signals, describeStoredFailure(last_failure)].filter(each => each).join(': ');
}

/** Says what to do with the listed deliveries. */
function nextStep(rows: DeliveryRow[]): string | undefined {
  const lists = (wanted: DeliveryRow['state']) => rows.some(({ state }) => state === wanted);
  if (lists('held'))
    return 'To decide about one: outbox show REFERENCE, then release, settle, export or drop it.';
  if (lists('waiting')) return 'They will be sent automatically. To retry one now: outbox retry REFERENCE.';
  return undefined;
}

/** `outbox show`: prints deliveries with the visitor's data, as a person reads them or with `--json`. */
export const show = command({
  argument: { name: 'reference' },
  options: { json: flag },
  run: (_values, io, reference = '') =>
    withDeliveries(io, reference, async (rows, { outbox }) => {
      const now = await outbox.archive.readClock();
      for (const [index, row] of rows.entries()) {
        const text = toText(row, now).map(withoutControls).join('\n');
        const { last_message } = row;
        io.print({ ...describeDeliveryWithContent(row), last_message }, index === 0 ? text : `\n${text}`);
      }
      return 0;
    }),
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

const formatTime = (ms: number) => new Date(ms).toISOString();

/** A control character in a visitor's text could give the terminal a command. */
const withoutControls = (line: string) => line.replaceAll(/\p{Cc}/gu, '\u{fffd}');

/** `outbox retry`: makes waiting deliveries due. */
export const retry = command({
  argument: { name: 'reference' },
  options: { json: flag },
  run: (_values, io, reference = '') =>
    withDeliveries(io, reference, (rows, { outbox }) => {
      const texts = { done: 'is due now', none: 'nothing is waiting.' };
      return changeEach(rows, io, texts, id => outbox.operator.makeDue(id));
    }),
});

/** `outbox release`: releases one held enquiry, or all of them. */
export const release = command({
  argument: { name: 'reference', isOptional: true },
  options: { json: flag, ...allOptions },
  async run(values, io, reference) {
    expectOneOrAll(values, reference);
    if (reference === undefined) return await withStore(io, store => releaseAll(store, values, io));
    return await withDeliveries(io, reference, async (rows, store) => {
      if (await releaseOne(store, rows[0]!.reference, io)) return 0;
      sayNothingChanged(rows, io, 'nothing is held.');
      return 1;
    });
  },
});

/** Releases all held enquiries, after asking. Someone else may have released some of them meanwhile. */
async function releaseAll(store: Store, values: AllValues, io: Io): Promise<number> {
  const found = await findAll(store, values, io);
  if (found.length === 0) return 0;
  const question = `Deliver ${describeFound(found)}?`;
  if (!values.yes && !(await confirm(io, question, String(found.length)))) return 1;
  for (const [reference] of found) await releaseOne(store, reference, io);
  return 0;
}

/** Releases the held deliveries with a reference. Resolves with whether there were any. */
async function releaseOne({ outbox }: Store, reference: string, io: Io): Promise<boolean> {
  const released = await outbox.operator.release(reference);
  for (const row of released)
    io.print({ ...describeDelivery(row), done: 'is released' }, `${reference}: ${row.kind} is released.`);
  return released.length > 0;
}

/** Applies a change to each delivery and reports the changed ones. Fails when no delivery was changed. */
async function changeEach(
  rows: DeliveryRow[],
  io: Io,
  { done, none }: { done: string; none: string },
  change: (id: number) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  for (const row of rows) {
    if (!(await change(row.id))) continue;
    changed += 1;
    io.print({ ...describeDelivery(row), done }, `${row.reference}: ${row.kind} ${done}.`);
  }
  if (changed === 0) sayNothingChanged(rows, io, none);
  return changed > 0 ? 0 : 1;
}

function sayNothingChanged(rows: DeliveryRow[], io: Io, why: string): void {
  const isTest = rows.some(({ state }) => state === 'test');
  io.warn(`${rows[0]?.reference}: ${isTest ? 'this is a test, and tests are never delivered.' : why}`);
}

/** Throws UsageError unless the command line names either a reference or all held enquiries. */
export function expectOneOrAll({ all, cause, since }: AllValues, reference: string | undefined): void {
  if (all && reference !== undefined)
    throw new UsageError('--all is an option of "outbox release" and "outbox drop", without a reference.');
  if (since !== undefined && !all) throw new UsageError('--since needs --all here.');
  if (cause !== undefined && !all) throw new UsageError('--cause needs --all here.');
  if (cause !== undefined && !heldCauses.some(each => each === cause))
    throw new UsageError(`--cause must be one of ${heldCauses.join(', ')}.`);
  if (!all && reference === undefined) throw new UsageError('Add a reference, or --all.');
}

/** Opens the store and works on the deliveries with a reference. Fails if there are none. */
export function withDeliveries(
  io: Io,
  reference: string,
  work: (rows: DeliveryRow[], store: Store) => Promise<number>,
): Promise<number> {
  return withStore(io, async store => {
    const rows = await store.outbox.operator.list({ reference: reference.toUpperCase() });
    if (rows.length > 0) return await work(rows, store);
    io.warn(`There is no delivery with the reference ${reference}.`);
    return 1;
  });
}

/** Lists the held deliveries by reference: those with the cause that the options name, which arrived after their time. Says
 * if there are none. */
export async function findAll(
  { outbox: { operator, archive } }: Store,
  { cause, since }: AllValues,
  io: Io,
): Promise<[reference: string, held: DeliveryRow[]][]> {
  const sinceMs = since === undefined ? 0 : parseSinceTime(since)(await archive.readClock());
  const rows = (await operator.list({ state: 'held' })).filter(
    ({ held_cause, created_at }) => created_at >= sinceMs && (cause === undefined || held_cause === cause),
  );
  if (rows.length === 0)
    io.print([], `Nothing is held${cause ? ` as ${cause}` : ''}${since ? ` since ${since}` : ''}.`);
  return [...Map.groupBy(rows, ({ reference }) => reference)];
}

/** Counts held enquiries by their causes: `3 held enquiries (2 suspect, 1 refused)`. */
export function describeFound(found: [reference: string, held: DeliveryRow[]][]): string {
  const causes = Map.groupBy(found, ([, [first]]) => first!.held_cause);
  const counts = [...causes].map(([cause, own]) => `${formatNumber(own.length)} ${cause}`);
  return `${countEnquiries(found.length, 'held')} (${counts.join(', ')})`;
}

/** `outbox find`: finds enquiries by the name, the email address or the telephone number of the visitor. */
export const find = command({
  argument: { name: 'text' },
  options: { json: flag },
  async run(_values, io, given = '') {
    // A term on the command line stays in the history of the shell.
    const term = (given === '-' ? await readAll(io.input) : given).trim();
    const matches = matcherOf(term);
    if (!matches)
      throw new UsageError('Find a name or an email address, or at least four digits of a number.');
    return await withStore(io, async ({ outbox }) => {
      const rows = (await outbox.operator.listEnquiries()).filter(({ content }) => matches(content));
      const now = await outbox.archive.readClock();
      if (io.isJson) for (const row of rows) io.print(describeDelivery(row), '');
      else if (rows.length > 0) io.output.write(formatColumns([listColumns, ...rows.map(toColumns(now))]));
      if (rows.length === 0)
        io.print(
          [],
          'No enquiry that is kept here matches. Delivered ones have been erased: search the back office.',
        );
      return rows.length > 0 ? 0 : 1;
    });
  },
});

/** The least digits of a telephone number to search for. */
const leastDigits = 4;
/** The last digits in which a number with the code of its country is the same as without it. */
const nationalDigits = 8;

/** Returns a function that says whether an enquiry is from this person; undefined if there is nothing to search for. */
function matcherOf(term: string): ((content: string | null) => boolean) | undefined {
  const digits = term.replaceAll(/\D/g, '').replace(/^0+/, '');
  const isNumber = /^[\d\s()+./-]+$/.test(term);
  if (isNumber ? digits.length < leastDigits : term.length === 0) return undefined;
  const wanted = term.toLowerCase().replaceAll(/\s+/g, ' ');
  return content => {
    if (content === null) return false;
    const { forename, surname, email, telephone_mobile } = JSON.parse(content) as CreateBody;
    if (isNumber) return hasDigits(telephone_mobile ?? '', digits);
    const texts = [`${forename} ${surname ?? ''}`, email ?? ''];
    return texts.some(each => each.toLowerCase().includes(wanted));
  };
}

/** Whether a telephone number contains these digits, or is the same with or without the code of a country. */
function hasDigits(number: string, digits: string): boolean {
  const all = number.replaceAll(/\D/g, '');
  return (
    all.includes(digits) || (digits.length > nationalDigits && all.endsWith(digits.slice(-nationalDigits)))
  );
}

async function readAll(input: Io['input']): Promise<string> {
  let text = '';
  for await (const chunk of input) text += chunk;
  return text;
}

/** `outbox settle`: records that a held enquiry has a number in the back office, so that it isn't sent again, and its files
 * go there. */
export const settle = command({
  argument: { name: 'reference' },
  options: { json: flag, as: text },
  async run(values, io, given = '') {
    const number = Number(values.as);
    if (!/^[1-9]\d{0,14}$/.test(values.as ?? ''))
      throw new UsageError('--as must be the number of the enquiry in the back office.');
    const reference = given.toUpperCase();
    return await withDeliveries(io, reference, async (rows, { outbox }) => {
      const end = await outbox.operator.settle(reference, number);
      if (end.kind === 'settled') {
        const files = rows.filter(({ kind, state }) => kind === 'attachment' && state === 'waiting').length;
        const rest = files > 0 ? ` ${countOf(files, 'file')} will be added to it.` : '';
        io.print({ reference, enquiry_id: number, files }, `${reference} is number ${number} now.${rest}`);
        return 0;
      }
      io.warn(
        end.kind === 'taken'
          ? `${number} is the number of ${end.owner} already. Nothing was changed.`
          : `${reference}: only a held enquiry can be settled, or one that waits and isn't being sent.`,
      );
      return 1;
    });
  },
});

/** A delivery without the visitor's data, for output. */
export function describeDelivery(row: DeliveryRow) {
  const { id, kind, reference, state, held_cause, attempts, unknown_outcomes, enquiry_api_id } = row;
  const last_failure = describeStoredFailure(row.last_failure);
  return {
    ...{ id, kind, reference, state, attempts, unknown_outcomes, last_failure, enquiry_api_id },
    created_at: formatTime(row.created_at),
    ...(held_cause !== null && { cause: held_cause }),
    ...(state === 'waiting' && { due_at: formatTime(row.due_at) }),
    ...(row.suspicion !== null && {
      suspicion: row.suspicion.split(' '),
      suspicion_score: row.suspicion_score,
    }),
  };
}

/** A delivery with the visitor's data, which is null in a tombstone. */
export function describeDeliveryWithContent(row: DeliveryRow) {
  const content: unknown = row.content === null ? null : JSON.parse(row.content);
  return { ...describeDelivery(row), content };
}
