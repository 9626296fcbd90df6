import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { Environment } from '../../settings/environment.ts';
import { addressOf } from '../client-address.ts';
import { Refusal } from '../refusal.ts';
import type { AppEnvironment } from '../request.ts';

const minuteMs = 60_000;
/** Addresses that are remembered; with more of them, those that were quiet longest are forgotten. */
const mostAddresses = 20_000;

/** Lets an address post so many enquiries a minute, all of them at once if it likes. Says once in the log when
 * addresses can't be told apart. */
export function rate(
  { ENQUIRY_RATE_PER_ADDRESS: most, TRUSTED_PROXY_HOPS }: Environment,
  monotonicMs: () => number,
  log: Logger,
) {
  let isSaid = false;
  /** What an address may still do, and when that was so; the last in this map was the last to ask. */
  const allowances = new Map<string, { left: number; at: number }>();

  function take(address: string): number | undefined {
    const now = monotonicMs();
    const { left, at } = allowances.get(address) ?? { left: most, at: now };
    const earned = Math.min(most, left + ((now - at) * most) / minuteMs);
    allowances.delete(address);
    allowances.set(address, { left: earned >= 1 ? earned - 1 : earned, at: now });
    if (allowances.size > mostAddresses) allowances.delete(allowances.keys().next().value!);
    return earned >= 1 ? undefined : Math.ceil(((1 - earned) * minuteMs) / most / 1_000);
  }

  return createMiddleware<AppEnvironment>((context, next) => {
    if (!isSaid && TRUSTED_PROXY_HOPS === 0 && context.req.header('x-forwarded-for') !== undefined) {
      isSaid = true;
      log.warn('visitors come through another web server, and are not told apart: set TRUSTED_PROXY_HOPS');
    }
    const address = context.req.method === 'POST' ? addressOf(context, TRUSTED_PROXY_HOPS) : undefined;
    const seconds = address === undefined ? undefined : take(address);
    if (seconds === undefined) return next();
    throw new Refusal('too-many-requests', {
      headers: { 'retry-after': String(seconds) },
      rule: 'rate-per-address',
    });
  });
}
