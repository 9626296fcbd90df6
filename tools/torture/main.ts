// Clients send enquiries while the enquiry API gives any mixture of responses, the scanner sometimes fails, processes are
// killed, the config changes each second, and suspects are released by commands and at the desk. At the end, all other
// suspects are released, and every acknowledged enquiry must be at the enquiry API, under the names and labels of its tab.
// `npm run torture` accepts --seconds N, --acknowledgements N, --seed N, --clients N and --store NAME. With --backups, which
// only SQLite supports, a backup is made every ten seconds, and at the end the machine is lost: what was acknowledged before
// the newest backup must have arrived.
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort, type Running } from '../../demo/processes.ts';
import { startEnquiryApi } from '../../e2e/processes/enquiry-api.ts';
import { isNginxInstalled, type Nginx, startNginx } from '../../e2e/processes/nginx.ts';
import { type Proxies, prepareProxies } from '../../e2e/processes/proxies.ts';
import { startPostgres } from '../testing/proxy/postgres.ts';
import { startScriptedClamd } from '../testing/proxy/scripted-clamd.ts';
import { createRandom } from '../testing/random.ts';
import { createBackups } from './backups.ts';
import { createClients } from './clients.ts';
import { deskSettings, workAtDesk } from './desk.ts';
import { startMixture } from './mixture.ts';
import { createOperator } from './operator.ts';
import { startPooler } from './pooler.ts';
import { createReloads, findMisnamed } from './reloads.ts';
import {
  type Acknowledged,
  type BackupReport,
  compare,
  findUnreleased,
  isSuspect,
  type Report,
} from './report.ts';
import { fillNowAndThen, mountSmallDisk } from './small-disk.ts';

const stores = ['sqlite', 'small-disk', 'postgres', 'pooler'] as const;

export interface Plan {
  /** `small-disk`: SQLite on a disk of 64 MiB that is full now and then. `pooler`: PostgreSQL behind PgBouncer in
   * transaction mode. By default, its commits aren't synced. */
  store: (typeof stores)[number];
  seed: number;
  /** The run continues until all of these are reached. */
  acknowledgements: number;
  kills: number;
  seconds: number;
  /** How many enquiries are sent at the same time. Default: 16. */
  clients?: number;
  /** Whether backups are made, and the machine is lost at the end; on SQLite only. Default: false. */
  isBackedUp?: boolean;
}

export async function torture(plan: Plan): Promise<Report> {
  const proxies = prepareProxies();
  // These are called even after a failure, so that nothing keeps running.
  const stopAll: (() => Promise<unknown>)[] = [];
  try {
    return await run(plan, proxies, stopAll);
  } finally {
    await Promise.all(stopAll.map(stop => stop()));
    await proxies.stop('SIGKILL');
  }
}

/** Reloads nginx, or stops it and starts it again, until `isOver` returns true. Resolves with how often. */
async function interrupt(
  gateway: Nginx,
  randomInteger: (min: number, limit: number) => number,
  isOver: () => boolean,
): Promise<number> {
  let interruptions = 0;
  while (!isOver()) {
    await pause(randomInteger(500, 4_000));
    interruptions += 1;
    const signal = (['SIGHUP', 'SIGTERM', 'SIGQUIT'] as const)[randomInteger(0, 3)]!;
    if (signal === 'SIGHUP') gateway.child.kill(signal);
    else {
      await gateway.stop(signal);
      await pause(randomInteger(0, 2_000));
      await gateway.start();
    }
  }
  return interruptions;
}

/** Finds two free ports for each proxy: one for visitors, and one for operators. */
async function findPorts(proxies: number): Promise<{ PORT: string; ADMIN_PORT: string }[]> {
  const ports: string[] = [];
  while (ports.length < 2 * proxies) {
    const port = String(await freePort(0));
    if (!ports.includes(port)) ports.push(port);
  }
  return Array.from({ length: proxies }, (_, at) => ({
    PORT: ports[2 * at]!,
    ADMIN_PORT: ports[2 * at + 1]!,
  }));
}

/** Makes the scanner fail now and then, each time in one of several ways, until `isOver` returns true. */
async function disturbScans(
  clamd: Awaited<ReturnType<typeof startScriptedClamd>>,
  randomInteger: (min: number, limit: number) => number,
  isOver: () => boolean,
): Promise<void> {
  const works = clamd.otherwise;
  const fails = ['INSTREAM: size limit exceeded. ERROR\0', '', (socket: Socket) => socket.resetAndDestroy()];
  while (!isOver()) {
    await pause(randomInteger(500, 4_000));
    clamd.otherwise = fails[randomInteger(0, fails.length)]!;
    await pause(randomInteger(100, 1_000));
    clamd.otherwise = works;
  }
}

