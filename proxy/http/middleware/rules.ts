import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { AppEnvironment } from '../request.ts';

/** The rules of every answer: an id, safe headers, one line in the log that holds nothing of the visitor's. */
export function rules(log: Logger, monotonicMs: () => number, newId: () => string) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const startedAt = monotonicMs();
    const requestId = newId();
    context.set('requestId', requestId);
    await next();
    const { headers, status } = context.res;
    headers.set('x-content-type-options', 'nosniff');
    headers.set('referrer-policy', 'no-referrer');
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    const bytes = context.get('bytes') ?? 0;
    const { method } = context.req;
    const rule = context.get('rule'); // Absent from the line when nothing was refused by one.
    const route = routePath(context, -1);
    const ms = Math.round(monotonicMs() - startedAt);
    log.info({ id: requestId, method, route, status, ms, bytes, rule }, 'answered');
  });
}
