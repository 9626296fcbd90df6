// `npm run bench -- soak`: runs the packed and installed proxy for `--seconds 1200` while clients send enquiries, files
// and forms, the config and the secret change each second, and backups and commands run beside it. Memory, descriptors, threads and the size of what is stored must flatten, and
// everything that was acknowledged must have arrived. `--store postgres` uses PostgreSQL instead of SQLite.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort, type Running } from '../../demo/processes.ts';
import { type EnquiryApi, startEnquiryApi } from '../../e2e/processes/enquiry-api.ts';
import { installPackage } from '../../e2e/processes/installed-package.ts';
import { type Proxies, prepareProxies } from '../../e2e/processes/proxies.ts';
import { startPostgres } from '../testing/proxy/postgres.ts';
import { createRandom } from '../testing/random.ts';
import { createBackups } from '../torture/backups.ts';
import { createClients } from '../torture/clients.ts';
import { createOperator } from '../torture/operator.ts';
import { createReloads, findMisnamed } from '../torture/reloads.ts';
import { type Acknowledged, compare } from '../torture/report.ts';
import { reporter } from './figures.ts';
import { type Bound, judge } from './flattening.ts';
import { createProbe, type Measured } from './soak-probe.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seconds: { type: 'string', default: '1200' },
    store: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const seconds = Number(values.seconds);
if (!['sqlite', 'postgres'].includes(values.store)) throw new Error('--store must be sqlite or postgres.');
const isFleet = values.store === 'postgres';
const benchmark = isFleet ? 'soak on PostgreSQL' : 'soak on SQLite';
const report = reporter(benchmark);
const clients = 8;
/** The config changes each second, and after this many versions the first follows again: the proxy keeps each definition
 * that it has served, so with new ones the outbox would grow. */
const versions = 4;
const sampleMs = 2_000;
const mib = 2 ** 20;

const share = { quantile: 0.5, factor: 1.05 };
const lowest = { quantile: 0, factor: 1.05 };
/** How each measure is judged, and how its values are printed. */
const bounds: Record<keyof Measured, Bound & { unit: string; per: number }> = {
  // It includes memory that V8 and the C library keep for reuse.
  'resident memory': { ...share, tolerance: 32 * mib, unit: 'MiB', per: mib },
  'old heap in use': { ...lowest, tolerance: mib, unit: 'MiB', per: mib },
  'memory outside the heap': { ...lowest, tolerance: mib, unit: 'MiB', per: mib },
  'open descriptors': { quantile: 0.1, factor: 1, tolerance: 2, unit: '', per: 1 },
  threads: { quantile: 0.5, factor: 1, tolerance: 0, unit: '', per: 1 },
  'data, without tombstones': { ...lowest, tolerance: mib, unit: 'MiB', per: mib },
  'stored files': { quantile: 0.1, factor: 1, tolerance: 2, unit: '', per: 1 },
};

const random = createRandom(Number(values.seed));
const randomInteger = (min: number, limit: number) => Math.floor(min + random() * (limit - min));

/** Everything that runs during the soak. */
interface Surroundings {
  program: string;
  proxies: Proxies;
  api: EnquiryApi;
  proxy: Running;
  admin: string;
  config: ReturnType<typeof createReloads>;
}

/** An operator who looks at everything, checks, reloads and releases what is held. */
async function operate({ proxies }: Surroundings, isOver: () => boolean): Promise<number> {
  const commands = [
    ['status'],
    ['outbox', 'list'],
    ['outbox', 'find', 'Client 1-1'],
    ['check'],
    ['outbox', 'release', '--all', '--yes'],
    ['reload'],
  ];
  let done = 0;
  for (; !isOver(); done++) {
    await pause(randomInteger(1_000, 4_000));
    // `status` and `check` fail while something needs a person, and `reload` if the config has changed again meanwhile.
    await proxies.command(...commands[done % commands.length]!).catch(error => {
      if (error.signal || error.code > 2) throw error;
    });
  }
  return done;
}

/** An enquiry API that is down for some seconds now and then. */
async function interrupt({ setFault }: EnquiryApi, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (let left = 20; left > 0 && !isOver(); left--) await pause(1_000);
    await setFault({ fault: 'down' });
    await pause(2_000);
    await setFault({ fault: 'none' });
  }
}