/** Tortures these proxies. Adds functions to `stopAll` that stop everything else that was started. */
async function run(plan: Plan, all: Proxies, stopAll: (() => Promise<unknown>)[]): Promise<Report> {
  const { folder } = all;
  const random = createRandom(plan.seed);
  const randomInteger = (min: number, limit: number) => Math.floor(min + random() * (limit - min));
  const config = createReloads(folder);

  const api = await startEnquiryApi(join(folder, 'enquiry-api'));
  stopAll.push(() => api.stop('SIGKILL'));
  const mixture = await startMixture(api.url, randomInteger);
  stopAll.push(mixture.stop);
  const gateway = isNginxInstalled()
    ? await startNginx(join(folder, 'gateway'), mixture.url, { requestsPerSecond: 50 })
    : undefined;
  if (gateway) stopAll.push(gateway.stop);
  const clamd = await startScriptedClamd();
  stopAll.push(clamd.stop);
  const dataFolder = all.settings.ENQUIRY_DATA!;
  const isOnSmallDisk = plan.store === 'small-disk';
  if (isOnSmallDisk) stopAll.push(mountSmallDisk(dataFolder).unmount);
  const postgres = plan.store === 'sqlite' || isOnSmallDisk ? undefined : await startPostgres();
  if (postgres) stopAll.push(() => postgres.destroy());
  let databaseUrl = await postgres?.database('torture');
  if (databaseUrl !== undefined && plan.store === 'pooler') {
    const pooler = await startPooler(databaseUrl);
    stopAll.push(pooler.stop);
    databaseUrl = pooler.url;
  }
  Object.assign(all.settings, {
    ENQUIRY_API_URL: api.apiUrl.replace(api.url, gateway?.url ?? mixture.url),
    ENQUIRY_CONFIG: config.path,
    ENQUIRY_SECRET_FILE: config.secretPath,
    ENQUIRY_API_TIMEOUT_MS: '700',
    ENQUIRY_WAIT_MS: '500',
    ENQUIRY_SCAN_URL: clamd.url,
    ...deskSettings,
    // A process that isn't killed soon receives more than this, so it challenges or holds the rest.
    ENQUIRY_RATE: '40',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  let isOver = false;
  let orphaned = 0;
  const noteOrphans = (line: string) => {
    if (line.includes('orphaned files')) orphaned += JSON.parse(line).files;
  };
  // On a full disk whose reserve is used up, a process manager starts the proxy again and again, and for a second after a
  // crash of PostgreSQL, because the pooler refuses connections then.
  const mostStarts = isOnSmallDisk || plan.store === 'pooler' ? 100 : 1;
  const ports = await findPorts(postgres ? 3 : 1);
  const startOn = async (at: number, starts = 1): Promise<Running> => {
    try {
      return await all.start({ settings: ports[at]!, print: noteOrphans });
    } catch (error) {
      if (starts === mostStarts) throw error;
      await pause(500);
      return await startOn(at, starts + 1);
    }
  };
  const proxies: Running[] = await Promise.all(ports.map((_, at) => startOn(at)));

  const operator = createOperator(all.command, {
    mayFail: postgres !== undefined || isOnSmallDisk,
    randomInteger,
  });

  const ledger: Acknowledged[] = [];
  const challenges = { received: 0, solved: 0 };
  let kills = 0;
  let databaseStops = 0;
  let hasSent = false;
  const endsAt = Date.now() + plan.seconds * 1_000;
  const isComplete = () =>
    ledger.length >= plan.acknowledgements && kills >= plan.kills && Date.now() >= endsAt;

  const backups = plan.isBackedUp
    ? createBackups({ folder: join(folder, 'backups'), settings: all.settings, ledger, randomInteger })
    : undefined;
  const runClient = createClients({ proxies, ledger, challenges, randomInteger, isComplete });

  async function killProcesses(): Promise<void> {
    while (!isOver) {
      await pause(randomInteger(500, 2_500));
      const at = randomInteger(0, proxies.length);
      kills += 1;
      await proxies[at]?.stop('SIGKILL');
      if (postgres && kills % 3 === 0) {
        databaseStops += 1;
        // Only a crash loses commits that weren't synced.
        await postgres.stop(plan.store === 'pooler' || databaseStops % 2 ? 'immediate' : 'fast');
        await postgres.start();
      }
      proxies[at] = await startOn(at);
    }
  }

  const releases = operator.releaseSome(() => hasSent);
  releases.catch(() => {}); // Handled where it is awaited below.
  const reloading = config.reloadEachSecond(proxies, () => isOver);
  const interrupting = gateway && interrupt(gateway, randomInteger, () => isOver);
  const working = workAtDesk(
    {
      urls: ports.map(({ ADMIN_PORT }) => `http://127.0.0.1:${ADMIN_PORT}`),
      released: operator.released,
      randomInteger,
    },
    () => hasSent,
  );
  const faultLoops = Promise.all([
    working,
    disturbScans(clamd, randomInteger, () => isOver),
    mixture.run(() => isOver),
    killProcesses(),
    reloading,
    interrupting,
    // The machine is lost seconds after the last backup.
    backups?.makeEachTenSeconds(() => isOver || isComplete()),
    ...(isOnSmallDisk ? [fillNowAndThen(dataFolder, randomInteger, () => isOver)] : []),
  ]);
  faultLoops.catch(() => {}); // Handled where they are awaited below. An error of a client takes precedence.
  try {
    await Promise.all(Array.from({ length: plan.clients ?? 16 }, (_, number) => runClient(number)));
    hasSent = true;
    await releases;
    isOver = true;
    await faultLoops;
    let expected = ledger;
    let restored: BackupReport | undefined;
    if (backups) {
      await proxies[0]?.stop('SIGKILL');
      ({ acknowledged: expected, report: restored } = await backups.replaceMachine());
      proxies[0] = await startOn(0);
    }
    await operator.waitForDeliveries();
    const held = await operator.list('held');
    const unreleased = findUnreleased(
      ledger,
      (await api.inbox()).enquiries,
      // Those that were released after the backup are held again.
      [...held, ...(await operator.list('delivered'))].filter(
        ({ reference }) => !backups || !operator.released.has(reference),
      ),
      operator.released,
    );
    const released = operator.released.size;
    await operator.releaseAll();
    await operator.waitForDeliveries();
    return {
      seed: plan.seed,
      kills,
      databaseStops,
      ...(await reloading),
      gatewayInterruptions: (await interrupting) ?? 0,
      desk: await working,
      scans: clamd.files.length,
      responses: mixture.seen.size,
      challenged: challenges.received,
      solved: challenges.solved,
      suspects: held.filter(isSuspect).length,
      released,
      unreleased,
      refused: (await operator.list('held'))
        .filter(({ cause }) => cause === 'refused')
        .map(({ reference }) => reference),
      orphaned,
      misnamed: findMisnamed(ledger, (await api.inbox()).enquiries),
      ...compare(expected, (await api.inbox()).enquiries, await operator.list()),
      ...(restored && { backups: restored }),
    };
  } finally {
    hasSent = true;
    isOver = true;
    await releases.catch(() => {});
    await faultLoops.catch(() => {});
  }
}

if (import.meta.main) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      store: text,
      backups: { type: 'boolean', default: false },
      seed: text,
      acknowledgements: text,
      seconds: { ...text, default: '120' },
      clients: { ...text, default: '16' },
    },
  });
  const wanted: readonly Plan['store'][] = values.backups ? ['sqlite'] : stores;
  const chosen = wanted.filter(each => each === (values.store ?? each));
  if (chosen.length === 0) throw new Error(`--store must be ${wanted.join(', ')}.`);
  let hasFailed = false;
  for (const store of chosen) {
    const seed = Number(values.seed ?? Date.now() % 1_000_000);
    console.log(`${store}, seed ${seed} …`);
    const report = await torture({
      store,
      seed,
      acknowledgements: Number(values.acknowledgements ?? (store === 'pooler' ? 3_000 : 500)),
      kills: 5,
      seconds: Number(values.seconds),
      clients: Number(values.clients),
      isBackedUp: values.backups,
    });
    console.log(report);
    hasFailed ||=
      report.lost.length +
        report.unmarked.length +
        report.ambiguous.length +
        report.unreleased.length +
        report.refused.length +
        report.misnamed.length +
        (report.backups?.failed.length ?? 0) >
        0 || report.orphaned > 0;
  }
  process.exit(hasFailed ? 1 : 0);
}
