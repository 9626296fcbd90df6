import { createMiddleware } from 'hono/factory';
import type { AppEnvironment } from '../context.ts';

/** Prevents caching of every response whose route doesn't allow it. */
export function noStore() {
  return createMiddleware<AppEnvironment>(async function noStore(context, next) {
    await next();
    const { headers } = context.res;
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  });
}
