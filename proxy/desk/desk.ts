// The desk: pages for people who decide about enquiries, on ADMIN_PORT. A view of the outbox: nothing is stored for it.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { Refusal } from '../acceptance/refusal.ts';
import { type DeskTexts, deskTextsFor } from '../contract/languages/desk-texts.ts';
import type { DeliveryRow, HeldCause } from '../database/tables.ts';
import { referencePattern, type Signer } from '../enquiry/identifiers.ts';
import type { WidgetFiles } from '../http/scripts/widget-files.ts';
import { packCopy, writeCopy } from '../outbox/copies.ts';
import {
  type Batches,
  countDecided,
  createDecisions,
  type Decided,
  readNumber,
} from '../outbox/decisions.ts';
import { createMatcher } from '../outbox/find-enquiries.ts';
import { toPrintable } from '../outbox/formats.ts';
import { enquiryOf, readCursor, toCause } from '../outbox/held-enquiries.ts';
import { type Selection, sumUp, toCsv } from '../outbox/hourly-counts.ts';
import type { Inspection } from '../outbox/inspection.ts';
import type { Store } from '../outbox/outbox.ts';
import type { Config } from '../settings/config.ts';
import { isLoopback, type Settings } from '../settings/settings.ts';
import { createPasswordCheck, deskPath } from './access.ts';
import { type Decision, drawEnquiry, drawFind, drawHeld, pageSize } from './enquiries.ts';
import { drawGlance } from './glance.ts';
import { drawPage, type Page, type Viewer } from './layout.ts';

export interface DeskDependencies {
  store: Store;
  settings: Pick<Settings, 'desk' | 'store'>;
  /** What a reload replaces. */
  current: () => {
    settings: Pick<Settings, 'desk'>;
    config: Pick<Config, 'hours' | 'pages' | 'case_types' | 'origins'>;
    signer: Signer;
    widget: WidgetFiles;
  };
  inspect: (texts: DeskTexts) => Promise<Inspection>;
  clock: () => number;
  monotonicMs: () => number;
  log: Logger;
}

export interface DeskEnvironment {
  Bindings: Partial<HttpBindings>;
  /** `form` is that of a `POST` request, and `rows` those of the enquiry in the address. */
  Variables: { viewer: Viewer; form: Partial<Record<string, string>>; rows: DeliveryRow[] };
}
export type DeskContext = Context<DeskEnvironment>;

