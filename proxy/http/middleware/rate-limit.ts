import { createMiddleware } from 'hono/factory';
import { createRecentMap } from '../../spam/trackers.ts';
import { clientAddress } from '../client-address.ts';
import type { AppEnvironment } from '../context.ts';
import { Refusal } from '../refusal.ts';

const minuteMs = 60_000;
/** Beyond this number, the address whose last request is oldest is forgotten. */
const maxAddresses = 20_000;

/** Limits how many `POST` requests an address may send per minute. The whole minute's allowance may be used in one burst. */
export function rateLimit(perMinute: number, trustedProxyHops: number, monotonicMs: () => number) {
  /** A token bucket for each address. */
  const buckets = createRecentMap<string, { tokens: number; at: number }>(maxAddresses);

  /** Takes a token from the bucket. Returns undefined on success; otherwise the number of seconds to wait. */
  function take(address: string): number | undefined {
    const now = monotonicMs();
    const { tokens, at } = buckets.get(address) ?? { tokens: perMinute, at: now };
    const available = Math.min(perMinute, tokens + ((now - at) * perMinute) / minuteMs);
    buckets.set(address, { tokens: available >= 1 ? available - 1 : available, at: now });
    return available >= 1 ? undefined : Math.ceil(((1 - available) * minuteMs) / perMinute / 1_000);
  }

  return createMiddleware<AppEnvironment>(function rateLimit(context, next) {
    const address = context.req.method === 'POST' ? clientAddress(context, trustedProxyHops) : undefined;
    const retrySeconds = address === undefined ? undefined : take(address);
    if (retrySeconds === undefined) return next();
    throw new Refusal('too-many-requests', {
      headers: { 'retry-after': String(retrySeconds) },
      reason: 'rate-per-address',
    });
  });
}
