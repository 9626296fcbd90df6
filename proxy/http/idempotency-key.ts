import type { AppContext } from './context.ts';
import { Refusal } from './refusal.ts';

/** A UUID with or without the quotes of a structured field (RFC 8941). */
export const idempotencyKeyPattern = /^"?([0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})"?$/;

/** The `Idempotency-Key` header: the UUID, in lower case. Throws a refusal when it is missing or malformed. */
export function idempotencyKey(context: AppContext): string {
  const header = context.req.header('idempotency-key') ?? '';
  const key = idempotencyKeyPattern.exec(header)?.[1];
  if (key === undefined) throw new Refusal('idempotency-key-required');
  return key.toLowerCase();
}
