import type { AppContext } from './context.ts';
import { Refusal } from './refusal.ts';

/** The `Idempotency-Key` header: a UUID, in lower case. Accepts it with the quotes of a structured field (RFC 8941) and
 * without. Throws a refusal when it is missing or malformed. */
export function idempotencyKey(context: AppContext): string {
  const header = context.req.header('idempotency-key') ?? '';
  const key = /^"?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"?$/i.exec(header)?.[1];
  if (key === undefined) throw new Refusal('idempotency-key-required');
  return key.toLowerCase();
}
