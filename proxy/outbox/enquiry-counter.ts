import { randomBytes } from 'node:crypto';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { countKey, type EnquiryCountTable, type Tables } from '../database/tables.ts';
import { type CountGroup, dayMs } from './count-group.ts';

/** A stored enquiry, as far as it is counted. */
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
  /** Counts in other rows from now on. Called after a failed transaction: if its connection was lost, PostgreSQL may keep
   * its row locks for seconds, and every further transaction would wait for them. */
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

const columns = [...countKey, 'count'] as const;

/** Returns a function that adds to the counts, and inserts those that are new. It sorts the rows, so that transactions
 * that change the same ones lock them in the same order and can't deadlock. */
export function createCountAdder() {
  /** The text of the statement by its number of rows. Kysely takes much longer to compile it than SQLite to execute it,
   * and every enquiry needs it. */
  const texts = new Map<number, string>();

  function compile(db: Kysely<Tables>, rows: number): string {
    const { sql: text } = db
      .insertInto('enquiry_counts')
      // In the order of `columns`.
      .values(
        Array.from({ length: rows }, () => ({
          day: 0,
          shard: '',
          site: '',
          case_type: '',
          campaign: '',
          referer: '',
          count: 0,
        })),
      )
      .onConflict(clash =>
        clash.columns([...countKey]).doUpdateSet({
          count: sql<number>`enquiry_counts.count + excluded.count`,
        }),
      )
      .compile();
    texts.set(rows, text);
    return text;
  }

  return async (transaction: Kysely<Tables>, counts: EnquiryCountTable[]): Promise<void> => {
    if (counts.length === 0) return;
    const sums = new Map<string, EnquiryCountTable>();
    for (const each of counts) {
      const key = JSON.stringify(countKey.map(column => each[column]));
      sums.set(key, { ...each, count: each.count + (sums.get(key)?.count ?? 0) });
    }
    const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
    const text = texts.get(sorted.length) ?? compile(transaction, sorted.length);
    const values = sorted.flatMap(([, sum]) => columns.map(column => sum[column]));
    await transaction.executeQuery(CompiledQuery.raw(text, values));
  };
}
