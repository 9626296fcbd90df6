import { randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { createSharedState } from '../acceptance/shared-state.ts';
import { createAlerts } from '../alerts/alerts.ts';
import { createChannels, createHeartbeat } from '../alerts/channels.ts';
import { dayMs } from '../contract/durations.ts';
import type { DeskTexts } from '../contract/languages/desk-texts.ts';
import { DeliveryLoop } from '../delivery/delivery-loop.ts';
import { createEnquiryApi } from '../delivery/enquiry-api.ts';
import { createScanner } from '../delivery/scanner.ts';
import { siteOf } from '../enquiry/attribution-entries.ts';
import type { CreateBody } from '../enquiry/create-body.ts';
import { builtWidget } from '../http/scripts/widget-build.ts';
import { openWidget } from '../http/scripts/widget-files.ts';
import { startMaintenance } from '../maintenance/maintenance.ts';
import type { Claim } from '../outbox/deliveries.ts';
import { encodeFailure, type Failure } from '../outbox/failure.ts';
import { deliveryLimits, type FunnelStep } from '../outbox/hourly-counts.ts';
import { inspect } from '../outbox/inspection.ts';
import { logStoreFailure, type Outbox, openStore, type Store } from '../outbox/outbox.ts';
import { identifyProcess } from '../outbox/processes.ts';
import { readSettings, readVersion } from '../settings/read-settings.ts';
import { loadOrGenerateSecret } from '../settings/secrets.ts';
import { listFixedSettings } from '../settings/settings.ts';
import { createLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createGenerations, type Generations, type Loaded } from './generations.ts';
import { listen, startAdminServer } from './listen.ts';

export interface ProxyDependencies extends Loaded {
  /** Reads the settings and the config again, for a reload. Throws InvalidConfiguration. */
  reread: () => Loaded;
  log: Logger;
  /** The wall clock, in milliseconds since 1970. Don't measure durations with it, because it may be stepped. */
  clock: () => number;
  /** A clock that never goes back, for durations in this process. */
  monotonicMs: () => number;
  /** A number from 0 to 1, for the jitter of retries. */
  random: () => number;
  randomBytes: (count: number) => Uint8Array;
  /** The built widget. */
  widgetFolder?: string;
  /** Called when the files of the store were deleted or replaced, so that nothing can be stored until the next start. */
  onReplaced?: () => void;
}

/** The time that requests and deliveries in progress get to finish when the proxy stops. */
const graceMs = 25_000;

/** The composition root: opens the store, connects all parts, and starts delivery and maintenance. The app isn't
 * listening yet. Used by the program and by the tests. */
export async function createProxy(dependencies: ProxyDependencies) {
  const { settings, clock, log } = dependencies;
  const store = await openStore(settings.store, clock, log, dependencies.onReplaced);
  try {
    return await connect(dependencies, store);
  } catch (error) {
    await store.outbox.close(); // The store is open and locked, and the program that started the proxy may go on.
    throw error;
  }
}

async function connect(dependencies: ProxyDependencies, store: Store) {
  const { outbox, spool } = store;
  const { settings, config, reread, log, clock, monotonicMs, random, randomBytes, widgetFolder } =
    dependencies;
  const { scanUrl } = settings.uploads;
  const generatedSecret = settings.secrets
    ? undefined
    : await loadOrGenerateSecret(settings.store.dataFolder, randomBytes);
  const durabilityWarning = await outbox.archive.durabilityWarning();
  if (durabilityWarning) log.error({ reason: durabilityWarning }, 'database is not crash-safe');
  const inspectStore = (texts?: DeskTexts) =>
    inspect(store, { settings, config: current().config }, clock(), texts);
  const metrics = createMetrics(outbox.operator);
  const channels = createChannels(settings.alerts);
  let isStopping = false;
  const lasting = {
    version: readVersion(),
    intake: outbox.intake,
    channels: channels.map(({ name }) => name),
    // Neither the metrics nor the table grow with what visitors send.
    countStep(step: FunnelStep, caseType: string, site: string) {
      const { case_types, origins } = current().config;
      const own = Object.hasOwn(case_types, caseType) ? caseType : '';
      const known = origins.includes(site) ? site : '';
      metrics.stepped(step, own, known);
      outbox.hourlyCounts.count(step, own, known);
    },
    storage: outbox.archive,
    spool,
    isDeliveryDown: () => delivery.isDown,
    isStopping: () => isStopping,
    clock,
    monotonicMs,
    randomBytes,
    log,
    metrics,
  };
  const { archive } = outbox;
  const generations = await createGenerations(
    { settings, config },
    {
      lasting: { ...lasting, shared: createSharedState({ ...lasting, settings }) },
      archive,
      provideWidget: await openWidget(widgetFolder ?? builtWidget, archive),
      generatedSecret,
      reread,
      async onTaken({ settings, config, hash }) {
        const isNewLogin = enquiryApi.setLogin(settings.enquiryApi);
        metrics.loaded(hash, config);
        // A reload doesn't wait for the enquiry API.
        void delivery.testLogin();
        await Promise.all([process.report(), isNewLogin && delivery.retryAll()]);
      },
    },
  );
  const { current } = generations;
  metrics.loaded(current().hash, config);

  function countDelivered({ kind, case_type, content, created_at }: Claim): void {
    if (kind !== 'enquiry') return;
    const { origins } = current().config;
    const { meta } = JSON.parse(content) as CreateBody; // Its kind says so.
    const site = siteOf(meta) ?? '';
    const limit = deliveryLimits.find(each => clock() - created_at <= each * 1_000)!;
    outbox.hourlyCounts.count(`delivered ${limit}`, case_type ?? '', origins.includes(site) ? site : '');
  }
  const process = createProcessReport(dependencies, outbox, current, () => isStopping);
  const enquiryApi = createEnquiryApi(settings.enquiryApi, clock);
  const delivery = new DeliveryLoop({
    claims: outbox.claims,
    spool,
    enquiryApi,
    ...(scanUrl && { scanning: { scanner: createScanner(scanUrl), settings: () => current().config.scan } }),
    concurrency: settings.enquiryApi.concurrency,
    leaseMs: 2 * settings.enquiryApi.timeoutMs + 5_000,
    onUnknown: () => current().config.delivery.on_unknown,
    onAvailabilityChange: failure => process.noteTest(failure),
    onDelivered: countDelivered,
    monotonicMs,
    random,
    log,
    metrics,
  });
  // A start doesn't wait for the enquiry API, but deliveries wait for the test, so that none is sent during an outage.
  void delivery.testLogin();
  const stopMaintenance = await startMaintenance({
    archive: outbox.archive,
    spool,
    inspect: inspectStore,
    keepMs: () => current().config.delivery.keep_days * dayMs,
    purgeDefinitions: () => current().definitions.purge(),
    report: process.report,
    makeAllDue: () => delivery.makeAllDue(),
    monotonicMs,
    log,
  });
  const alerts = createAlerts({
    channels,
    heartbeat: createHeartbeat(settings.alerts),
    alertChannels: outbox.alertChannels,
    inspect: inspectStore,
    probeStore: outbox.archive.probe,
    isDelivering: () => delivery.isTurning,
    teller: process.id,
    site: settings.requests.publicUrl?.host ?? hostname(),
    log,
  });
  alerts.start();

  return {
    /** The app of the current generation. A reload replaces it. */
    get app() {
      return current().app;
    },
    outbox,
    spool,
    metrics,
    /** Loads the desk, which isn't needed without ADMIN_PORT. */
    async createDesk() {
      const { createDesk } = await import('../desk/desk.ts');
      return createDesk({ store, settings, current, inspect: inspectStore, clock, monotonicMs, log });
    },
    /** Loads the config and all that comes from files again. Logs the result. Rejects, and everything stays as it is, if
     * something can't be used. */
    reload: generations.reload,
    /** Makes `ready` fail, ends requests and deliveries, and closes the store. `endRequests` resolves when no request
     * is in progress any more. */
    async stop(endRequests: (graceMs: number) => Promise<void>): Promise<void> {
      isStopping = true;
      stopMaintenance();
      await Promise.all([endRequests(graceMs), delivery.stop(graceMs), generations.settled(), alerts.stop()]);
      await process.remove();
      await outbox.close();
    },
  };
}

/** Records in the outbox that this process is running, what it has loaded, and whether tests of its login succeed. Never rejects: the
 * next report follows within a minute. */
function createProcessReport(
  { settings, randomBytes, log }: ProxyDependencies,
  { processes, hourlyCounts }: Outbox,
  current: Generations['current'],
  isStopping: () => boolean,
) {
  const id = Buffer.from(randomBytes(9)).toString('base64url');
  let testFailure: Failure | null = null;
  const andWriteCounts = (done: Promise<void>) =>
    done.then(hourlyCounts.write).catch(error => logStoreFailure(log, error));
  const report = () =>
    andWriteCounts(
      processes.report({
        id,
        ...identifyProcess(),
        loaded_hash: current().hash,
        loaded_at: current().loadedAt,
        settings: JSON.stringify(listFixedSettings(settings)),
        secret_ids: current().signer.secretIds.join(' '),
        test_failure: testFailure && encodeFailure(testFailure),
      }),
    );
  return {
    id,
    report,
    noteTest(failure: Failure | null): void {
      testFailure = failure;
      if (!isStopping()) void report();
    },
    remove: () => andWriteCounts(processes.remove(id)),
  };
}

/** Creates a proxy that listens, and serves metrics and the desk if the settings say so. Resolves with its URL and a function that
 * stops it. */
export async function startProxy(dependencies: ProxyDependencies) {
  const { server, admin } = dependencies.settings;
  const proxy = await createProxy(dependencies);
  const { metrics, stop } = proxy;
  const { host, port } = admin;
  let adminServer: Awaited<ReturnType<typeof startAdminServer>> | undefined;
  try {
    if (port !== undefined)
      adminServer = await startAdminServer({ host, port }, { metrics, desk: await proxy.createDesk() });
    const app = {
      fetch: (...parameters: Parameters<typeof proxy.app.fetch>) => proxy.app.fetch(...parameters),
    };
    const listening = await listen(app, { ...server, onDropped: metrics.connectionDropped });
    return {
      address: listening.address,
      reload: proxy.reload,
      async stop(): Promise<void> {
        await stop(listening.stop);
        await adminServer?.stop();
      },
    };
  } catch (error) {
    // A port is taken.
    await stop(async () => {});
    await adminServer?.stop();
    throw error;
  }
}

/** The dependencies of a proxy with these settings: the real clocks and random numbers, and a log on standard output.
 * Throws InvalidConfiguration. */
export function realDependencies(variables: Record<string, string | undefined>): ProxyDependencies {
  const { settings, config } = readSettings(variables);
  return {
    settings,
    config,
    reread: () => readSettings(variables),
    log: createLog(settings.logLevel),
    clock: Date.now,
    monotonicMs: () => performance.now(),
    random: Math.random,
    // Node keeps a stock of random numbers, but asks OpenSSL for each `randomBytes`, which takes twice as long.
    randomBytes: count => Uint8Array.from({ length: count }, () => randomInt(256)),
  };
}
