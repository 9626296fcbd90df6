// Clients send while the enquiry API goes through its faults and processes are killed. At the end, every
// acknowledged enquiry must be at the enquiry API. `npm run torture` accepts --seconds N and --seed N.
// One file above 200 lines, because clients, faults and the final count share one ledger and one set of processes.
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, type Running, start } from '../../demo/processes.ts';
import { startPostgres } from '../../proxy/database/postgres-under-test.ts';
import { createRandom } from '../../proxy/faults/seeded-random.ts';

export interface Plan {
  store: 'sqlite' | 'postgres';
  seed: number;
  /** The run continues until all of these are reached. */
  acknowledgements: number;
  kills: number;
  seconds: number;
}
export interface Report {
  seed: number;
  acknowledged: number;
  attachments: number;
  kills: number;
  databaseDeaths: number;
  /** The number of duplicates of enquiries at the enquiry API. */
  duplicates: number;
  /** Enquiries that were acknowledged and are held. */
  held: number;
  /** Lists that must be empty. */
  lost: string[];
  unmarked: string[];
}

interface Acknowledged {
  reference: string;
  forename: string;
  files: string[];
}
interface ArrivedEnquiry {
  forename: string;
  meta: { id: string; value: string }[];
  files: { sha256: string }[];
}

const clients = 16;
const origin = 'https://www.example.com';
const login = { username: 'torture', password: 'torture-password' };
const faults = [
  'none',
  'none',
  'none',
  'down',
  '401',
  '500',
  'reset',
  'reset_before',
  'garbage',
  'redirect',
  'slow',
];

