import type { DeliveryRow } from '../database/tables.ts';
import type { Store } from '../outbox/open-store.ts';
import { type CommandOptions, print, UsageError } from './command.ts';
import { confirm } from './confirm.ts';
import { describeDelivery } from './export.ts';
import { countEnquiries } from './plain-words.ts';
import { parseUtcTime } from './utc-time.ts';

/** Releases an enquiry from quarantine with its attachments. Resolves with whether it was there. */
export async function releaseSuspect(
  { outbox }: Store,
  reference: string,
  options: CommandOptions,
): Promise<boolean> {
  const released = await outbox.operator.releaseSuspect(reference);
  for (const row of released)
    print(
      options,
      { ...describeDelivery(row), done: 'is released' },
      `${reference}: ${row.kind} is released.`,
    );
  return released.length > 0;
}

/** Lists the quarantined deliveries by reference: all, or with `--since`, those whose enquiry arrived after that
 * time. */
export async function findSuspects(
  { outbox }: Store,
  { since }: CommandOptions,
): Promise<[string, DeliveryRow[]][]> {
  const sinceMs = since === undefined ? 0 : parseTime(since)(await outbox.archive.readClock());
  const rows = await outbox.operator.list({ state: 'quarantined' });
  return [...Map.groupBy(rows, ({ reference }) => reference)].filter(
    ([, [first]]) => first!.created_at >= sinceMs,
  );
}

/** `outbox release --all`: releases all enquiries from quarantine, after asking. */
export async function releaseAll(store: Store, options: CommandOptions): Promise<number> {
  const suspects = await findSuspects(store, options);
  if (suspects.length === 0) return printNone(options);
  const question = `Deliver ${countEnquiries(suspects.length, 'quarantined')}?`;
  if (!(await confirm(question, String(suspects.length), options))) return 1;
  for (const [reference] of suspects) await releaseSuspect(store, reference, options);
  return 0;
}

/** Says that nothing is quarantined. */
export function printNone(options: CommandOptions): number {
  const since = options.since === undefined ? '' : ` since ${options.since}`;
  print(options, [], `No enquiry has been quarantined${since}.`);
  return 0;
}

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses `90m`, `2h`, `7d`, a day such as `2026-02-01` or a time such as `2026-02-01T14:30`, both in UTC. Returns a
 * function that takes the current time and returns the time meant, both in milliseconds since 1970. Throws UsageError
 * for anything else. */
function parseTime(since: string): (nowMs: number) => number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(since) ?? [];
  if (count !== undefined) return nowMs => nowMs - Number(count) * unitMs[unit]!;
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(since) ?? [];
  const ms = parseUtcTime(`${day}T${time}`);
  if (ms !== undefined) return () => ms;
  throw new UsageError(
    '--since must be 90m, 2h, 7d, a day such as 2026-02-01, or a time such as 2026-02-01T14:30.',
  );
}
