import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createDelivery } from './delivery/delivery.ts';
import { createEnquiryApi } from './delivery/enquiry-api.ts';
import { createDefinitions } from './enquiry/definitions.ts';
import { createSigner } from './enquiry/signer.ts';
import { startAdmin } from './http/admin.ts';
import { createApp } from './http/app.ts';
import { createServer } from './http/server.ts';
import { openScript } from './http/widget-script.ts';
import { startMaintenance } from './maintenance/maintenance.ts';
import { openStore } from './outbox/open-store.ts';
import type { Config } from './settings/config.ts';
import type { Environment } from './settings/environment.ts';
import { keptSecret } from './settings/secret.ts';
import { createMetrics } from './telemetry/metrics.ts';

const widgetFolder = fileURLToPath(new URL('../widget/dist', import.meta.url));
/** How long a stopping proxy lets requests and deliveries end. */
const graceMs = 25_000;
const dayMs = 24 * 3_600_000;

/** Puts the proxy together and listens; resolves with its address and the way to stop it. */
export async function startProxy(settings: Environment, config: Config, log: Logger) {
  const clock = Date.now;
  const monotonicMs = () => performance.now();
  const folder = settings.ENQUIRY_DATA;
  const { outbox, spool, orphans } = await openStore(settings, clock, log);
  const signer = createSigner(settings.ENQUIRY_SECRET ?? keptSecret(folder, randomBytes));
  const durability_warning = await outbox.archive.durabilityWarning();
  if (durability_warning) log.error({ durability_warning }, 'database is not crash-safe');
  const definitions = await createDefinitions(config, outbox.archive);
  const script = await openScript(widgetFolder, definitions, outbox.archive);
  log.info(script.pinned, 'the address of the widget that never changes');
  const metrics = createMetrics(outbox.operator.depth);
  const enquiryApi = createEnquiryApi(settings, clock);
  const delivery = createDelivery({
    claims: outbox.claims,
    spool,
    enquiryApi,
    concurrency: settings.ENQUIRY_API_CONCURRENCY,
    leaseMs: 2 * settings.ENQUIRY_API_TIMEOUT_MS + 5_000,
    onUnknown: config.delivery.on_unknown,
    monotonicMs,
    random: Math.random,
    log,
    metrics,
  });
  let isStopping = false;
  const app = createApp({
    settings,
    config,
    definitions,
    script,
    intake: outbox.intake,
    storage: outbox.archive,
    spool,
    signer,
    clock,
    monotonicMs,
    log,
    metrics,
    random: randomBytes,
    isStopping: () => isStopping,
  });

  const stopMaintenance = await startMaintenance({
    outbox,
    spool,
    ...(orphans && { orphans }),
    keepMs: config.delivery.keep_days * dayMs,
    makeAllDue: delivery.makeAllDue,
    monotonicMs,
    log,
  });
  const { ADMIN_HOST, ADMIN_PORT } = settings;
  const stopAdmin = ADMIN_PORT === undefined ? undefined : await startAdmin(ADMIN_HOST, ADMIN_PORT, metrics);

  const underWay = new Set<Promise<unknown>>();
  const server = createServer({
    fetch(...words) {
      const answer = (async () => app.fetch(...words))();
      underWay.add(answer);
      const ended = () => underWay.delete(answer);
      answer.then(ended, ended);
      return answer;
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.PORT, settings.HOST, resolve);
  });

  return {
    address: server.address() as AddressInfo, // A string only for a pipe.
    /** Takes no new request, lets what is under way end, and closes the store. */
    async stop(): Promise<void> {
      isStopping = true;
      stopMaintenance();
      const closed = new Promise(resolve => server.close(resolve));
      server.closeIdleConnections();
      const late = setTimeout(() => {
        server.closeAllConnections();
      }, graceMs);
      await Promise.all([closed, delivery.stop(graceMs)]);
      clearTimeout(late);
      await Promise.allSettled(underWay); // Those that were broken off clean up.
      await stopAdmin?.();
      await outbox.close();
    },
  };
}
