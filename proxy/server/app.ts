import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';
import type { AppContext, AppEnvironment } from '../http/context.ts';
import {
  accessLog,
  allowedOrigins,
  forwardedWarning,
  noStore,
  rateLimit,
  securityHeaders,
} from '../http/middleware.ts';
import { createPageOrigins } from '../http/page-origins.ts';
import { Refusal } from '../http/refusal.ts';
import { expectsContinue } from '../http/request-body.ts';
import { type PostAttachmentDependencies, postAttachment } from '../http/routes/attachments.ts';
import { type GetCaseTypeDependencies, getCaseType } from '../http/routes/case-types.ts';
import { type PostEnquiryDependencies, postEnquiry } from '../http/routes/enquiries.ts';
import { type GetReadyDependencies, getLive, getReady } from '../http/routes/health.ts';
import { type PostTestLinkDependencies, postTestLink } from '../http/routes/test-links.ts';
import {
  type GetWidgetDependencies,
  getAsset,
  getAttributionScript,
  getEntry,
  getHeightScript,
} from '../http/routes/widget.ts';
import { isDiskFull } from '../outbox/store-failures.ts';
import type { Config } from '../settings/config.ts';
import type { Settings } from '../settings/settings.ts';

/** The dependencies of the middleware and all routes. */
export type AppDependencies = PostEnquiryDependencies &
  PostAttachmentDependencies &
  PostTestLinkDependencies &
  GetCaseTypeDependencies &
  GetWidgetDependencies &
  GetReadyDependencies & {
    settings: Pick<Settings, 'requests'>;
    config: Pick<Config, 'origins'>;
    log: Logger;
    metrics: { refused(code: string, reason?: string): void; addressLimitsOff(): void };
  };

/** The headers of a full response that a 304 has, too. */
const retainedHeaders = [
  ...RETAINED_304_HEADERS,
  'access-control-allow-origin',
  'access-control-expose-headers',
  'content-security-policy',
  'cross-origin-resource-policy',
  'enquiry-origin',
  'referrer-policy',
  'x-content-type-options',
];

/** The proxy's HTTP interface, without a server. */
export function createApp(dependencies: AppDependencies): Hono<AppEnvironment> {
  const { settings, config, monotonicMs, randomBytes, log, metrics } = dependencies;
  const { publicOrigin, trustedProxyHops, enquiriesPerMinutePerAddress } = settings.requests;
  const app = new Hono<AppEnvironment>();
  app.use(
    // Without a header name, clients can't choose the id, and responses don't carry it.
    requestId({ headerName: '', generator: () => Buffer.from(randomBytes(9)).toString('base64url') }),
    accessLog(log, monotonicMs),
    securityHeaders(),
    noStore(),
  );
  const allowed = [...config.origins, ...(publicOrigin ? [publicOrigin] : [])];
  const origins = createPageOrigins(allowed, log, monotonicMs);
  for (const path of ['/enquiries', '/enquiries/:reference/attachments'])
    app.use(path, allowedOrigins(origins));
  app.use(
    '/enquiries',
    forwardedWarning(trustedProxyHops, { log, metrics, monotonicMs }),
    rateLimit(enquiriesPerMinutePerAddress, trustedProxyHops, monotonicMs),
  );
  app.use(
    '/test-links',
    allowedOrigins(origins),
    rateLimit(enquiriesPerMinutePerAddress, trustedProxyHops, monotonicMs),
  );
  for (const path of ['/case-types/*', '/enquiry-form.js', '/attribution.js', '/assets/*'])
    app.use(path, etag({ retainedHeaders }));

  const routes = [
    ['POST', '/enquiries', postEnquiry(dependencies)],
    ['POST', '/enquiries/:reference/attachments', postAttachment(dependencies)],
    ['POST', '/test-links', postTestLink(dependencies)],
    ['GET', '/case-types/:case_type', getCaseType(dependencies, origins)],
    ['GET', '/enquiry-form.js', getEntry(dependencies)],
    ['GET', '/attribution.js', getAttributionScript(dependencies)],
    ['GET', '/assets/measure-heights.js', getHeightScript(dependencies)],
    ['GET', '/assets/:name', getAsset(dependencies)],
    ['GET', '/health/live', getLive()],
    ['GET', '/health/ready', getReady(dependencies)],
  ] as const;
  for (const [method, path, respond] of routes) {
    app.on(method, path, respond);
    app.all(path, () => {
      throw new Refusal('method-not-allowed', {
        headers: { allow: method === 'GET' ? 'GET, HEAD' : method },
      });
    });
  }
  app.notFound(context => refuse(context, new Refusal('not-found')));
  app.onError((error, context) => refuse(context, error));

  function refuse(context: AppContext, error: Error): Response {
    const refusal = error instanceof Refusal ? error : new Refusal('internal-error', { cause: error });
    const { code, status, headers, reason, cause } = refusal;
    const id = context.get('requestId');
    const document = refusal.document();
    metrics.refused(code, reason);
    if (reason !== undefined) context.set('refusalReason', reason);
    if (status >= 500) {
      if (isDiskFull(cause)) log.error({ id, err: cause }, 'database disk full');
      else if (status === 503) log.error({ id, err: cause }, 'request refused: storage unavailable');
      else log.error({ id, err: cause }, 'internal error');
      document.request_id = id;
    }
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    // The client won't send the body now, so the next bytes on the connection must not be read as one.
    if (expectsContinue(context)) context.header('connection', 'close');
    context.header('content-type', 'application/problem+json');
    return context.body(JSON.stringify(document), status);
  }
  return app;
}
