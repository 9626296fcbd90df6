import { sql } from 'kysely';
import { type OutboxDatabase, timeAgo } from '../database/outbox-database.ts';
import type { MetaEntry } from '../enquiry/create-body.ts';

/** How to find an earlier enquiry with the same content. */
export interface DuplicateSearch {
  /** Keyed digest (HMAC) of the content. */
  fingerprint: number;
  /** The maximum age of the earlier enquiry. */
  withinMs: number;
  /** Creates the entry that marks the enquiry as a possible duplicate of the one with this reference. */
  toEntry: (earlierReference: string) => MetaEntry;
}

/** Selects the reference of the earliest enquiry with the same content, for the RETURNING clause of an insert. It is
 * null if there is none. Refused and dropped enquiries are ignored, because that may be why the visitor sent the
 * enquiry again, and so are quarantined ones, because they may never be delivered. */
export const selectEarlier = (database: OutboxDatabase, withinMs: number) =>
  sql<string | null>`(
    select earlier.reference from deliveries as earlier
    where earlier.fingerprint = deliveries.fingerprint
      and earlier.created_at >= ${timeAgo(database, withinMs)} and earlier.id < deliveries.id
      and earlier.state not in ('refused', 'dropped', 'quarantined')
    order by earlier.created_at, earlier.id limit 1)`.as('earlier_reference');
