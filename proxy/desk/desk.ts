// The desk: pages for people who decide about enquiries, on ADMIN_PORT. A view of the outbox: nothing is stored for it.
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { Refusal } from '../acceptance/refusal.ts';
import { type DeskTexts, deskTextsFor } from '../contract/languages/desk-texts.ts';
import type { Signer } from '../enquiry/identifiers.ts';
import type { WidgetFiles } from '../http/scripts/widget-files.ts';
import type { Inspection } from '../outbox/inspection.ts';
import type { Store } from '../outbox/outbox.ts';
import type { Config } from '../settings/config.ts';
import { isLoopback, type Settings } from '../settings/settings.ts';
import { createPasswordCheck, deskPath, isSameOrigin } from './access.ts';
import { drawEnquiry, drawHeld, pageSize, readCursor, toCause } from './enquiries.ts';
import { drawGlance } from './glance.ts';
import { drawPage, type Viewer } from './layout.ts';

export interface DeskDependencies {
  store: Store;
  settings: Pick<Settings, 'desk' | 'store'>;
  /** What a reload replaces. */
  current: () => {
    settings: Pick<Settings, 'desk'>;
    config: Pick<Config, 'hours' | 'pages'>;
    signer: Signer;
    widget: WidgetFiles;
  };
  inspect: () => Promise<Inspection>;
  clock: () => number;
  monotonicMs: () => number;
  log: Logger;
}

export interface DeskEnvironment {
  Bindings: Partial<HttpBindings>;
  Variables: { viewer: Viewer };
}
export type DeskContext = Context<DeskEnvironment>;

/** The title and a sentence for whatever the desk refuses. */
type Refused = Exclude<keyof DeskTexts['refused'], 'title'>;

const maxFormBytes = 65_536;

/** The desk without a server. */
export function createDesk(dependencies: DeskDependencies): Hono<DeskEnvironment> {
  const { store, settings, current, inspect, clock, monotonicMs, log } = dependencies;
  const { url, trustedHeader } = settings.desk;
  const { operator } = store.outbox;
  const listUsers = () => current().settings.desk.users ?? [];
  const checkPassword = createPasswordCheck(listUsers, monotonicMs);
  const needsUser = () => trustedHeader !== undefined || current().settings.desk.users !== undefined;

  /** Responds with a page. */
  async function respond(
    context: DeskContext,
    page: Parameters<typeof drawPage>[1],
    status: ContentfulStatusCode = 200,
  ) {
    const { config, widget } = current();
    const look = { formStyle: widget.page.pageStyles, accent: config.pages.brand.accent };
    const { policy, document } = await drawPage(context.var.viewer, page, look);
    context.header('content-security-policy', policy);
    return context.html(document, status);
  }
  const refuse = (context: DeskContext, why: Refused, status: ContentfulStatusCode) => {
    const { refused } = context.var.viewer.texts;
    return respond(context, { title: refused.title, body: refused[why] }, status);
  };

  const desk = new Hono<DeskEnvironment>();
  desk.use(async (context, next) => {
    const root = deskPath(context.req.header('host'), url);
    const { lang, texts } = deskTextsFor(context.req.header('accept-language'));
    const { config } = current();
    const viewer: Viewer = {
      lang,
      texts,
      root: root ?? '/',
      user: undefined,
      token: '',
      timeZone: config.hours?.time_zone,
      now: clock(),
    };
    context.set('viewer', viewer);
    context.header('cache-control', 'no-store');
    context.header('x-content-type-options', 'nosniff');
    // With `no-referrer`, browsers would send `Origin: null` with the page's own forms.
    context.header('referrer-policy', 'same-origin');
    context.header('cross-origin-resource-policy', 'same-origin');
    if (root === undefined) return refuse(context, 'host', 403);
    if (!needsUser()) return context.req.method === 'GET' ? next() : refuse(context, 'missing', 404);
    const user = await findUser(context);
    if (user === undefined) {
      context.header('www-authenticate', 'Basic realm="Enquiry desk", charset="UTF-8"');
      return refuse(context, 'signIn', 401);
    }
    const { signer } = current();
    context.set('viewer', { ...viewer, user, token: signer.deskToken(user, clock()) });
    return next();
  });

  /** The person who has signed in: whom the web server on this machine names, or whose password is right. */
  async function findUser(context: DeskContext): Promise<string | undefined> {
    const address = context.env?.incoming?.socket.remoteAddress ?? '';
    const named = trustedHeader && isLoopback(address) ? context.req.header(trustedHeader) : undefined;
    if (named) return named.slice(0, 100);
    const header = context.req.header('authorization');
    const user = await checkPassword(header, address);
    if (header !== undefined && user === undefined) log.warn('desk: wrong name or password');
    return user;
  }

  desk.get('/', async context => {
    const { viewer } = context.var;
    return respond(context, { part: 'glance', ...drawGlance(viewer, await inspect()) });
  });
  desk.use((context, next) =>
    context.var.viewer.user === undefined ? refuse(context, 'missing', 404) : next(),
  );
  desk.use(bodyLimit({ maxSize: maxFormBytes, onError: context => refuse(context, 'token', 413) }));
  desk.on('POST', '*', async (context, next) => {
    const { user } = context.var.viewer;
    const { token } = await context.req.parseBody();
    const isOwn = typeof token === 'string' && current().signer.isDeskToken(token, user!, clock());
    return isOwn && isSameOrigin(name => context.req.header(name)) ? next() : refuse(context, 'token', 403);
  });
  desk.get('/held', async context => {
    const { viewer } = context.var;
    const cause = toCause(context.req.query('cause'));
    const before = readCursor(context.req.query('before'));
    const [rows, counts] = await Promise.all([
      operator.listHeld(pageSize + 1, { cause, before }),
      operator.countHeld(),
    ]);
    const body = drawHeld(viewer, { rows, counts, cause, isOlder: before !== undefined });
    return respond(context, { part: 'held', title: viewer.texts.held, body });
  });
  desk.get('/enquiries/:reference', async context => {
    const { viewer } = context.var;
    // A browser may load pages that nobody has opened.
    if (context.req.header('sec-purpose')) return refuse(context, 'missing', 503);
    const reference = context.req.param('reference').toUpperCase();
    const rows = await operator.list({ reference });
    if (rows.length === 0) return refuse(context, 'missing', 404);
    log.info({ user: viewer.user, reference, action: 'show' }, 'desk used');
    return respond(context, { part: 'held', title: reference, body: drawEnquiry(viewer, rows) });
  });
  desk.notFound(context => refuse(context as DeskContext, 'missing', 404));
  desk.onError((error, context) => {
    if (error instanceof Refusal) {
      context.header('retry-after', String(error.retrySeconds ?? 60));
      return refuse(context as DeskContext, 'tooMany', 429);
    }
    log.error({ err: error }, 'desk failed');
    return refuse(context as DeskContext, 'failed', 503);
  });
  return desk;
}
