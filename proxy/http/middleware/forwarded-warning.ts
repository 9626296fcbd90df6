import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { isFromThisMachine } from '../client-address.ts';
import type { AppEnvironment } from '../context.ts';

const dayMs = 24 * 3_600_000;

export interface ForwardedWarningDependencies {
  log: Pick<Logger, 'warn' | 'error'>;
  metrics: { addressLimitsOff(): void };
  monotonicMs: () => number;
}

/** Warns daily while requests come through a web server that isn't trusted. If it runs on this machine, limits per
 * address don't apply, which is an error. Otherwise all visitors may share one address, or a client sent the header. */
export function forwardedWarning(
  trustedProxyHops: number,
  { log, metrics, monotonicMs }: ForwardedWarningDependencies,
) {
  const loggedAt = { error: Number.NEGATIVE_INFINITY, warn: Number.NEGATIVE_INFINITY };
  return createMiddleware<AppEnvironment>(function forwardedWarning(context, next) {
    if (trustedProxyHops > 0 || context.req.header('x-forwarded-for') === undefined) return next();
    const isLimitless = isFromThisMachine(context);
    if (isLimitless) metrics.addressLimitsOff();
    const level = isLimitless ? 'error' : 'warn';
    if (monotonicMs() - loggedAt[level] < dayMs) return next();
    loggedAt[level] = monotonicMs();
    if (isLimitless) log.error('X-Forwarded-For ignored: set TRUSTED_PROXY_HOPS');
    else log.warn('X-Forwarded-For ignored: set TRUSTED_PROXY_HOPS');
    return next();
  });
}
