import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { Refusal } from '../acceptance/refusal.ts';
import { maxLoggedLength, type SharedState } from '../acceptance/shared-state.ts';
import { dayMs } from '../contract/durations.ts';
import { uploadTokenPattern } from '../enquiry/identifiers.ts';
import {
  type AppContext,
  type AppDependencies,
  type AppEnvironment,
  bearerOf,
  clientAddress,
  isFromThisMachine,
  isWebOrigin,
  listForwarded,
  senderOf,
} from './context.ts';

/** Logs one line per request, and counts those with a client key. The line contains the route's pattern instead of the
 * path, and nothing that the visitor sent. */
export function accessLog({ log, metrics, monotonicMs }: AppDependencies) {
  return createMiddleware<AppEnvironment>(async function accessLog(context, next) {
    const startedAt = monotonicMs();
    await next();
    const { status } = context.res;
    const client = context.get('client')?.name;
    if (client !== undefined) metrics.clientResponded(client, status);
    log.info(
      {
        id: context.get('requestId'),
        method: context.req.method,
        route: routePath(context, -1),
        status,
        client,
        ms: Math.round(monotonicMs() - startedAt),
        bytes: context.get('bytes') ?? 0,
        reason: context.get('refusalReason'),
      },
      'request completed',
    );
  });
}

const preflightSeconds = 7_200;

/** Accepts requests from pages of the allowed origins, from the proxy's own, and `POST` requests that a server sends with a
 * client key. Checks the request itself, because CORS headers alone don't stop a page from sending one. An allowed origin
 * can read every response, refusals included. */
export function allowedOrigins(
  { isAllowed, warnOfRefused }: PageOrigins,
  isFromServer: (context: AppContext) => boolean = () => false,
) {
  return createMiddleware<AppEnvironment>(async function allowedOrigins(context, next) {
    const origin = context.req.header('origin');
    const { method } = context.req;
    context.header('vary', 'Origin');
    // No page can set this header (Fetch Metadata 2.4), so the proxy needn't know its own origin.
    const isSameOrigin = context.req.header('sec-fetch-site') === 'same-origin';
    const isFromPage = origin !== undefined && (isAllowed(origin) || (isSameOrigin && isWebOrigin(origin)));
    if (isFromPage) {
      context.header('access-control-allow-origin', origin);
      context.header('access-control-expose-headers', 'Retry-After');
    }
    if (method === 'POST' && isFromServer(context)) return next();
    if (!isFromPage) {
      if (origin !== undefined) warnOfRefused(origin);
      if (method === 'POST' || origin !== undefined) throw new Refusal('origin-not-allowed');
      return next();
    }
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

/** Reports daily that `X-Forwarded-For` contradicts the number of trusted web servers. It is an error if limits per
 * address don't apply, because only the address of a web server on this machine is known, or if clients can choose their
 * address. Otherwise it is a warning: all visitors may share one address, or a client sent the header itself or bypassed
 * the web servers. */
export function forwardedWarning({ settings, shared, log, metrics }: AppDependencies) {
  const { trustedProxyHops } = settings.requests;
  const report = (level: 'error' | 'warn') => {
    if (trustedProxyHops === 0) log[level]('X-Forwarded-For ignored: set TRUSTED_PROXY_HOPS');
    else log[level]('X-Forwarded-For too short: check TRUSTED_PROXY_HOPS');
  };

  return createMiddleware<AppEnvironment>(function forwardedWarning(context, next) {
    const { length } = listForwarded(context);
    if (trustedProxyHops === 0 ? length === 0 : length >= trustedProxyHops) return next();
    const isLimitless = isFromThisMachine(context) && (trustedProxyHops === 0 || length === 0);
    if (isLimitless) metrics.addressLimitsOff();
    const isChosenByClient = trustedProxyHops > 0 && length > 0;
    const level = isLimitless || isChosenByClient ? 'error' : 'warn';
    if (shared.isUnreported(`forwarded ${level}`, dayMs)) report(level);
    return next();
  });
}

/** Limits how many `POST` requests an address, or a client with a key, may send per minute. */
export function rateLimit(take: SharedState['takeEnquiry'], trustedProxyHops: number) {
  return createMiddleware<AppEnvironment>(function rateLimit(context, next) {
    if (context.req.method === 'POST')
      take(senderOf(context, trustedProxyHops).limitedAs, { perMinute: context.get('client')?.perMinute });
    return next();
  });
}

/** The headers of responses that are never documents and that nobody caches. */
const defaults = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Adds the headers that a response doesn't set itself, as pages do. The widget and its definitions are loaded by pages of
 * other origins, so there is none that would restrict this; the web server in front sets those for the connection. Without
 * `caching`, nobody keeps any response. */
export function defaultHeaders({ caching }: AppDependencies['settings']['requests']) {
  return createMiddleware<AppEnvironment>(async function defaultHeaders(context, next) {
    await next();
    const { headers } = context.res;
    for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value);
    if (caching === 'off') headers.set('cache-control', defaults['cache-control']);
  });
}

/** The origins of the pages that may send enquiries. */
export interface PageOrigins {
  isAllowed(origin: string): boolean;
  warnOfRefused(origin: string): void;
}

/** Returns a function that recognises server applications by their client keys: whether a server sends the request with
 * one of the keys, whose name the context has from then on. It throws a refusal if a page has the key, or if a server has
 * an unknown one or its address has tried too many. */
export function createClientRecogniser({ settings, shared, log }: AppDependencies) {
  const { trustedProxyHops } = settings.requests;
  const known = settings.clientKeys.map(({ key, ...client }) => ({ ...client, digest: toDigest(key) }));

  /** Takes the same time for every text, so that it reveals nothing about the keys. */
  function findClient(given: string) {
    const digest = toDigest(given);
    let found: (typeof known)[number] | undefined;
    for (const each of known) if (timingSafeEqual(each.digest, digest)) found = each;
    return found;
  }

  return (context: AppContext): boolean => {
    const origin = context.req.header('origin');
    const credential = bearerOf(context);
    const isFromPage = origin !== undefined;
    if (credential === undefined || (isFromPage && uploadTokenPattern.test(credential))) return false;
    // While the address has no guesses left, it doesn't learn whether a key is right either.
    const address = clientAddress(context, trustedProxyHops);
    shared.takeWrongKey(address, { count: 0 });
    const found = findClient(credential);
    if (!found) {
      shared.takeWrongKey(address);
      if (isFromPage) return false;
      throw new Refusal('client-key-invalid');
    }
    const { name: client } = found;
    context.set('client', found);
    if (!isFromPage) return true;
    if (shared.isUnreported(`client key ${client}`, dayMs))
      log.warn({ client, origin: origin.slice(0, maxLoggedLength) }, 'client key in a page');
    throw new Refusal('client-key-in-page');
  };
}

const toDigest = (key: string) => createHash('sha256').update(key).digest();
