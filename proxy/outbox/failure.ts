import { deskTexts } from '../contract/languages/desk-texts.ts';
import type { HeldCause } from '../database/tables.ts';
import { toPrintable } from './formats.ts';

/** The causes of failed attempts, and how an operator reads them. */
const causes = {
  /** The enquiry API, or a server in front of it, has responded with `status`. `parameter` is the field that it refused. */
  responded: ({ status, parameter }) =>
    `responded ${status}${parameter === undefined ? '' : `: ${parameter}`}`,
  /** The response with a status of success had no number of an enquiry. */
  responded_without_result: ({ status }) => `responded ${status} without a result`,
  /** `parameter` is the number, and the reference of the enquiry that had it already. */
  responded_with_known_number: ({ parameter }) => `responded with the number ${parameter}`,
  /** No byte of the request was sent. `parameter` is the code of the error, from OpenSSL or Node. */
  not_connected: ({ parameter }) => `no connection (${parameter})`,
  /** The same, after this many seconds. */
  connection_timeout: ({ parameter }) => `no connection (timed out after ${parameter} s)`,
  /** `parameter` is the code of the error, from Node or undici. */
  no_response: ({ parameter }) => `no response (${parameter})`,
  /** The same, after this many seconds. */
  response_timeout: ({ parameter }) => `timed out after ${parameter} s`,
  /** The process that sent it died. */
  interrupted: () => 'interrupted',
  file_differs: () => 'spooled file differs',
  file_unreadable: () => 'spooled file unreadable',
  not_scanned: ({ parameter }) => `file not scanned: ${parameter}`,
  infected: ({ parameter }) => `infected: ${parameter}`,
} satisfies Record<string, (failure: Failure) => string>;

/** Words why a delivery is held. */
export const describeCause = (cause: HeldCause, { causes } = deskTexts.en): string => causes[cause];

/** Why an attempt or a test of the login failed, without visitors' data. It is stored as a code, and worded where it is
 * shown. */
export interface Failure {
  cause: FailureCause;
  /** Of the HTTP response, if there was one. */
  status?: number | undefined;
  /** Depends on the cause. */
  parameter?: string | undefined;
}
export type FailureCause = keyof typeof causes;

/** Words a failure for operators: `responded 400: surname`. */
export const describeFailure = (failure: Failure): string => toPrintable(causes[failure.cause](failure));

/** Whether a response says that the login or the address is wrong (see the table in docs/delivery-guarantees.md). */
export const refusesLogin = ({ cause, status = 0 }: Failure) =>
  cause === 'responded' && ([401, 403, 404, 405].includes(status) || (status >= 300 && status < 400));

/** Encodes a failure for a column. The same failure always has the same text, so that the database can count them. */
export const encodeFailure = ({ cause, status, parameter }: Failure) =>
  JSON.stringify({ cause, status, parameter });

/** Decodes a column; null if nothing failed. */
export const decodeFailure = (text: string | null): Failure | null =>
  text === null ? null : (JSON.parse(text) as Failure); // Only `encodeFailure` writes these columns.

/** Words a column; null if nothing failed. */
export function describeStoredFailure(text: string | null): string | null {
  const failure = decodeFailure(text);
  return failure && describeFailure(failure);
}
