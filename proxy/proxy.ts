import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { startAdmin } from './admin.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { createDefinitions } from './definitions.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createEnquiryApi } from './delivery/enquiry-api.ts';
import type { Environment } from './environment.ts';
import { createMetrics } from './metrics.ts';
import { createClockWatch } from './outbox/clock-watch.ts';
import type { Outbox } from './outbox/outbox.ts';
import { openStore, reportOrphans } from './outbox/store.ts';
import { sweep } from './outbox/sweep.ts';
import { openScript } from './script.ts';
import { keptSecret } from './secret.ts';
import { createServer } from './server.ts';
import { createSigner } from './signer.ts';

const widgetFolder = fileURLToPath(new URL('../widget/dist', import.meta.url));
/** How long a stopping proxy lets requests and deliveries end. */
const graceMs = 25_000;
const hourMs = 3_600_000;
/** How often the outbox is looked after. */
const watchMs = 300_000;
/** How often the clock is looked at. */
const clockWatchMs = 5_000;

/** Says when something has waited too long, and lets nothing of what was delivered linger. */
async function watch(outbox: Outbox, log: Logger): Promise<void> {
  try {
    await outbox.tidy();
    const late = (await outbox.depth()).filter(
      ({ state, oldest_ms }) => state === 'waiting' && oldest_ms > hourMs,
    );
    for (const { kind, count } of late) log.error({ kind, count }, 'the oldest has waited for over an hour');
  } catch (error) {
    log.error({ err: error }, 'the outbox does not answer'); // The store's fault; the next look tells.
  }
}

/** Makes everything due again when the clock that due times go by was stepped back. */
async function watchClock(
  clockWatch: ReturnType<typeof createClockWatch>,
  delivery: ReturnType<typeof createDelivery>,
  log: Logger,
): Promise<void> {
  try {
    const stepped_back_ms = await clockWatch.look();
    if (stepped_back_ms === 0) return;
    log.warn({ stepped_back_ms }, 'clock stepped back; everything is due again');
    await delivery.retryAll();
  } catch (error) {
    log.error({ err: error }, 'the outbox does not answer'); // The store's fault; the next look tells.
  }
}

/** Puts the proxy together and listens; resolves with its address and the way to stop it. */
export async function startProxy(settings: Environment, config: Config, log: Logger) {
  const clock = Date.now;
  const monotonicMs = () => performance.now();
  const folder = settings.ENQUIRY_DATA;
  const { outbox, spool, orphans } = await openStore(settings, clock, log);
  const signer = createSigner(settings.ENQUIRY_SECRET ?? keptSecret(folder, randomBytes));
  const weakness = await outbox.weakness();
  if (weakness) log.error({ weakness }, 'what is stored may be lost with the power');
  const definitions = await createDefinitions(config, outbox);
  const script = await openScript(widgetFolder, definitions, outbox);
  log.info(script.pinned, 'the address of the widget that never changes');
  const metrics = createMetrics(() => outbox.depth());
  const enquiryApi = createEnquiryApi(settings, clock);
  const delivery = createDelivery({
    outbox,
    spool,
    enquiryApi,
    concurrency: settings.ENQUIRY_API_CONCURRENCY,
    leaseMs: 2 * settings.ENQUIRY_API_TIMEOUT_MS + 5_000,
    onUnknown: config.delivery.on_unknown,
    clock,
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
    outbox,
    spool,
    signer,
    clock,
    monotonicMs,
    log,
    metrics,
    random: randomBytes,
    isStopping: () => isStopping,
  });

  async function cleanUp(): Promise<void> {
    try {
      await outbox.forget(config.delivery.keep_days * 24 * hourMs);
      await sweep(outbox, spool);
      await reportOrphans(orphans, log);
    } catch (error) {
      // The store's fault; the next hour's try may do better.
      log.error({ err: error }, 'old receipts and files could not be deleted');
    }
  }
  await cleanUp();
  const cleaning = setInterval(cleanUp, hourMs);
  const watching = setInterval(() => watch(outbox, log), watchMs);
  const clockWatch = createClockWatch(outbox.time, () => performance.now());
  const watchingClock = setInterval(() => watchClock(clockWatch, delivery, log), clockWatchMs);
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
      clearInterval(cleaning);
      clearInterval(watching);
      clearInterval(watchingClock);
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
