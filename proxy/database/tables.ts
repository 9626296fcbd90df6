import { type Generated, type Selectable, type SqlBool, sql } from 'kysely';

/** The outbox's tables. Times are milliseconds since 1970; 0 stands for "not set". */
export interface Tables {
  deliveries: DeliveryTable;
  /** One row: which outbox this is. A database without it has never been in use. */
  identity: { id: number; outbox_id: string };
  /** Files of deliveries that were delivered or dropped; each is erased from the spool, then from this list. */
  unneeded_files: { name: string };
  publications: { hash: string; publication: string };
  assets: { name: string; content: string };
  health: { id: number; probes: number };
  /** A fleet's spool: files in rows of at most 1 MB. The last row of a file says that the file is complete. */
  pieces: { spooled: string; position: number; bytes: Buffer; is_last: boolean; created_at: number };
}

/** One enquiry or one attachment on its way to the enquiry API. */
export interface DeliveryTable {
  id: Generated<number>;
  kind: 'enquiry' | 'attachment';
  /** The idempotency key's scope: the route's path. */
  route: string;
  idempotency_key: string;
  /** HMAC of what was sent with the key: the same key with another body is a mistake. */
  digest: string;
  reference: string;
  /** An enquiry's body for the enquiry API, or an attachment's name, kind and size; null once it has ended. */
  content: string | null;
  /** An attachment's file in the spool; null once delivered. */
  spooled: Generated<string | null>;
  /** `refused`: the enquiry API refused a field while the visitor waited, and the visitor was told. `dropped`: the
   * operator deleted it; only the key is left, so that a tab that repeats the request doesn't bring it back. */
  state: Generated<'waiting' | 'delivered' | 'held' | 'refused' | 'dropped'>;
  /** The enquiry API's integer (spec 4.1, 4.2), once delivered. */
  result: Generated<number | null>;
  /** The field that the enquiry API refused, once refused. */
  refused_field: Generated<string | null>;
  /** Requests that were begun. */
  tries: Generated<number>;
  /** Of these, how many may have been processed without our hearing of it. */
  unknowns: Generated<number>;
  due_at: number;
  /** Until when a process has it; 0 when it was given back in order. */
  lease_until: Generated<number>;
  /** Grows with each claim, so that a late finisher can't overwrite its successor. */
  fence: Generated<number>;
  /** Until when a visitor may wait for the outcome; 0 once none can. Only until then can it be refused. */
  answer_by: Generated<number>;
  /** Why the last try did not deliver it; holds nothing of the visitor's. */
  reason: Generated<string | null>;
  created_at: number;
  ended_at: Generated<number>;
}

export type DeliveryRow = Selectable<DeliveryTable>;

/** Deliveries that are not over. */
export const isOpen = sql<SqlBool>`state in ('waiting', 'held')`;
/** Deliveries that are over, or held. */
export const hasEnded = sql<SqlBool>`ended_at > 0`;