export async function torture(plan: Plan): Promise<Report> {
  const random = createRandom(plan.seed);
  const between = (least: number, most: number) => Math.floor(least + random() * (most - least));
  const folder = mkdtempSync(join(tmpdir(), 'torture-'));
  const config = {
    origins: [origin],
    attachments: { max_files: 3 },
    case_types: { torture: { label: 'Torture' } },
  };
  writeFileSync(join(folder, 'enquiry.config.json'), JSON.stringify(config));

  const api = await start('demo/enquiry-api/main.ts', {
    PORT: '0',
    STANDIN_DATA: join(folder, 'enquiry-api'),
    STANDIN_USERNAME: login.username,
    STANDIN_PASSWORD: login.password,
  });
  const postgres = plan.store === 'postgres' ? await startPostgres() : undefined;
  const settings: Record<string, string> = {
    ENQUIRY_API_URL: `${api.url}/rest/enquiry-service/v1`,
    ENQUIRY_API_USERNAME: login.username,
    ENQUIRY_API_PASSWORD: login.password,
    ENQUIRY_CONFIG: join(folder, 'enquiry.config.json'),
    ENQUIRY_DATA: join(folder, 'proxy'),
    ENQUIRY_SECRET: 'torture'.repeat(5),
    ENQUIRY_API_TIMEOUT_MS: '700',
    ENQUIRY_WAIT_MS: '500',
    ...(postgres && { DATABASE_URL: await postgres.database('torture') }),
  };
  const ports = await Promise.all(Array.from({ length: postgres ? 3 : 1 }, () => freePort(0)));
  const startOn = (port: number) => start('proxy/main.ts', { ...settings, PORT: String(port) });
  const proxies: Running[] = await Promise.all(ports.map(startOn));

  const ledger: Acknowledged[] = [];
  let kills = 0;
  let databaseDeaths = 0;
  let isOver = false;
  const endsAt = Date.now() + plan.seconds * 1_000;
  const isEnough = () =>
    ledger.length >= plan.acknowledgements && kills >= plan.kills && Date.now() >= endsAt;

  /** Requests something from the stand-in, and again if a kept-alive connection was closed meanwhile. */
  async function ask(path: string, init?: RequestInit): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      try {
        return await (await fetch(`${api.url}${path}`, init)).json();
      } catch (error) {
        if (tries >= 5) throw error;
      }
    }
  }

  async function setFault(fault: string): Promise<void> {
    const body = JSON.stringify({ fault, field: 'nobody_knows', delay_ms: 900 });
    await ask('/faults', { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  }

  /** Sends to random proxies, always with the same key, until one responds with a final status. */
  async function insist(
    path: string,
    headers: Record<string, string>,
    body: string | Uint8Array<ArrayBuffer>,
  ) {
    const key = randomUUID();
    for (;;) {
      const proxy = proxies[between(0, proxies.length)];
      try {
        const response = await fetch(`${proxy?.url}${path}`, {
          method: 'POST',
          headers: { origin, 'idempotency-key': key, ...headers },
          body,
          signal: AbortSignal.timeout(10_000),
        });
        const text = await response.text();
        if (response.status === 201 || response.status === 202)
          return JSON.parse(text) as Record<string, string>;
        if (![409, 429, 503].includes(response.status))
          throw new Error(`${path}: ${response.status} ${text}`);
      } catch (error) {
        // The proxy was killed. The request is sent again.
        if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error;
      }
      await pause(between(20, 200));
    }
  }

  async function client(number: number): Promise<void> {
    for (let n = 0; !isEnough(); n++) {
      const forename = `Client ${number}-${n}`;
      const enquiry = { case_type: 'torture', forename, surname: 'Example', email: 'client@example.com' };
      const receipt = await insist(
        '/enquiries',
        { 'content-type': 'application/json' },
        JSON.stringify(enquiry),
      );
      const acknowledged: Acknowledged = { reference: receipt.reference ?? '', forename, files: [] };
      ledger.push(acknowledged);
      for (let left = random() < 0.3 ? between(1, 3) : 0; left > 0; left--) {
        const file = new Uint8Array(between(1_000, 300_000)).map(() => between(0, 256));
        file.set(Buffer.from('%PDF-1.4\n'));
        await insist(
          `/enquiries/${receipt.reference}/attachments`,
          { authorization: `Bearer ${receipt.upload_token}`, 'content-type': 'application/pdf' },
          file,
        );
        acknowledged.files.push(createHash('sha256').update(file).digest('hex'));
      }
    }
  }

  async function flap(): Promise<void> {
    while (!isOver) {
      await setFault(faults[between(0, faults.length)] ?? 'none');
      await pause(between(100, 600));
    }
    await setFault('none');
  }

  async function kill(): Promise<void> {
    while (!isOver) {
      await pause(between(500, 2_500));
      const at = between(0, proxies.length);
      kills += 1;
      await proxies[at]?.stop('SIGKILL');
      if (postgres && kills % 3 === 0) {
        databaseDeaths += 1;
        await postgres.stop(databaseDeaths % 2 ? 'immediate' : 'fast');
        await postgres.start();
      }
      proxies[at] = await startOn(ports[at]!);
    }
  }

  const tormentors = Promise.all([flap(), kill()]);
  tormentors.catch(() => {}); // Awaited below. Until then, an error of a client comes first.
  try {
    await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
    isOver = true;
    await tormentors;
    /** The deliveries that will still be attempted. The attachment of a held enquiry waits with it. */
    const waiting = () => {
      const rest = listed();
      const held = new Set(
        rest.filter(({ kind, state }) => kind === 'enquiry' && state === 'held').map(each => each.reference),
      );
      return rest.filter(
        ({ kind, state, reference }) =>
          state === 'waiting' && !(kind === 'attachment' && held.has(reference)),
      );
    };
    // The proxy notices the end of an outage within a minute, and repeats unknown outcomes within seconds.
    for (let seconds = 0; waiting().length > 0 && seconds < 150; seconds++) await pause(1_000);
    return await report();
  } finally {
    isOver = true;
    await tormentors.catch(() => {});
    await Promise.all([...proxies, api].map(each => each.stop('SIGKILL')));
    await postgres?.destroy();
    rmSync(folder, { recursive: true });
  }

  /** The deliveries that the operator sees. */
  function listed(): { kind: string; reference: string; state: string }[] {
    const { stdout, status, stderr } = spawnSync(
      process.execPath,
      ['proxy/main.ts', 'outbox', 'list', '--json'],
      {
        env: { PATH: process.env.PATH ?? '', ...settings },
        encoding: 'utf8',
        maxBuffer: 1_000_000_000,
      },
    );
    if (status !== 0) throw new Error(`outbox list ended with ${status}: ${stderr}`);
    const lines = stdout
      .trim()
      .split('\n')
      .filter(line => line.startsWith('{'));
    return lines.map(line => JSON.parse(line));
  }

  async function report(): Promise<Report> {
    const { enquiries } = (await ask('/inbox.json')) as { enquiries: ArrivedEnquiry[] };
    const answerTo = ({ meta }: ArrivedEnquiry, id: string) => meta.find(entry => entry.id === id)?.value;
    const byReference = new Map<string, ArrivedEnquiry[]>();
    for (const enquiry of enquiries) {
      const reference = answerTo(enquiry, 'enquiry_reference') ?? '';
      byReference.set(reference, [...(byReference.get(reference) ?? []), enquiry]);
    }
    const rest = listed();
    const isHeld = (kind: string, reference: string) =>
      rest.some(each => each.kind === kind && each.reference === reference && each.state === 'held');

    const lost: string[] = [];
    let held = 0;
    for (const { reference, forename, files } of ledger) {
      const copies = byReference.get(reference) ?? [];
      const hasArrived = copies.some(copy => copy.forename === forename);
      const isKept = isHeld('enquiry', reference);
      if (!hasArrived && isKept) held += 1;
      if (!hasArrived && !isKept) lost.push(`enquiry ${reference} of ${forename}`);
      const arrived = new Set(copies.flatMap(copy => copy.files.map(({ sha256 }) => sha256)));
      for (const file of files) {
        // An attachment waits while its enquiry is held.
        if (!arrived.has(file) && !isHeld('attachment', reference) && !isKept)
          lost.push(
            `file ${file} of ${reference}${rest.some(each => each.reference === reference) ? ', still waiting' : ''}`,
          );
      }
    }
    const unmarked = [...byReference].flatMap(([reference, copies]) =>
      copies.filter(copy => answerTo(copy, 'possible_duplicate') !== 'yes').length > 1 ? [reference] : [],
    );
    return {
      seed: plan.seed,
      acknowledged: ledger.length,
      attachments: ledger.reduce((sum, { files }) => sum + files.length, 0),
      kills,
      databaseDeaths,
      duplicates: enquiries.length - byReference.size,
      held,
      lost,
      unmarked,
    };
  }
}

if (import.meta.main) {
  const word = (name: string, otherwise: number) => {
    const at = process.argv.indexOf(`--${name}`);
    return at < 0 ? otherwise : Number(process.argv[at + 1]);
  };
  let isLost = false;
  for (const store of ['sqlite', 'postgres'] as const) {
    const seed = word('seed', Date.now() % 1_000_000);
    console.log(`${store}, seed ${seed} …`);
    const report = await torture({
      store,
      seed,
      acknowledgements: 500,
      kills: 5,
      seconds: word('seconds', 120),
    });
    console.log(report);
    isLost ||= report.lost.length + report.unmarked.length > 0;
  }
  process.exit(isLost ? 1 : 0);
}
