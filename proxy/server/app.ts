import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { requestId } from 'hono/request-id';
import { Refusal } from '../acceptance/refusal.ts';
import type { ProblemDocument } from '../contract/enquiry.ts';
import type { AppContext, AppDependencies, AppEnvironment } from '../http/context.ts';
import {
  accessLog,
  allowedOrigins,
  createClientRecogniser,
  defaultHeaders,
  forwardedWarning,
  type PageOrigins,
  rateLimit,
} from '../http/middleware.ts';
import { FormPages } from '../http/pages/form-pages.ts';
import { postForm } from '../http/pages/posted-form.ts';
import { getPrerenderedForm } from '../http/pages/prerendered-form.ts';
import { refusals } from '../http/refusals.ts';
import { getCaseType, postTestLink } from '../http/routes/case-types.ts';
import { postEnquiry } from '../http/routes/enquiries.ts';
import { getReady } from '../http/routes/health.ts';
import { getAttachmentLimits, postAttachment } from '../http/routes/uploads.ts';
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
  const { settings, config, shared, randomBytes } = dependencies;
  const { publicUrl, trustedProxyHops } = settings.requests;
  const pages = new FormPages(dependencies);
  const app = new Hono<AppEnvironment>();
  app.use(
    // Without a header name, clients can't choose the id, and responses don't carry it.
    requestId({ headerName: '', generator: () => Buffer.from(randomBytes(9)).toString('base64url') }),
    accessLog(dependencies),
    defaultHeaders(dependencies.settings.requests),
  );
  const allowed = new Set([...config.origins, ...(publicUrl ? [publicUrl.origin] : [])]);
  const origins: PageOrigins = {
    isAllowed: origin => allowed.has(origin),
    warnOfRefused: shared.warnOfRefusedOrigin,
  };
  const isFromServer = createClientRecogniser(dependencies);
  for (const path of ['', '/:reference/attachments', '/:reference/attachment-limits'])
    app.use(`/enquiries${path}`, allowedOrigins(origins, isFromServer));
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
    ['GET', '/enquiries/:reference/files', (each: AppContext) => pages.getFiles(each)],
    ['POST', '/test-links', postTestLink(dependencies)],
    ['GET', '/case-types/:case_type', getCaseType(dependencies, origins)],
    ['GET', '/forms', (each: AppContext) => pages.getList(each)],
    ['GET', '/forms/:case_type', (each: AppContext) => pages.getForm(each)],
    ['POST', '/forms/:case_type', postForm(dependencies, pages)],
    ['GET', '/forms/:case_type/prerendered', getPrerenderedForm(dependencies)],
    ...createWidgetRoutes(dependencies),
    ['GET', '/health/live', (each: AppContext) => each.json({ status: 'live' })],
    ['GET', '/health/ready', getReady(dependencies)],
  ] as const;
  for (const [method, path, handle] of routes) app.on(method, path, handle);
  for (const [, path] of routes) {
    const methods = routes.flatMap(([method, each]) => (each === path ? [method] : []));
    app.all(path, context => {
      context.header('allow', methods.map(method => (method === 'GET' ? 'GET, HEAD' : method)).join(', '));
      throw new Refusal('method-not-allowed');
    });
  }
  const respond = createRefusalResponder(dependencies, pages);
  app.notFound(context => respond(context, new Refusal('not-found')));
  app.onError((error, context) => respond(context, error));
  return app;
}

/** Returns the function that turns every error into a response: a problem document (RFC 9457), or a page where visitors
 * see it. */
function createRefusalResponder({ log, metrics }: AppDependencies, pages: FormPages) {
  return (context: AppContext, error: Error): Response => {
    const refusal = error instanceof Refusal ? error : new Refusal('internal-error', { cause: error });
    const { code, retrySeconds, reason, cause, members } = refusal;
    const [status, title] = refusals[code];
    const id = context.get('requestId');
    metrics.refused(code, reason);
    if (reason !== undefined) context.set('refusalReason', reason);
    if (status >= 500) {
      if (isPostgresDiskFull(cause)) log.error({ id, err: cause }, 'database disk full');
      else if (status === 503) log.error({ id, err: cause }, 'request refused: storage unavailable');
      else log.error({ id, err: cause }, 'internal error');
    }
    if (retrySeconds !== undefined) context.header('retry-after', String(retrySeconds));
    if (status === 401) context.header('www-authenticate', 'Bearer');
    if (pagePath.test(context.req.path)) return pages.refusal(context, refusal);
    context.header('content-type', 'application/problem+json');
    const document: ProblemDocument = { title, status, code, ...members };
    return context.body(JSON.stringify({ ...document, ...(status >= 500 && { request_id: id }) }), status);
  };
}
