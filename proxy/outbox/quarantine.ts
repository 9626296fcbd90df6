import { sql } from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import { type DeliveryRow, isQuarantined, isSuspect, type Tables } from '../database/tables.ts';
import { toCountGroup } from './count-group.ts';
import type { EnquiryCounter } from './enquiry-counter.ts';

/** The number of enquiries that were quarantined for the same signals and have the same outcome so far. */
export interface QuarantineCount {
  outcome: 'quarantined' | 'released' | 'dropped';
  /** The names of the signals. */
  signals: string[];
  count: number;
}

/** The outbox's interface for the quarantine. */
export interface Quarantine {
  /** Makes a quarantined enquiry and its attachments wait for delivery, and counts the enquiry on the day it arrived.
   * Resolves with the released deliveries after the commit; none if the enquiry isn't quarantined. */
  releaseSuspect(reference: string): Promise<DeliveryRow[]>;
  /** Counts the quarantined enquiries, and those that were released or dropped and still have a row or tombstone. */
  countSuspects(): Promise<QuarantineCount[]>;
}

export function createQuarantine(
  { db, now, isShared }: OutboxDatabase,
  commit: Commit<Tables>,
  counter: EnquiryCounter,
): Quarantine {
  return {
    releaseSuspect: reference =>
      commit(async transaction => {
        // While an attachment is being added, it waits for this lock and then finds that the enquiry is released.
        const enquiry = await transaction
          .selectFrom('deliveries')
          .select(['content', 'site', 'created_at'])
          .where('reference', '=', reference)
          .where('kind', '=', 'enquiry')
          .where(isQuarantined)
          .$if(isShared, query => query.forUpdate())
          .executeTakeFirst();
        if (!enquiry) return [];
        const released = await transaction
          .updateTable('deliveries')
          .set({ state: 'waiting', due_at: now(), settled_at: 0, released_at: now() })
          .where('reference', '=', reference)
          .where(isQuarantined)
          .returningAll()
          .execute();
        const group = toCountGroup(JSON.parse(enquiry.content!), enquiry.site ?? '');
        await counter.add(transaction, [{ group, created_at: enquiry.created_at }]);
        return released;
      }),

    async countSuspects() {
      const rows = await db
        .selectFrom('deliveries')
        .select([
          'suspicion',
          sql<QuarantineCount['outcome']>`case when released_at > 0 then 'released' else state end`.as(
            'outcome',
          ),
          sql<number>`count(*)`.as('count'),
        ])
        .where(isSuspect)
        .groupBy(['suspicion', 'outcome'])
        .execute();
      return rows.map(({ suspicion, ...row }) => ({ ...row, signals: (suspicion ?? '').split(' ') }));
    },
  };
}

/** Returns a function that counts the quarantined enquiries, for a limit. */
export const createQuarantineCounter =
  ({ db }: OutboxDatabase) =>
  async (): Promise<number> => {
    const { count } = await db
      .selectFrom('deliveries')
      .select(sql<number>`count(*)`.as('count'))
      .where(isQuarantined)
      .where('kind', '=', 'enquiry')
      .executeTakeFirstOrThrow();
    return count;
  };
