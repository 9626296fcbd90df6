import { sql } from 'kysely';
import { type OutboxDatabase, timeAgo } from '../database/outbox-database.ts';
import type { MetaEntry } from '../enquiry/create-body.ts';

/** How to find an earlier enquiry with the same content. */
export interface DuplicateSearch {
  /** Keyed digest (HMAC) of the content. */
  fingerprint: number;
  /** How much earlier it may have been stored. */
  withinMs: number;
  /** Creates the entry that marks the enquiry as a possible duplicate of the earlier one, given its reference. */
  toEntry: (earlierReference: string) => MetaEntry;
}

/** In the RETURNING clause of an insert: the reference of the earliest enquiry with the same content; null if there is
 * none. One that was refused or dropped doesn't count, because it may have been sent again for that reason; nor does one in
 * quarantine, because it may never be delivered. */
export const selectEarlier = (database: OutboxDatabase, withinMs: number) =>
  sql<string | null>`(
    select earlier.reference from deliveries as earlier
    where earlier.fingerprint = deliveries.fingerprint
      and earlier.created_at >= ${timeAgo(database, withinMs)} and earlier.id < deliveries.id
      and earlier.state not in ('refused', 'dropped', 'quarantined')
    order by earlier.created_at, earlier.id limit 1)`.as('earlier_reference');
