import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Definitions } from '../enquiry/definitions.ts';
import type { Signer } from '../enquiry/signer.ts';
import type { StorageHealth } from '../outbox/archive.ts';
import type { Intake } from '../outbox/intake.ts';
import type { Config } from '../settings/config.ts';
import type { Environment } from '../settings/environment.ts';
import type { Spool } from '../spool/spool.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { origin } from './middleware/origin.ts';
import { rate } from './middleware/rate.ts';
import { rules } from './middleware/rules.ts';
import { Refusal } from './refusal.ts';
import { type AppContext, type AppEnvironment, isAsking } from './request.ts';
import { postAttachment } from './routes/attachments.ts';
import { getCaseType } from './routes/case-types.ts';
import { postEnquiry } from './routes/enquiries.ts';
import { getLive, getReady } from './routes/health.ts';
import { getAsset, getScript } from './routes/script.ts';
import type { Script } from './widget-script.ts';

/** What the routes need; `clock` is the wall clock, in milliseconds since 1970, for points in
 * time; `monotonicMs` never steps, and measures durations within this process; `random` gives so many random bytes. */
export interface RouteDependencies {
  settings: Environment;
  config: Config;
  definitions: Definitions;
  script: Script;
  intake: Intake;
  storage: StorageHealth;
  spool: Spool;
  signer: Signer;
  isStopping: () => boolean;
  clock: () => number;
  monotonicMs: () => number;
  random: (bytes: number) => Uint8Array;
  log: Logger;
  metrics: Pick<Metrics, 'accepted' | 'refused'>;
}

/** The proxy as an application: every route, every rule, no server. */
export function createApp(dependencies: RouteDependencies): Hono<AppEnvironment> {
  const { settings, config, monotonicMs, random, log, metrics } = dependencies;
  const app = new Hono<AppEnvironment>();
  app.use(rules(log, monotonicMs, () => Buffer.from(random(9)).toString('base64url')));
  const origins = [...config.origins, settings.ENQUIRY_PUBLIC_ORIGIN].filter(each => each !== undefined);
  app.use('/enquiries/*', origin(origins));
  app.use('/enquiries', rate(settings, monotonicMs, log));

  const routes = [
    ['POST', '/enquiries', postEnquiry(dependencies)],
    ['POST', '/enquiries/:reference/attachments', postAttachment(dependencies)],
    ['GET', '/case-types/:case_type', getCaseType(dependencies)],
    ['GET', '/enquiry-form.js', getScript(dependencies)],
    ['GET', '/assets/:name', getAsset(dependencies)],
    ['GET', '/health/live', getLive()],
    ['GET', '/health/ready', getReady(dependencies)],
  ] as const;
  for (const [method, path, answer] of routes) {
    app.on(method, path, answer);
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
    const id = context.get('requestId');
    const document = refusal.document();
    metrics.refused(refusal.code, refusal.rule);
    if (refusal.rule !== undefined) context.set('rule', refusal.rule);
    if (refusal.status >= 500) {
      log.error({ id, err: refusal.cause }, refusal.code);
      document.request_id = id;
    }
    for (const [name, value] of Object.entries(refusal.headers)) context.header(name, value);
    // The body that was asked about never comes, and nothing may be taken for it.
    if (isAsking(context)) context.header('connection', 'close');
    context.header('content-type', 'application/problem+json');
    return context.body(JSON.stringify(document), refusal.status);
  }
  return app;
}
