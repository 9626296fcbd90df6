import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { compileForEachCount } from '../database/compiled-query.ts';
import { countKey, type EnquiryCountTable, type Tables } from '../database/tables.ts';
import type { CreateBody } from '../enquiry/create-body.ts';

/** The enquiries that are counted together. */
export interface CountGroup {
  site: string;
  case_type: string;
  /** `campaign` and `referer` are empty if the enquiry has none. */
  campaign: string;
  referer: string;
}

/** The value that stands for all values without a count of their own. */
export const otherValue = 'other';

export const dayMs = 24 * 3_600_000;

/** Matches most values, which need no cleaning. */
const isPlain = /^[ -~]{0,100}$/;
/** Longer values are cut, because PostgreSQL's indexes are limited to 2,704 bytes a row. */
const maxLength = 100;

/** The group in which an enquiry is counted. Personal data is removed as far as it can be recognised: only the host of an
 * address is kept, and a value that looks like an email address or a phone number becomes `other`. */
export function toCountGroup(body: CreateBody, site: string): CountGroup {
  return {
    site: toCountValue(site),
    case_type: toCountValue(body.case_type),
    campaign: toCountValue(body.marketing_campaign ?? ''),
    referer: toCountValue(hostOf(body.marketing_lead_referer ?? '')),
  };
}

/** Anyone can write a link with any value, so characters that could change how a terminal shows a report are removed. */
function toCountValue(value: string): string {
  if (mayIdentify(value)) return otherValue;
  if (isPlain.test(value)) return value.trim();
  const visible = value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...visible].slice(0, maxLength).join('').trimEnd();
}

/** Whether a value looks like a phone number, or like an email address, whose `@` may be percent-encoded. Ids of
 * campaigns may have as many digits as a phone number, but don't begin with + or 0. */
function mayIdentify(value: string): boolean {
  const text = value.normalize('NFKC');
  if (/@|%(?:25)*40/.test(text)) return true;
  return /^\s*[(+0][\d\s()./-]*$/.test(text) && text.replaceAll(/\D/g, '').length >= 9;
}

/** Returns the host of an address, which may lack its scheme. Returns any other value unchanged. */
function hostOf(value: string): string {
  const address = value.replace(/^(?:\/\/)?(?=(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?[/?#])/i, 'https://');
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return value;
  return URL.canParse(address) ? new URL(address).host : otherValue;
}

/** The parts of a stored enquiry that determine how it is counted. */
export interface CountedEnquiry {
  group: CountGroup;
  created_at: number;
}

const createShard = () => randomBytes(6).toString('base64url');

export type EnquiryCounter = ReturnType<typeof createEnquiryCounter>;

/** Counts enquiries in the transaction that stores them. */
export function createEnquiryCounter() {
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
    /** Counts enquiries that were just inserted. */
    add: (transaction: Kysely<Tables>, enquiries: CountedEnquiry[]) => change(transaction, enquiries, 1),
    /** Takes back what `add` counted. */
    subtract: (transaction: Kysely<Tables>, enquiries: CountedEnquiry[]) =>
      change(transaction, enquiries, -1),
    /** Starts to count in other rows. Call this after a failed transaction: if its connection was lost, PostgreSQL may
     * keep its row locks for seconds, and all further transactions would wait for them. */
    changeShard(): void {
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
