import type { DeliveryRow } from '../database/tables.ts';
import type { CreateBody } from '../enquiry/create-body.ts';

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
