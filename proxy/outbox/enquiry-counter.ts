import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { compileForEachCount } from '../database/compiled-query.ts';
import { countKey, type EnquiryCountTable, type Tables } from '../database/tables.ts';
import { type CountGroup, dayMs } from './count-group.ts';

/** The parts of a stored enquiry that determine how it is counted. */
export interface CountedEnquiry {
  group: CountGroup;
  created_at: number;
}

/** Counts enquiries in the transaction that stores them. */
export interface EnquiryCounter {
  /** Counts enquiries that were just inserted. */
  add(transaction: Kysely<Tables>, enquiries: CountedEnquiry[]): Promise<void>;
  /** Takes back what `add` counted. */
  subtract(transaction: Kysely<Tables>, enquiries: CountedEnquiry[]): Promise<void>;
  /** Starts to count in other rows. Call this after a failed transaction: if its connection was lost, PostgreSQL may keep
   * its row locks for seconds, and all further transactions would wait for them. */
  changeShard(): void;
}

const createShard = () => randomBytes(6).toString('base64url');

export function createEnquiryCounter(): EnquiryCounter {
  const addCounts = createCountAdder();
  let shard = createShard();
  const change = (transaction: Kysely<Tables>, enquiries: CountedEnquiry[], count: 1 | -1) =>
    addCounts(
      transaction,
      enquiries.map(({ group, created_at }) => ({
        ...group,
        day: Math.floor(created_at / dayMs),
        shard,
        count,
      })),
    );
  return {
    add: (transaction, enquiries) => change(transaction, enquiries, 1),
    subtract: (transaction, enquiries) => change(transaction, enquiries, -1),
    changeShard() {
      shard = createShard();
    },
  };
}

/** Returns a function that adds to existing counts and inserts new ones. It sorts the rows, so that transactions that
 * change the same rows lock them in the same order and can't deadlock. */
export function createCountAdder() {
  const insert = compileForEachCount<EnquiryCountTable[], unknown>((db, value, count) =>
    db
      .insertInto('enquiry_counts')
      .values(
        Array.from({ length: count }, (_, n) => ({
          day: value(rows => rows[n]!.day),
          shard: value(rows => rows[n]!.shard),
          site: value(rows => rows[n]!.site),
          case_type: value(rows => rows[n]!.case_type),
          campaign: value(rows => rows[n]!.campaign),
          referer: value(rows => rows[n]!.referer),
          count: value(rows => rows[n]!.count),
        })),
      )
      .onConflict(clash =>
        clash.columns([...countKey]).doUpdateSet({
          count: sql<number>`enquiry_counts.count + excluded.count`,
        }),
      ),
  );

  return async (transaction: Kysely<Tables>, counts: EnquiryCountTable[]): Promise<void> => {
    if (counts.length === 0) return;
    const sums = new Map<string, EnquiryCountTable>();
    for (const each of counts) {
      const key = JSON.stringify(countKey.map(column => each[column]));
      sums.set(key, { ...each, count: each.count + (sums.get(key)?.count ?? 0) });
    }
    const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
    await insert(transaction, sorted, sorted.length);
  };
}
