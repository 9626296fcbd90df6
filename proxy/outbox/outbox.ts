import type { DeliveryRow } from '../database/tables.ts';
import type { Publications } from '../enquiry/definitions.ts';

/** The route of an enquiry's attachments, which is the scope of their idempotency keys. */
export const attachmentsRoute = (reference: string) => `/enquiries/${reference}/attachments`;

/** What a route hands in, to be kept and delivered. */
export interface NewDelivery {
  kind: DeliveryRow['kind'];
  route: string;
  idempotency_key: string;
  digest: string;
  reference: string;
  /** JSON: an enquiry's body for the enquiry API, or an attachment's `{ name, kind, bytes }`. */
  content: string;
  spooled?: string;
}

/** States of an enquiry to which nothing can be attached. */
export const goneStates: DeliveryRow['state'][] = ['refused', 'dropped'];

/** How a delivery stands when its route answers the visitor. */
export type Settled =
  | { state: 'delivered'; result: number }
  | { state: 'accepted' }
  | { state: 'refused'; field: string }
  /** Whether it was refused or is kept is not known, because the database did not confirm: never acknowledge it. */
  | { state: 'unconfirmed' };

/** A visitor who waits for the outcome. */
export interface Waiter {
  waitMs: number;
  /** Aborted when the visitor has gone. */
  signal: AbortSignal;
  /** Whether the visitor can correct the field that the enquiry API refused. */
  canMend: (field: string) => boolean;
}

/** How much stands in the outbox, and for how long. */
export interface Depth {
  kind: DeliveryRow['kind'];
  state: 'waiting' | 'held';
  count: number;
  /** Age of the oldest, in milliseconds. */
  oldest_ms: number;
}

/** A delivery as it stands in the outbox. */
export interface KeptDelivery extends DeliveryRow {
  /** Milliseconds for which the first request may still wait for the outcome; 0 or less: it does not. */
  awaited_ms: number;
}

/** A delivery that this process has for as long as its lease lasts. */
export interface Claim extends DeliveryRow {
  content: string;
  /** Of an attachment: its enquiry's identifier at the enquiry API. */
  enquiry_id: number | null;
  /** Its last lease ran out without being given back: what was sent then may have arrived. */
  isInterrupted: boolean;
}

/** Who takes deliveries from the outbox to the enquiry API. */
export interface Courier {
  /** Whether what is added now is tried at once. */
  isReady: () => boolean;
  /** Something was added. */
  wake: () => void;
}

/** The enquiry has as many attachments as are allowed. */
export class TooManyAttachments extends Error {
  override name = 'TooManyAttachments';
}

/** The enquiry was dropped, purged or refused: nothing can be attached to it any more. */
export class EnquiryGone extends Error {
  override name = 'EnquiryGone';
}

/** What became of `drop`: everything with the reference was deleted, or nothing, because some of it is in flight. */
export interface Dropped {
  dropped: DeliveryRow[];
  inFlight: DeliveryRow[];
}

/** Where everything that was acknowledged stands until the enquiry API has it. Every method that changes
 * something resolves after the commit. */
export interface Outbox extends Publications {
  /** Keeps a delivery, unless its key is known: then the kept one is returned, and nothing changes. `settled`
   * resolves when there is an outcome, when the wait is over, or at once when it can't be tried at once.
   * Throws EnquiryGone for an attachment whose enquiry is not there any more, and TooManyAttachments when `most`
   * (default: any number) of its attachments are kept already. */
  add(
    delivery: NewDelivery,
    options?: { waiter?: Waiter; most?: number },
  ): Promise<{ row: KeptDelivery; isNew: boolean; settled: Promise<Settled> }>;
  find(route: string, idempotencyKey: string): Promise<KeptDelivery | undefined>;
  /** Makes a kept delivery safe to acknowledge to a visitor who repeats a request: its own commit confirms that the
   * row is durable, and from then on the delivery can't be refused. Resolves with the row as it stands then; undefined:
   * the first request may still wait for the outcome, or the row is gone. */
  confirm(id: number): Promise<KeptDelivery | undefined>;
  /** Puts another copy in the place of an attachment's file that is missing; false: the delivery has ended, or has
   * another file by now. */
  replaceFile(id: number, missing: string, copy: string): Promise<boolean>;
  /** The enquiry with this reference. */
  enquiry(reference: string): Promise<KeptDelivery | undefined>;

