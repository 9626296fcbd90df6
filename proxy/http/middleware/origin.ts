import { createMiddleware } from 'hono/factory';
import { Refusal } from '../refusal.ts';
import type { AppEnvironment } from '../request.ts';

const preflightSeconds = 7_200;

/** Lets only these origins write. They are checked on the request itself, because CORS headers alone don't stop anyone
 * from sending. An allowed origin can read every response, errors included. */
export function origin(allowed: string[]) {
  const origins = new Set(allowed);
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const from = context.req.header('origin');
    context.header('vary', 'Origin');
    const isAllowed = from !== undefined && origins.has(from);
    const { method } = context.req;
    if (!isAllowed) {
      if (method === 'POST' || from !== undefined) throw new Refusal('origin-not-allowed');
      return next();
    }
    context.header('access-control-allow-origin', from);
    context.header('access-control-expose-headers', 'Retry-After');
    if (method === 'OPTIONS') {
      context.header('access-control-allow-methods', 'POST');
      context.header(
        'access-control-allow-headers',
        'Authorization, Content-Disposition, Content-Type, Idempotency-Key',
      );
      context.header('access-control-max-age', String(preflightSeconds));
      return context.body(null, 204);
    }
    return next();
  });
}
