import { createMiddleware } from 'hono/factory';
import type { AppEnvironment } from '../context.ts';
import type { PageOrigins } from '../page-origins.ts';
import { Refusal } from '../refusal.ts';

const preflightSeconds = 7_200;

/** Accepts requests from pages of the allowed origins only. Checks the request itself, because CORS headers alone don't
 * stop a page from sending one. An allowed origin can read every response, refusals included. */
export function allowedOrigins({ isAllowed, warnOfRefused }: PageOrigins) {
  return createMiddleware<AppEnvironment>(async function allowedOrigins(context, next) {
    const origin = context.req.header('origin');
    const { method } = context.req;
    context.header('vary', 'Origin');
    if (origin === undefined || !isAllowed(origin)) {
      if (origin !== undefined) warnOfRefused(origin);
      if (method === 'POST' || origin !== undefined) throw new Refusal('origin-not-allowed');
      return next();
    }
    context.header('access-control-allow-origin', origin);
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
