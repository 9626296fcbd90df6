import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { isFromThisMachine, listForwarded } from '../client-address.ts';
import type { AppEnvironment } from '../context.ts';

const dayMs = 24 * 3_600_000;

export interface ForwardedWarningDependencies {
  log: Pick<Logger, 'warn' | 'error'>;
  metrics: { addressLimitsOff(): void };
  monotonicMs: () => number;
}

/** Reports daily that `X-Forwarded-For` contradicts the number of trusted web servers. It is an error if limits per
 * address don't apply, because only the address of a web server on this machine is known, or if clients can choose their
 * address. Otherwise it is a warning: all visitors may share one address, or a client sent the header itself or bypassed
 * the web servers. */
export function forwardedWarning(
  trustedProxyHops: number,
  { log, metrics, monotonicMs }: ForwardedWarningDependencies,
) {
  const ignored = {
    error: () => log.error('X-Forwarded-For ignored: set TRUSTED_PROXY_HOPS'),
    warn: () => log.warn('X-Forwarded-For ignored: set TRUSTED_PROXY_HOPS'),
  };
  const tooShort = {
    error: () => log.error('X-Forwarded-For too short: check TRUSTED_PROXY_HOPS'),
    warn: () => log.warn('X-Forwarded-For too short: check TRUSTED_PROXY_HOPS'),
  };
  const report = trustedProxyHops === 0 ? ignored : tooShort;
  const reportedAt = { error: Number.NEGATIVE_INFINITY, warn: Number.NEGATIVE_INFINITY };

  return createMiddleware<AppEnvironment>(function forwardedWarning(context, next) {
    const { length } = listForwarded(context);
    if (trustedProxyHops === 0 ? length === 0 : length >= trustedProxyHops) return next();
    const isLimitless = isFromThisMachine(context) && (trustedProxyHops === 0 || length === 0);
    if (isLimitless) metrics.addressLimitsOff();
    const isChosenByClient = trustedProxyHops > 0 && length > 0;
    const level = isLimitless || isChosenByClient ? 'error' : 'warn';
    if (monotonicMs() - reportedAt[level] < dayMs) return next();
    reportedAt[level] = monotonicMs();
    report[level]();
    return next();
  });
}
