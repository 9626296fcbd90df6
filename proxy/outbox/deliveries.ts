import { hash, randomBytes } from 'node:crypto';
import type { DeliveryRow, Tables } from '../database/tables.ts';
import type { CreateBody } from '../enquiry/create-body.ts';

/** The route of an enquiry's attachments, which is the scope of their idempotency keys. */
export const attachmentsRoute = (reference: string) => `/enquiries/${reference}/attachments`;

/** Whether attachments can be added to an enquiry in this state. */
export const acceptsAttachments = (state: DeliveryRow['state']) => state !== 'refused' && state !== 'dropped';

const laneSalt = randomBytes(16).toString('hex');

/** Assigns a sender to one of 256 lanes, so that nobody's deliveries push out those of the others. Says nothing about the
 * sender: another process assigns other lanes. */
export const laneOf = (sender: string | undefined): number =>
  sender === undefined ? 0 : hash('sha256', laneSalt + sender, 'buffer')[0]!;

interface NewRow {
  /** See `laneOf`. Default: 0. */
  lane?: number | undefined;
  route: string;
  idempotency_key: string;
  digest: string;
  reference: string;
}

export interface NewEnquiry extends NewRow {
  kind: 'enquiry';
  /** Default: `waiting`. The attachments of a test are tests, too, and those of a suspect are held. */
  state?: 'test' | 'held';
  /** Why the enquiry is held as a suspect. Default: it isn't. */
  suspicion?: { signals: string[]; score: number };
  /** Our own name of the case type. The enquiry API may get another. */
  case_type: string;
  content: CreateBody;
  /** What the receipt promises, see `planCallBack`. Default: nothing. */
  call_back?: string | undefined;
  /** What each channel for alerts tells of it. */
  rings?: Tables['rings'][];
}

export interface NewAttachment extends NewRow {
  kind: 'attachment';
  content: AttachmentContent;
  /** Name of the spooled file. */
  spool_file: string;
}

/** The columns that a tombstone doesn't keep. */
export const erased = { content: null, case_type: null, last_message: null, held_cause: null };

/** Whether a delivery has stayed in the outbox since its arrival, so that no visitor waits for its outcome. */
export const isKeptBack = ({ state, held_cause }: Pick<DeliveryRow, 'state' | 'held_cause'>): boolean =>
  state === 'test' || held_cause === 'suspect';

/** A delivery that a route adds to the outbox. */
export type NewDelivery = NewEnquiry | NewAttachment;

/** A delivery in the outbox. */
export interface StoredDelivery extends DeliveryRow {
  /** The remaining milliseconds that the first request may wait for the outcome; 0 or less when the wait is over. */
  awaited_ms: number;
}

/** A delivery that belongs to this process until its lease ends. */
export interface Claim extends DeliveryRow {
  content: string;
  /** For an attachment: the identifier of its enquiry at the enquiry API. */
  enquiry_id: number | null;
  /** The last lease ended before its process gave the delivery back, so the last attempt has an unknown outcome. */
  isInterrupted: boolean;
}

/** How many attachments can still be added to an enquiry that has these. One in which the scanner has found something can be
 * replaced, but not for ever, because it is kept. */
export function roomLeft(attachments: Pick<DeliveryRow, 'held_cause'>[], most: number): number {
  const infected = attachments.filter(({ held_cause }) => held_cause === 'infected').length;
  return Math.max(most - attachments.length + Math.min(infected, most), 0);
}

/** The enquiry already has as many attachments as allowed. */
export class TooManyAttachments extends Error {}

/** The enquiry was dropped, purged or refused, so nothing can be attached to it. */
export class EnquiryGone extends Error {}

/** The file descriptor of spec 2.3. */
export interface FileDescriptor {
  name: string;
  mime: string;
  postname: string;
}

/** An attachment without its bytes, which are in the spool. */
export interface AttachmentContent {
  file: FileDescriptor;
  /** Size of the spooled file. */
  bytes: number;
  /** The SHA-256 of the spooled file, in hexadecimal. */
  sha256: string;
  /** Whether this file was found clean, or is to be delivered without a scan. Default: neither is known. */
  scan?: 'clean' | 'skipped';
}

/** The content that a delivery sends to the enquiry API. */
export type DeliveryContent =
  | { kind: 'enquiry'; content: CreateBody }
  | { kind: 'attachment'; content: AttachmentContent };

/** Encodes content for the `content` column. */
export function encodeContent({ content }: DeliveryContent): string {
  return JSON.stringify(content);
}

/** Decodes the content of a row. Tombstones have no content. */
export function decodeContent({ kind, content }: { kind: DeliveryRow['kind']; content: string }) {
  return { kind, content: JSON.parse(content) } as DeliveryContent; // Only `encodeContent` writes the column.
}
