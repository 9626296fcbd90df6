import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import type { Logger } from 'pino';
import { createRecentMap } from '../spam/trackers.ts';
import {
  type AppDependencies,
  type AppEnvironment,
  clientAddress,
  isFromThisMachine,
  listForwarded,
} from './context.ts';
import { Refusal } from './refusal.ts';

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

const dayMs = 24 * 3_600_000;

/** Reports daily that `X-Forwarded-For` contradicts the number of trusted web servers. It is an error if limits per
 * address don't apply, because only the address of a web server on this machine is known, or if clients can choose their
 * address. Otherwise it is a warning: all visitors may share one address, or a client sent the header itself or bypassed
 * the web servers. */
export function forwardedWarning({ settings, log, metrics, monotonicMs }: AppDependencies) {
  const { trustedProxyHops } = settings.requests;
  const report = (level: 'error' | 'warn') => {
    if (trustedProxyHops === 0) log[level]('X-Forwarded-For ignored: set TRUSTED_PROXY_HOPS');
    else log[level]('X-Forwarded-For too short: check TRUSTED_PROXY_HOPS');
  };
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
    report(level);
    return next();
  });
}

/** Prevents caching of every response whose route doesn't allow it. */
export function noStore() {
  return createMiddleware<AppEnvironment>(async function noStore(context, next) {
    await next();
    const { headers } = context.res;
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  });
}

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
    throw new Refusal('too-many-requests', { retrySeconds, reason: 'rate-per-address' });
  });
}

/** Security headers for responses that are never documents. The widget and its definitions are loaded by pages of other
 * origins, so the headers that would restrict this are off; the web server in front sets those for the connection. */
export function securityHeaders() {
  return secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    referrerPolicy: 'no-referrer',
    xContentTypeOptions: 'nosniff',
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}

/** Clients choose their `Origin` header, so these limits keep them from filling the memory and the log. */
const maxWarnings = 50;
const periodMs = 3_600_000;
const maxLoggedLength = 200;

export type PageOrigins = ReturnType<typeof createPageOrigins>;

/** The origins of the pages that may send enquiries. */
export function createPageOrigins(origins: string[], log: Logger, monotonicMs: () => number) {
  const allowed = new Set(origins);
  const warned = new Set<string>();
  let periodStart = monotonicMs();
  return {
    isAllowed: (origin: string) => allowed.has(origin),
    /** Logs a warning about an origin that isn't allowed, because it may be the site owner's own: once an hour for each
     * origin, and for at most 50 origins an hour. */
    warnOfRefused(given: string): void {
      const now = monotonicMs();
      if (now - periodStart >= periodMs) {
        periodStart = now;
        warned.clear();
      }
      const origin = given.slice(0, maxLoggedLength);
      if (warned.size >= maxWarnings || warned.has(origin)) return;
      warned.add(origin);
      log.warn({ origin }, 'origin not allowed');
    },
  };
}
