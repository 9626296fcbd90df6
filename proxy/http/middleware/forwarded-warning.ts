import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { AppEnvironment } from '../context.ts';

/** Warns once when requests come through a web server that isn't trusted: all visitors then share one address, or the
 * limits per address don't apply. */
export function forwardedWarning(trustedProxyHops: number, log: Logger) {
  let isLogged = false;
  return createMiddleware<AppEnvironment>(function forwardedWarning(context, next) {
    if (!isLogged && trustedProxyHops === 0 && context.req.header('x-forwarded-for') !== undefined) {
      isLogged = true;
      log.warn('X-Forwarded-For ignored: set TRUSTED_PROXY_HOPS');
    }
    return next();
  });
}
