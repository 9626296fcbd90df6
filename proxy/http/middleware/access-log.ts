import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { AppEnvironment } from '../context.ts';

/** Logs one line per request. Contains the route's pattern instead of the path, and nothing that the visitor sent. */
export function accessLog(log: Logger, monotonicMs: () => number) {
  return createMiddleware<AppEnvironment>(async function accessLog(context, next) {
    const startedAt = monotonicMs();
    await next();
    log.info(
      {
        id: context.get('requestId'),
        method: context.req.method,
        route: routePath(context, -1),
        status: context.res.status,
        ms: Math.round(monotonicMs() - startedAt),
        bytes: context.get('bytes') ?? 0,
        reason: context.get('refusalReason'),
      },
      'request completed',
    );
  });
}