const maxFormBytes = 65_536;
/** Encrypted in an address, it must fit into a request line. */
const maxTerm = 200;
/** For a firm without hours. */
const systemTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Creates the desk's routes. */
export function createDesk(dependencies: DeskDependencies): Hono<DeskEnvironment> {
  const { store, settings, current, inspect, clock, monotonicMs, log } = dependencies;
  const { url } = settings.desk;
  const trustedHeader = settings.desk.trustedHeader?.toLowerCase();
  const { operator, hourlyCounts } = store.outbox;
  const decisions = createDecisions(store);
  const listUsers = () => current().settings.desk.users ?? [];
  const checkPassword = createPasswordCheck(listUsers, monotonicMs);
  const needsUser = () => trustedHeader !== undefined || current().settings.desk.users !== undefined;

  /** Responds with a page. */
  async function respond(context: DeskContext, page: Page, status: ContentfulStatusCode = 200) {
    const { config, widget } = current();
    const look = { formStyle: widget.page.pageStyles, accent: config.pages.brand.accent };
    const { policy, document } = await drawPage(context.var.viewer, page, look);
    context.header('content-security-policy', policy);
    return context.html(document, status);
  }
  /** Responds with one of the sentences about what the desk refuses. */
  const refuse = (context: DeskContext, why: keyof DeskTexts['refused'], status: ContentfulStatusCode) => {
    const { refused } = context.var.viewer.texts;
    return respond(context, { title: refused.title, body: refused[why] }, status);
  };

  const desk = new Hono<DeskEnvironment>();
  desk.use(async (context, next) => {
    const root = deskPath(context.req.header('host'), url);
    const viewer: Viewer = {
      ...{ root: root ?? '/', user: undefined, token: '', now: clock() },
      timeZone: current().config.hours?.time_zone ?? systemTimeZone,
      texts: deskTextsFor(context.req.header('accept-language')),
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
    const isTrusted = trustedHeader !== undefined && isLoopback(address);
    const [named, ...others] = (isTrusted && context.env.incoming?.headersDistinct[trustedHeader]) || [];
    if (others.length > 0) return undefined; // One of them may be the client's own.
    // Node reads each byte of a header as a character.
    if (named) return toPrintable(Buffer.from(named, 'latin1').toString()).slice(0, 100);
    const header = context.req.header('authorization');
    const user = await checkPassword(header, address);
    if (header !== undefined && user === undefined) log.warn('desk: wrong name or password');
    return user;
  }

  /** Reads the counts that an address asks for: of each hour, or for 90 days of each `step`. */
  async function readHours({ req }: DeskContext, step = 1) {
    const { days, case_type, site } = req.query();
    const only = { ...(case_type && { case_type }), ...(site && { site }) };
    const selection: Selection = { days: days === '90' ? 90 : 7, ...only };
    const counts = await hourlyCounts.list(selection);
    return { selection, hours: sumUp(counts, selection, clock(), selection.days === 90 ? step : 1) };
  }
  desk.get('/', async context => {
    const { viewer } = context.var;
    const { case_types, origins } = current().config;
    const shown = { ...(await readHours(context, 24)), caseTypes: Object.keys(case_types), sites: origins };
    return respond(context, { part: 'glance', ...drawGlance(viewer, await inspect(viewer.texts), shown) });
  });
  desk.get('/counts.csv', async context => {
    context.header('content-type', 'text/csv; charset=utf-8');
    context.header('content-disposition', 'attachment; filename="enquiries-by-hour.csv"');
    return context.body(toCsv((await readHours(context)).hours));
  });
  desk.use((context, next) =>
    context.var.viewer.user === undefined ? refuse(context, 'missing', 404) : next(),
  );
  desk.use(bodyLimit({ maxSize: maxFormBytes, onError: context => refuse(context, 'token', 413) }));
  // Behind a web server, the request's own address has another scheme than the browser's.
  const isSameHost = (origin: string, { req }: Context) =>
    !req.header('sec-fetch-site') && URL.parse(origin)?.host === req.header('host')?.toLowerCase();
  desk.use(csrf({ origin: isSameHost }));
  desk.on('POST', '*', async (context, next) => {
    const form = Object.fromEntries(new URLSearchParams(await context.req.text()));
    context.set('form', form);
    const isOwn = current().signer.isDeskToken(form.token ?? '', context.var.viewer.user!, clock());
    return isOwn ? next() : refuse(context, 'token', 403);
  });
  /** Notes that the user did something with an enquiry. */
  const note = (context: DeskContext, action: string, reference: string) =>
    log.info({ user: context.var.viewer.user, reference, action }, 'desk used');
  /** Leads to a page that says what became of a decision: the next one, or the enquiry as it is. */
  async function report(
    context: DeskContext,
    action: string,
    ends: AsyncIterable<Decided> | Decided[],
    page?: string,
  ) {
    const done = await countDecided(ends, reference => note(context, action, reference));
    const query = new URLSearchParams(done as object as Record<string, string>); // Which takes numbers, too.
    const next = page ?? (done.changed ? 'held?' : `enquiries/${context.req.param('reference')}?`);
    return context.redirect(`${context.var.viewer.root}${next}${query}`, 303);
  }
  const copy = (rows: DeliveryRow[]) =>
    writeCopy(store, rows, join(settings.store.dataFolder, 'copies', rows[0]!.reference));
  /** Releases or deletes enquiries, or what of them is held with this cause. */
  function decide(
    context: DeskContext,
    decision: 'release' | 'drop',
    { batches, cause }: { batches: Batches; cause?: HeldCause },
    page?: string,
  ) {
    const { seen = '', copy: isCopied } = context.var.form;
    const options = { cause, ...(isCopied && { copy }), ...(cause === undefined && { seen }) };
    if (decision === 'release') return report(context, 'release', decisions.release(batches, options), page);
    const ends = decisions.drop(batches, options);
    return report(context, `drop ${isCopied ? 'after' : 'without'} a copy`, ends, page);
  }

  desk.get('/held', async context => {
    const { viewer } = context.var;
    const query = context.req.query();
    const cause = toCause(query.cause);
    const below = readCursor(query.before);
    const [enquiries, counts] = await Promise.all([
      operator.listHeld(pageSize + 1, { cause, below }),
      operator.countHeld(),
    ]);
    const body = drawHeld(viewer, enquiries, { counts, cause, isOlder: below !== undefined });
    return respond(context, { part: 'held', title: viewer.texts.held, body, done: query });
  });
  desk.post('/held/:decision{release|drop}', async context => {
    const decision = context.req.param('decision') as 'release' | 'drop'; // As its pattern says.
    const { form } = context.var;
    const [cause, from, heldBy] = [toCause(form.cause), readCursor(form.until), Number(form.held_by)];
    if (!cause || !from || !heldBy) return refuse(context, 'missing', 404);
    const selected = { batches: operator.heldBatches({ cause, from, heldBy }), cause };
    return decide(context, decision, selected, `held?cause=${cause}&`);
  });

  desk.use('/enquiries/:reference/*', async (context, next) => {
    // A browser may load pages that nobody has opened.
    if (context.req.header('sec-purpose')) return refuse(context, 'missing', 503);
    const rows = await operator.list({ reference: context.req.param('reference').toUpperCase() });
    context.set('rows', rows);
    return rows.length > 0 ? next() : refuse(context, 'missing', 404);
  });
  desk.get('/enquiries/:reference', context => {
    const { viewer, rows } = context.var;
    const { reference } = enquiryOf(rows);
    note(context, 'show', reference);
    const body = drawEnquiry(viewer, rows);
    return respond(context, { part: 'held', title: reference, body, done: context.req.query() });
  });
  desk.post('/enquiries/:reference/:decision{release|drop|settle|export}', async context => {
    const decision = context.req.param('decision') as Decision; // As its pattern says.
    const { form, rows } = context.var;
    const { reference } = enquiryOf(rows);
    if (decision === 'release' || decision === 'drop')
      return decide(context, decision, { batches: [[rows]] });
    if (decision === 'settle') {
      const number = readNumber(form.number?.trim() ?? '');
      return report(context, 'settle', [
        await decisions.settle(rows, number, { copy, seen: form.seen ?? '' }),
      ]);
    }
    const archive = await packCopy(store, rows);
    note(context, 'export', reference);
    archive.on('error', error => log.error({ err: error }, 'desk failed'));
    context.header('content-type', 'application/x-tar');
    context.header('content-disposition', `attachment; filename="${reference}.tar"`);
    return context.body(Readable.toWeb(archive) as ReadableStream);
  });

  desk.post('/find', async context => {
    const term = (context.var.form.term ?? '').slice(0, maxTerm).trim();
    const isReference = referencePattern.test(term.toUpperCase());
    // Encrypted, because it's personal, and addresses end up in histories and logs.
    const sealed = () => `find?term=${current().signer.seal(`find ${term}`, clock())}`;
    const page = isReference ? `enquiries/${term.toUpperCase()}` : sealed();
    return context.redirect(`${context.var.viewer.root}${page}`, 303);
  });
  desk.get('/find', async context => {
    const { viewer } = context.var;
    const opened = current().signer.open(context.req.query('term') ?? '', clock());
    const term = opened && !opened.isExpired ? /^find (.*)$/s.exec(opened.text)?.[1] : undefined;
    const matches = term === undefined ? undefined : createMatcher(term);
    const rows = matches && (await operator.find(matches));
    if (rows) note(context, 'find', rows.map(({ reference }) => reference).join(' '));
    const body = drawFind(viewer, term, rows?.reverse());
    return respond(context, { part: 'find', title: viewer.texts.find, body });
  });
  desk.notFound(context => refuse(context as DeskContext, 'missing', 404));
  desk.onError((error, context) => {
    if (error instanceof Refusal) {
      context.header('retry-after', String(error.retrySeconds ?? 60));
      return refuse(context as DeskContext, 'tooMany', 429);
    }
    if (error instanceof HTTPException) return refuse(context as DeskContext, 'token', 403); // Of `csrf`.
    log.error({ err: error }, 'desk failed');
    return refuse(context as DeskContext, 'failed', 503);
  });
  return desk;
}
