import type { DeliveryRow } from '../database/tables.ts';
import type { CreateBody } from '../enquiry/create-body.ts';
import { decodeContent } from '../outbox/deliveries.ts';
import { describeStoredFailure } from '../outbox/failure.ts';
import { countEnquiries, countOf, formatAge, formatBytes } from '../outbox/formats.ts';
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

const states = ['waiting', 'held', 'delivered', 'test', 'quarantined'] as const;

/** The options that name all quarantined enquiries instead of a reference. */
export const suspectOptions = { all: flag, since: text, yes: flag };
type SuspectValues = Values<typeof suspectOptions>;

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
      const steps = nextSteps(rows, (await outbox.operator.status()).quarantined.enquiries);
      if (steps.length > 0) io.output.write(`\n${steps.join('\n')}\n`);
      return 0;
    });
  },
});

const listColumns = ['reference', 'kind', 'state', 'arrived', 'details', ''];
const toColumns = (now: number) => (row: DeliveryRow) => [
  row.reference,
  row.kind,
  row.state,
  formatAge(now - row.created_at),
  row.state === 'quarantined' && row.suspicion !== null
    ? `score ${row.suspicion_score}: ${row.suspicion.replaceAll(' ', ', ')}`
    : countOf(row.attempts, 'attempt'),
  describeStoredFailure(row.last_failure) ?? '',
];

/** Says what to do with the listed deliveries, and how many enquiries are quarantined. */
function nextSteps(rows: DeliveryRow[], quarantined: number): string[] {
  const lists = (...states: DeliveryRow['state'][]) => rows.some(({ state }) => states.includes(state));
  const steps: string[] = [];
  if (lists('held', 'quarantined'))
    steps.push('To decide about one: outbox show REFERENCE, then release, export or drop it.');
  else if (lists('waiting'))
    steps.push('They will be sent automatically. To retry one now: outbox retry REFERENCE.');
  if (quarantined > 0 && !lists('quarantined')) {
    const are = quarantined === 1 ? 'is' : 'are';
    steps.push(`${countEnquiries(quarantined)} ${are} quarantined: outbox list --state quarantined`);
  }
  return steps;
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
        io.print(describeDeliveryWithContent(row), index === 0 ? text : `\n${text}`);
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
  const { kind, reference, state, attempts, unknown_outcomes, suspicion, content } = row;
  const unknown = unknown_outcomes > 0 ? `, ${countOf(unknown_outcomes, 'unknown outcome')}` : '';
  const facts = formatRows({
    Arrived: `${formatTime(row.created_at)}, ${formatAge(now - row.created_at)}`,
    Attempts: `${attempts}${unknown}`,
    'Last failure': describeStoredFailure(row.last_failure),
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

/** `outbox release`: releases held deliveries, or one or all enquiries from quarantine. */
export const release = command({
  argument: { name: 'reference', isOptional: true },
  options: { json: flag, ...suspectOptions },
  async run(values, io, reference) {
    expectOneOrAll(values, reference);
    if (reference === undefined) return await withStore(io, store => releaseAll(store, values, io));
    return await withDeliveries(io, reference, async (rows, store) => {
      if (await releaseSuspect(store, rows[0]!.reference, io)) return 0;
      const texts = { done: 'is released', none: 'nothing is held or quarantined.' };
      return await changeEach(rows, io, texts, id => store.outbox.operator.release(id));
    });
  },
});

/** Releases all enquiries from quarantine, after asking. */
async function releaseAll(store: Store, values: SuspectValues, io: Io): Promise<number> {
  const suspects = await findSuspects(store, values, io);
  if (suspects.length === 0) return 0;
  const question = `Deliver ${countEnquiries(suspects.length, 'quarantined')}?`;
  if (!values.yes && !(await confirm(io, question, String(suspects.length)))) return 1;
  for (const [reference] of suspects) await releaseSuspect(store, reference, io);
  return 0;
}

/** Releases an enquiry from quarantine with its attachments. Resolves with whether it was there. */
async function releaseSuspect({ outbox }: Store, reference: string, io: Io): Promise<boolean> {
  const released = await outbox.operator.releaseSuspect(reference);
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
  const isTest = rows.some(({ state }) => state === 'test');
  if (changed === 0)
    io.warn(`${rows[0]?.reference}: ${isTest ? 'this is a test, and tests are never delivered.' : none}`);
  return changed > 0 ? 0 : 1;
}

/** Throws UsageError unless the command line names either a reference or all quarantined enquiries. */
export function expectOneOrAll({ all, since }: SuspectValues, reference: string | undefined): void {
  if (all && reference !== undefined)
    throw new UsageError('--all is an option of "outbox release" and "outbox drop", without a reference.');
  if (since !== undefined && !all) throw new UsageError('--since needs --all here.');
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

/** Lists the quarantined deliveries by reference: all, or with `--since`, those whose enquiry arrived after that time.
 * Says so if there are none. */
export async function findSuspects(
  { outbox }: Store,
  { since }: SuspectValues,
  io: Io,
): Promise<[string, DeliveryRow[]][]> {
  const sinceMs = since === undefined ? 0 : parseSinceTime(since)(await outbox.archive.readClock());
  const rows = await outbox.operator.list({ state: 'quarantined' });
  const suspects = [...Map.groupBy(rows, ({ reference }) => reference)].filter(
    ([, [first]]) => first!.created_at >= sinceMs,
  );
  const period = since === undefined ? '' : ` since ${since}`;
  if (suspects.length === 0) io.print([], `No enquiry has been quarantined${period}.`);
  return suspects;
}

/** A delivery without the visitor's data, for output. */
export function describeDelivery(row: DeliveryRow) {
  const { id, kind, reference, state, attempts, unknown_outcomes, enquiry_api_id } = row;
  const last_failure = describeStoredFailure(row.last_failure);
  return {
    ...{ id, kind, reference, state, attempts, unknown_outcomes, last_failure, enquiry_api_id },
    created_at: formatTime(row.created_at),
    ...(state === 'waiting' && { due_at: formatTime(row.due_at) }),
    ...(row.suspicion !== null && {
      suspicion: row.suspicion.split(' '),
      suspicion_score: row.suspicion_score,
      released_at: row.released_at > 0 ? formatTime(row.released_at) : null,
    }),
  };
}

/** A delivery with the visitor's data, which is null in a tombstone. */
export function describeDeliveryWithContent(row: DeliveryRow) {
  const content: unknown = row.content === null ? null : JSON.parse(row.content);
  return { ...describeDelivery(row), content };
}
