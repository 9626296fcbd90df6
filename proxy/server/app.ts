import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { requestId } from 'hono/request-id';
import { createClientRecogniser } from '../http/client-keys.ts';
import type { AppContext, AppDependencies, AppEnvironment } from '../http/context.ts';
import { createFormPages } from '../http/form-pages.ts';
import {
  accessLog,
  allowedOrigins,
  forwardedWarning,
  noStore,
  type PageOrigins,
  rateLimit,
  securityHeaders,
} from '../http/middleware.ts';
import { Refusal } from '../http/refusal.ts';
import { expectsContinue } from '../http/request-body.ts';
import { getAttachmentLimits, getFilesPage } from '../http/routes/add-later.ts';
import { postAttachment } from '../http/routes/attachments.ts';
import { postEnquiry } from '../http/routes/enquiries.ts';
import { getCaseType, postTestLink } from '../http/routes/form.ts';
import { getLive, getReady } from '../http/routes/health.ts';
import { getFormList, getFormPage } from '../http/routes/pages.ts';
import { postForm } from '../http/routes/post-form.ts';
import { getPrerenderedForm } from '../http/routes/prerendered.ts';
import { createWidgetRoutes } from '../http/routes/widget.ts';
import { isPostgresDiskFull } from '../outbox/outbox.ts';

/** The headers of a full response that a 304 has, too. */
const retainedHeaders = [
  ...RETAINED_304_HEADERS,
  'access-control-allow-origin',
  'access-control-expose-headers',
  'content-security-policy',
  'cross-origin-resource-policy',
  'enquiry-origin',
  'enquiry-policy',
  'referrer-policy',
  'x-content-type-options',
];

/** The addresses at which every response is a page, refusals and mistyped addresses too. Prerendered forms are for sites. */
const pagePath = /^\/forms(?:\/(?![^/]+\/prerendered$)|$)|^\/enquiries\/[^/]+\/files$/;

/** The proxy's HTTP interface, without a server. */
export function createApp(dependencies: AppDependencies): Hono<AppEnvironment> {
  const { settings, config, shared, randomBytes, log, metrics } = dependencies;
  const { publicOrigin, trustedProxyHops } = settings.requests;
  const widget = createWidgetRoutes(dependencies);
  const pages = createFormPages(dependencies);
  const app = new Hono<AppEnvironment>();
  app.use(
    // Without a header name, clients can't choose the id, and responses don't carry it.
    requestId({ headerName: '', generator: () => Buffer.from(randomBytes(9)).toString('base64url') }),
    accessLog(dependencies),
    securityHeaders(),
    noStore(),
  );
  const allowed = new Set([...config.origins, ...(publicOrigin ? [publicOrigin] : [])]);
  const origins: PageOrigins = {
    isAllowed: origin => allowed.has(origin),
    warnOfRefused: shared.warnOfRefusedOrigin,
  };
  const isFromServer = createClientRecogniser(dependencies);
  for (const path of ['/enquiries', '/enquiries/:reference/attachments'])
    app.use(path, allowedOrigins(origins, isFromServer));
  app.use('/enquiries', forwardedWarning(dependencies), rateLimit(shared.takeEnquiry, trustedProxyHops));
  for (const path of ['/forms', '/forms/:case_type']) app.use(path, forwardedWarning(dependencies));
  app.use('/test-links', allowedOrigins(origins), rateLimit(shared.takeTestLink, trustedProxyHops));
  for (const path of [
    '/forms/:case_type/prerendered',
    '/case-types/*',
    '/enquiry-form.js',
    '/attribution.js',
    '/assets/*',
  ])
    app.use(path, etag({ retainedHeaders }));

  const routes = [
    ['POST', '/enquiries', postEnquiry(dependencies)],
    ['POST', '/enquiries/:reference/attachments', postAttachment(dependencies)],
    ['GET', '/enquiries/:reference/attachment-limits', getAttachmentLimits(dependencies)],
    ['GET', '/enquiries/:reference/files', getFilesPage(dependencies)],
    ['POST', '/test-links', postTestLink(dependencies)],
    ['GET', '/case-types/:case_type', getCaseType(dependencies, origins)],
    ['GET', '/forms', getFormList(dependencies, pages)],
    ['GET', '/forms/:case_type', getFormPage(dependencies, pages)],
    ['POST', '/forms/:case_type', postForm(dependencies, pages)],
    ['GET', '/forms/:case_type/prerendered', getPrerenderedForm(dependencies)],
    ['GET', '/enquiry-form.js', widget.getEntry],
    ['GET', '/attribution.js', widget.getAttributionScript],
    ['GET', '/assets/measure-heights.js', widget.getHeightScript],
    ['GET', '/assets/licences.txt', widget.getNotices],
    ['GET', '/assets/:name', widget.getAsset],
    ['GET', '/health/live', getLive()],
    ['GET', '/health/ready', getReady(dependencies)],
  ] as const;
  for (const [method, path, respond] of routes) app.on(method, path, respond);
  for (const [, path] of routes) {
    const methods = routes.flatMap(([method, each]) => (each === path ? [method] : []));
    app.all(path, () => {
      const allow = methods.map(method => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
      throw new Refusal('method-not-allowed', { headers: { allow } });
    });
  }
  app.notFound(context => refuse(context, new Refusal('not-found')));
  app.onError((error, context) => refuse(context, error));

  function refuse(context: AppContext, error: Error): Response {
    const refusal = error instanceof Refusal ? error : new Refusal('internal-error', { cause: error });
    const { status, headers, reason, cause, document } = refusal;
    const id = context.get('requestId');
    metrics.refused(document.code, reason);
    if (reason !== undefined) context.set('refusalReason', reason);
    if (status >= 500) {
      if (isPostgresDiskFull(cause)) log.error({ id, err: cause }, 'database disk full');
      else if (status === 503) log.error({ id, err: cause }, 'request refused: storage unavailable');
      else log.error({ id, err: cause }, 'internal error');
    }
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    // The client won't send the body now, so the next bytes on the connection must not be read as one.
    if (expectsContinue(context)) context.header('connection', 'close');
    if (pagePath.test(context.req.path)) return pages.refusal(context, refusal);
    context.header('content-type', 'application/problem+json');
    return context.body(JSON.stringify({ ...document, ...(status >= 500 && { request_id: id }) }), status);
  }
  return app;
}