async function soak(surroundings: Surroundings, databaseUrl: string | undefined): Promise<boolean> {
  const { program, proxies, api, proxy, admin, config } = surroundings;
  const { settings } = proxies;
  const ledger: Acknowledged[] = [];
  const challenges = { received: 0, solved: 0 };
  const endsAt = Date.now() + seconds * 1_000;
  const isOver = () => Date.now() >= endsAt;
  const address = () => `198.51.100.${randomInteger(1, 255)}`;
  const forwarded = () => ({ 'x-forwarded-for': address() });
  const rest = () => pause(randomInteger(300, 1_500));
  const runClient = createClients({
    proxies: [proxy],
    ledger,
    challenges,
    randomInteger,
    forwarded,
    rest,
    isComplete: isOver,
  });
  const operator = createOperator(proxies.command, { mayFail: false, randomInteger });
  const dataFolder = settings.ENQUIRY_DATA!;
  const backups = isFleet
    ? undefined
    : createBackups({
        folder: join(proxies.folder, 'backups'),
        settings,
        program,
        ledger,
        randomInteger,
      });
  const probe = await createProbe({ child: proxy.child, admin, dataFolder, databaseUrl });
  const samples: Measured[] = [];
  const sample = async () => {
    while (!isOver()) {
      samples.push(await probe.measure());
      await pause(sampleMs);
    }
  };
  const [commands, { reloads }] = await Promise.all([
    operate(surroundings, isOver),
    config.reloadEachSecond([proxy], isOver),
    ...Array.from({ length: clients }, (_, number) => runClient(number)),
    interrupt(api, isOver),
    backups?.makeEachTenSeconds(isOver),
    sample(),
  ]);
  await probe.end();
  await operator.releaseAll();
  await operator.waitForDeliveries();
  const arrived = (await api.inbox()).enquiries;
  const { acknowledged, attachments, lost, unmarked, ambiguous } = compare(
    ledger,
    arrived,
    await operator.list(),
  );
  const wrong = [
    ...lost,
    ...unmarked,
    ...ambiguous,
    ...findMisnamed(ledger, arrived),
    ...(backups?.report.failed ?? []),
  ];
  report(`of ${acknowledged} enquiries and ${attachments} files, lost, unmarked or misnamed`, {
    result: String(wrong.length),
    target: '0',
    isMet: wrong.length === 0,
  });
  console.log(wrong.slice(0, 20).join('\n'));
  console.log(
    `Beside them: ${reloads} reloads, ${commands} commands, ${backups?.report.made ?? 0} backups, ` +
      `${challenges.solved} proofs of work. Samples: ${samples.length}.`,
  );
  return printFlattening(samples) && wrong.length === 0;
}

/** Prints each measure beside its limit. Returns whether all have flattened. */
function printFlattening(samples: Measured[]): boolean {
  let isFlat = true;
  for (const [measure, { unit, per, ...bound }] of Object.entries(bounds)) {
    const all = samples.map(each => each[measure as keyof Measured]); // A key of the table.
    const judged = judge(all, bound);
    const print = (value: number) => String(Number((value / per).toFixed(1)));
    report(`${measure}, in the thirds after the warm-up`, {
      result: `${judged.thirds.map(print).join(', ')} ${unit}`.trim(),
      target: `≤ ${print(judged.limit)} in the last`,
      isMet: judged.isFlat,
    });
    isFlat &&= judged.isFlat;
  }
  return isFlat;
}

execFileSync('npm', ['run', 'build:package', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] });
await using started = new AsyncDisposableStack();
const { program, remove } = await installPackage();
started.defer(remove);
const proxies = prepareProxies({ program, settings: { TRUSTED_PROXY_HOPS: '1', ENQUIRY_RATE: '600' } });
started.defer(() => proxies.stop('SIGKILL'));
const config = createReloads(proxies.folder, { versions });
const api = await startEnquiryApi(join(proxies.folder, 'enquiry-api'));
started.defer(async () => void (await api.stop('SIGKILL')));
// The database needs a vacuum within the soak.
const postgres = isFleet ? await startPostgres({ autovacuum_naptime: '10s' }) : undefined;
if (postgres) started.defer(postgres.destroy);
const databaseUrl = await postgres?.database('soak');
const adminPort = await freePort(0);
Object.assign(proxies.settings, {
  ENQUIRY_API_URL: api.apiUrl,
  ENQUIRY_CONFIG: config.path,
  ENQUIRY_SECRET_FILE: config.secretPath,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
});
const proxy = await proxies.start({ settings: { ADMIN_PORT: String(adminPort) } });
const admin = `http://127.0.0.1:${adminPort}`;
console.log(`${benchmark}, ${seconds} s, seed ${values.seed} …`);
if (!(await soak({ program, proxies, api, proxy, admin, config }, databaseUrl))) process.exitCode = 1;