  /** Names who delivers: nobody waits for an outcome while it is not ready. */
  setCourier(courier: Courier): void;
  /** There will be no outcome soon: lets every visitor go who waits for one, but for those of these deliveries. */
  dismiss(except: Set<number>): void;
  /** Takes up to `limit` deliveries that are due, those with the fewest tries first. A lease that ran out
   * without being given back counts as an unknown outcome. Early, for a probe: also what is not
   * due yet, unless it may have been processed. */
  claim(limit: number, leaseMs: number, options?: { isEarly?: boolean }): Promise<Claim[]>;
  renew(claims: Claim[], leaseMs: number): Promise<void>;
  /** Erases the visitor's data, keeping key, digest and receipt; false: another process has it by now. */
  delivered(claim: Claim, result: number): Promise<boolean>;
  /** Due again in `delayMs`. */
  retry(claim: Claim, delayMs: number, reason: string, isUnknown: boolean): Promise<void>;
  /** Keeps it for the operator; never sent again by itself. */
  hold(claim: Claim, reason: string, isUnknown: boolean): Promise<void>;
  /** Lets the visitor who still waits correct the field, and erases what was sent; else holds it. The row stays as
   * `refused`, so that a repeat with the same key gets the same response. */
  refuse(claim: Claim, field: string | undefined, reason: string): Promise<'mended' | 'held'>;
  /** Makes due what was put off although nothing of it can have been processed; the rest within a minute. Leases that
   * end later than `leaseMs` from now, because the clock was stepped back, are shortened to that. */
  hurry(leaseMs: number): Promise<void>;
  /** The time by the clock that leases and due times go by: milliseconds since 1970. */
  time(): Promise<number>;
  /** Milliseconds until the next delivery is due, or its lease ends; undefined: nothing waits. */
  untilDue(): Promise<number | undefined>;

  /** What the operator sees: everything of a state (default: waiting and held) or a reference, the oldest first. */
  list(filter?: { state?: DeliveryRow['state']; reference?: string }): Promise<DeliveryRow[]>;
  depth(): Promise<Depth[]>;
  /** Makes a waiting one due now; false: it is not waiting. */
  hasten(id: number): Promise<boolean>;
  /** Lets a held one be sent again; one that may have arrived is marked. False: it is not held. */
  release(id: number): Promise<boolean>;
  /** Deletes an enquiry and its attachments for good, but for the enquiry's key, all or nothing: nothing is deleted while a part of it is being
   * sent, while a visitor still waits for its outcome, or when there is more of it than these deliveries (default: any),
   * of which the operator has a copy. */
  drop(reference: string, seen?: number[]): Promise<Dropped>;

  /** Of these files of the spool, those that a delivery needs. */
  needed(files: string[]): Promise<Set<string>>;
  /** Files of deliveries that were delivered or dropped, which may still be in the spool. */
  unneededFiles(): Promise<string[]>;
  /** These were erased from the spool. */
  filesErased(files: string[]): Promise<void>;
  /** Deletes what ended longer ago than this: receipts, and the keys of what was refused or dropped. */
  forget(ageMs: number): Promise<void>;
  /** Empties what the database keeps of erased rows beside its tables, as far as it can be told to. */
  tidy(): Promise<void>;
  keepAsset(name: string, content: string): Promise<void>;
  asset(name: string): Promise<string | undefined>;
  /** Throws when nothing can be stored. */
  probe(): Promise<void>;
  /** Why what is stored may yet be lost with the power; undefined: it is synced before it is acknowledged. */
  weakness(): Promise<string | undefined>;
  close(): Promise<void>;
}
