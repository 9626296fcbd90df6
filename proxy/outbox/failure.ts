import { type DeskTexts, deskTexts, type FailureFacts } from '../contract/languages/desk-texts.ts';
import type { HeldCause } from '../database/tables.ts';
import { toPrintable } from './formats.ts';

/** Words why a delivery is held. */
export const describeCause = (cause: HeldCause, { causes } = deskTexts.en): string => causes[cause];

/** Why an attempt or a test of the login failed, without visitors' data. It is stored as a code, and worded where it is
 * shown. */
export interface Failure extends FailureFacts {
  cause: FailureCause;
}
export type FailureCause = keyof DeskTexts['failures'];

/** Words a failure: `responded 400: surname`. */
export const describeFailure = (failure: Failure, { failures } = deskTexts.en): string =>
  toPrintable(failures[failure.cause](failure));

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
export function describeStoredFailure(text: string | null, texts?: DeskTexts): string | null {
  const failure = decodeFailure(text);
  return failure && describeFailure(failure, texts);
}
