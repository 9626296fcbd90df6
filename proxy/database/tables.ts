import { type Generated, type Selectable, type SqlBool, sql } from 'kysely';

/** The outbox's tables. Times are milliseconds since 1970; 0 means "not set". */
export interface Tables {
  deliveries: DeliveryTable;
  /** One row, whose presence shows that the database has been in use: a lost database that was created again lacks it. */
  outbox_marker: { id: number; outbox_id: string };
  /** Spooled files of deliveries that were delivered or dropped. Each is erased from the spool, then from this list. */
  files_to_erase: { spool_file: string };
  /** Every definition that was ever published, by its hash. */
  definitions: { hash: string; definition: string };
  /** Parts of the widget, of this release and earlier ones. */
  assets: { name: string; content: string };
  /** One row that is changed to find out whether the database can write. */
  write_probe: { id: number; writes: number };
  /** A fleet's spool: files in chunks of at most 1 MB. The last chunk of a file shows that the file is complete. */
  file_chunks: {
    spool_file: string;
    position: number;
    bytes: Buffer;
    is_last: boolean;
    created_at: number;
  };
}

/** Enquiries and attachments to be delivered, and their tombstones. */
export interface DeliveryTable {
  id: Generated<number>;
  kind: 'enquiry' | 'attachment';
  /** The idempotency key's scope: the route's path. */
  route: string;
  idempotency_key: string;
  /** HMAC of the request body: the same key with another body is refused. */
  digest: string;
  reference: string;
  /** JSON, see `decodeContent`; null in a tombstone. */
  content: string | null;
  /** Name of an attachment's spooled file; null once delivered. */
  spool_file: Generated<string | null>;
  /** `refused`: the enquiry API refused a field while the visitor was waiting, and the proxy reported the problem.
   * `dropped`: the
   * operator deleted it. Its tombstone keeps a tab that repeats the request from adding it again. */
  state: Generated<'waiting' | 'delivered' | 'held' | 'refused' | 'dropped'>;
  /** The delivery's identifier at the enquiry API (spec 4.1, 4.2), once delivered. */
  enquiry_api_id: Generated<number | null>;
  /** The field that the enquiry API refused, once refused. */
  refused_field: Generated<string | null>;
  /** Requests that were started. */
  attempts: Generated<number>;
  /** Attempts that the enquiry API may have processed although no response arrived. */
  unknown_outcomes: Generated<number>;
  due_at: number;
  /** When the lease of the process that claimed it ends; 0 when it was given back. */
  lease_until: Generated<number>;
  /** Grows with each claim, so that a process whose lease has ended can't overwrite the changes of the next one. */
  fence: Generated<number>;
  /** Until when a visitor may be waiting for the outcome; 0 when none is. It can only be refused until then. */
  respond_by: Generated<number>;
  /** Why the last attempt failed. Contains nothing that a visitor sent. */
  last_failure: Generated<string | null>;
  created_at: number;
  /** When it was delivered, held, refused or dropped; 0 while it is waiting. */
  settled_at: Generated<number>;
}

export type DeliveryRow = Selectable<DeliveryTable>;

/** Waiting and held deliveries. */
export const isUnsettled = sql<SqlBool>`state in ('waiting', 'held')`;
/** Every delivery except the waiting ones. */
export const isSettled = sql<SqlBool>`settled_at > 0`;
