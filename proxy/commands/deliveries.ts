// How commands select deliveries and print them.
import { dayMs } from '../contract/durations.ts';
import { type DeliveryRow, heldCauses } from '../database/tables.ts';
import type { CreateBody } from '../enquiry/create-body.ts';
import { describeDelivery, listSignals } from '../outbox/delivery-description.ts';
import { describeStoredFailure } from '../outbox/failure.ts';
import { countDeliveries, countEnquiries, formatAge, formatNumber } from '../outbox/formats.ts';
import { enquiryOf, heldOf } from '../outbox/held-enquiries.ts';
import type { Store } from '../outbox/outbox.ts';
import { confirm, flag, formatColumns, type Io, oneOf, parsed, UsageError, type Values } from './command.ts';

/** The options that select held deliveries instead of a reference. */
export const selectionOptions = {
  all: flag('instead of REFERENCE: all held enquiries, after asking'),
  cause: oneOf('CAUSE', heldCauses, 'with --all: only those with this cause ("drop" requires it)'),
  since: parsed(
    'TIME',
    'with --all: only those that arrived in the last 2h or 7d, or since 2026-02-01T14:30',
    parseSinceTime,
  ),
  yes: flag("don't ask"),
};
type Selection = Partial<Omit<Values<typeof selectionOptions>, 'yes'>>;

/** Throws UsageError unless the command line names either a reference or all held enquiries. */
export function expectOneOrAll({ all, cause, since }: Selection, reference: string): void {
  if (all && reference !== '')
    throw new UsageError('--all is an option of "outbox release" and "outbox drop", without a reference.');
  if ((cause !== undefined || since !== undefined) && !all)
    throw new UsageError('--cause and --since need --all.');
  if (!all && reference === '') throw new UsageError('Add a reference, or --all.');
}

/** Selects the deliveries with a reference: an enquiry and its files. Throws if there are none. */
export async function selectOne({ outbox }: Store, reference: string): Promise<DeliveryRow[]> {
  const rows = await outbox.operator.list({ reference: reference.toUpperCase() });
  if (rows.length === 0) throw new Error(`there is no delivery with the reference ${reference}`);
  return rows;
}

/** Selects the deliveries with a reference, or with `all` those of every held enquiry, in batches. Prints a line if nothing is
 * held. */
export async function select(
  store: Store,
  reference: string,
  io: Io,
  { all, cause, since }: Selection,
): Promise<DeliveryRow[][][]> {
  if (!all) return [[await selectOne(store, reference)]];
  const { operator, archive } = store.outbox;
  const batches: DeliveryRow[][][] = [];
  for await (const batch of operator.heldBatches({ cause, since: since?.(await archive.readClock()) }))
    batches.push(batch);
  if (batches.length === 0) io.print([], 'Nothing is held.');
  return batches;
}

/** Asks the operator to confirm a change of what is selected, unless the options say not to. */
export async function confirmSelected(
  selected: DeliveryRow[][],
  { all, yes, cause }: Selection & { yes: boolean },
  io: Io,
  toQuestion: (selected: string) => string,
): Promise<boolean> {
  if (yes) return true;
  const [name, what] = all
    ? [String(selected.length), describeAll(selected, cause)]
    : [selected[0]![0]!.reference, describeOne(selected[0]!)];
  return await confirm(io, toQuestion(what), name);
}

/** Describes an enquiry: `2 deliveries with the reference 7K2PQ-2M9XD (Ada Byron, injury)`. */
function describeOne(rows: DeliveryRow[]): string {
  const { reference, content, case_type } = enquiryOf(rows);
  const { forename, surname = '' } = JSON.parse(content ?? '{}') as Partial<CreateBody>;
  const whose = forename === undefined ? '' : ` (${`${forename} ${surname}`.trim()}, ${case_type})`;
  return `${countDeliveries(rows.length)} with the reference ${reference}${whose}`;
}

/** Describes many: `3 held enquiries (2 refused, 1 suspect)`. */
function describeAll(selected: DeliveryRow[][], cause: Selection['cause']): string {
  const counts = heldCauses.flatMap(each => {
    const { length } = selected.filter(rows => heldOf(rows, each));
    return length > 0 && (cause ?? each) === each ? `${formatNumber(length)} ${each}` : [];
  });
  return `${countEnquiries(selected.length, 'held')} (${counts.join(', ')})`;
}

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: dayMs };

/** Parses `90m`, `2h`, `7d`, a day such as `2026-02-01` or a time such as `2026-02-01T14:30`, both in UTC. Returns a
 * function that takes the current time and returns the time meant, both in milliseconds since 1970. Throws UsageError
 * for anything else. */
function parseSinceTime(since: string): (nowMs: number) => number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(since) ?? [];
  if (count !== undefined) return nowMs => nowMs - Number(count) * unitMs[unit]!;
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(since) ?? [];
  const ms = Date.parse(`${day}T${time}Z`);
  // Node reads 30 February as 2 March.
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${day}T${time}`);
  if (exists) return () => ms;
  throw new UsageError(
    '--since must be 90m, 2h, 7d, a day such as 2026-02-01, or a time such as 2026-02-01T14:30.',
  );
}

/** Prints what became of deliveries, without visitors' data. */
export function printDone(rows: DeliveryRow[], done: string, { print }: Io): void {
  for (const row of rows) print({ ...describeDelivery(row), done }, `${row.reference}: ${row.kind} ${done}.`);
}

/** Prints deliveries without visitors' data, as a table or with `--json` one in a line. `none` is printed if there are none. */
export async function printDeliveries(
  { outbox }: Store,
  rows: DeliveryRow[],
  { print }: Io,
  none: string,
): Promise<void> {
  const now = await outbox.archive.readClock();
  const table = formatColumns([columns, ...rows.map(row => toColumns(row, now))]);
  print(rows.map(describeDelivery), rows.length === 0 ? none : table);
}

const columns = ['reference', 'kind', 'state', 'arrived', 'attempts', 'details'];
const toColumns = (row: DeliveryRow, now: number) => [
  row.reference,
  row.kind,
  row.state,
  formatAge(now - row.created_at),
  formatNumber(row.attempts),
  [row.held_cause, row.held_cause === 'suspect' && listSignals(row), describeStoredFailure(row.last_failure)]
    .filter(each => each)
    .join(': '),
];
