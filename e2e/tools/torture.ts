// Clients send while the enquiry API goes through its faults and processes are killed. At the end, every
// acknowledged enquiry must be at the enquiry API. `npm run torture` accepts --seconds N and --seed N.
// Longer than 200 lines, because clients, faults and the final count share one ledger and one set of processes.
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, type Running, start } from '../../demo/processes.ts';
import { startPostgres } from '../../proxy/database/postgres-for-tests.ts';
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
  databaseStops: number;
  /** The number of surplus copies at the enquiry API. */
  duplicates: number;
  /** The number of acknowledged enquiries that haven't arrived and are held. */
  held: number;
  /** Acknowledged enquiries and files that are neither at the enquiry API nor held. Must be empty. */
  lost: string[];
  /** References with more than one copy that isn't marked as a possible duplicate. Must be empty. */
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
const credentials = { username: 'torture', password: 'torture-password' };
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
  const randomInteger = (min: number, limit: number) => Math.floor(min + random() * (limit - min));
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
    STANDIN_USERNAME: credentials.username,
    STANDIN_PASSWORD: credentials.password,
  });
  const postgres = plan.store === 'postgres' ? await startPostgres() : undefined;
  const settings: Record<string, string> = {
    ENQUIRY_API_URL: `${api.url}/rest/enquiry-service/v1`,
    ENQUIRY_API_USERNAME: credentials.username,
    ENQUIRY_API_PASSWORD: credentials.password,
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
  let databaseStops = 0;
  let isOver = false;
  const endsAt = Date.now() + plan.seconds * 1_000;
  const isComplete = () =>
    ledger.length >= plan.acknowledgements && kills >= plan.kills && Date.now() >= endsAt;

  /** Sends a request to the stand-in. Retries it if the stand-in has meanwhile closed the kept-alive connection. */
  async function requestStandIn(path: string, init?: RequestInit): Promise<unknown> {
    for (let attempts = 0; ; attempts++) {
      try {
        return await (await fetch(`${api.url}${path}`, init)).json();
      } catch (error) {
        if (attempts >= 5) throw error;
      }
    }
  }

  async function setFault(fault: string): Promise<void> {
    const body = JSON.stringify({ fault, field: 'unknown_field', delay_ms: 900 });
    await requestStandIn('/faults', { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  }

  /** Sends to random proxies, always with the same key, until one responds with a final status. */
  async function sendUntilAccepted(
    path: string,
    headers: Record<string, string>,
    body: string | Uint8Array<ArrayBuffer>,
  ) {
    const key = randomUUID();
    for (;;) {
      const proxy = proxies[randomInteger(0, proxies.length)];
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
      await pause(randomInteger(20, 200));
    }
  }

  async function runClient(number: number): Promise<void> {
    for (let n = 0; !isComplete(); n++) {
      const forename = `Client ${number}-${n}`;
      const enquiry = { case_type: 'torture', forename, surname: 'Example', email: 'client@example.com' };
      const receipt = await sendUntilAccepted(
        '/enquiries',
        { 'content-type': 'application/json' },
        JSON.stringify(enquiry),
      );
      const acknowledged: Acknowledged = { reference: receipt.reference ?? '', forename, files: [] };
      ledger.push(acknowledged);
      for (let left = random() < 0.3 ? randomInteger(1, 3) : 0; left > 0; left--) {
        const file = new Uint8Array(randomInteger(1_000, 300_000)).map(() => randomInteger(0, 256));
        file.set(Buffer.from('%PDF-1.4\n'));
        await sendUntilAccepted(
          `/enquiries/${receipt.reference}/attachments`,
          { authorization: `Bearer ${receipt.upload_token}`, 'content-type': 'application/pdf' },
          file,
        );
        acknowledged.files.push(createHash('sha256').update(file).digest('hex'));
      }
    }
  }

  async function switchFaults(): Promise<void> {
    while (!isOver) {
      await setFault(faults[randomInteger(0, faults.length)] ?? 'none');
      await pause(randomInteger(100, 600));
    }
    await setFault('none');
  }

  async function killProcesses(): Promise<void> {
    while (!isOver) {
      await pause(randomInteger(500, 2_500));
      const at = randomInteger(0, proxies.length);
      kills += 1;
      await proxies[at]?.stop('SIGKILL');
      if (postgres && kills % 3 === 0) {
        databaseStops += 1;
        await postgres.stop(databaseStops % 2 ? 'immediate' : 'fast');
        await postgres.start();
      }
      proxies[at] = await startOn(ports[at]!);
    }
  }

  const faultLoops = Promise.all([switchFaults(), killProcesses()]);
  faultLoops.catch(() => {}); // Handled where they are awaited below. An error of a client takes precedence.
  try {
    await Promise.all(Array.from({ length: clients }, (_, number) => runClient(number)));
    isOver = true;
    await faultLoops;
    /** Lists the deliveries that will still be attempted. The attachments of a held enquiry wait for its release. */
    const listUnfinished = () => {
      const deliveries = listDeliveries();
      const held = new Set(
        deliveries
          .filter(({ kind, state }) => kind === 'enquiry' && state === 'held')
          .map(each => each.reference),
      );
      return deliveries.filter(
        ({ kind, state, reference }) =>
          state === 'waiting' && !(kind === 'attachment' && held.has(reference)),
      );
    };
    // The proxy notices the end of an outage within a minute, and repeats unknown outcomes within seconds.
    for (let seconds = 0; listUnfinished().length > 0 && seconds < 150; seconds++) await pause(1_000);
    return await report();
  } finally {
    isOver = true;
    await faultLoops.catch(() => {});
    await Promise.all([...proxies, api].map(each => each.stop('SIGKILL')));
    await postgres?.destroy();
    rmSync(folder, { recursive: true });
  }

  /** Lists the deliveries with the CLI. */
  function listDeliveries(): { kind: string; reference: string; state: string }[] {
    const { stdout, status, stderr } = spawnSync(
      process.execPath,
      ['proxy/main.ts', 'outbox', 'list', '--json'],
      {
        env: { PATH: process.env.PATH ?? '', ...settings },
        encoding: 'utf8',
        maxBuffer: 1_000_000_000,
      },
    );
    if (status !== 0) throw new Error(`outbox list exited with ${status}: ${stderr}`);
    const lines = stdout
      .trim()
      .split('\n')
      .filter(line => line.startsWith('{'));
    return lines.map(line => JSON.parse(line));
  }

  async function report(): Promise<Report> {
    const { enquiries } = (await requestStandIn('/inbox.json')) as { enquiries: ArrivedEnquiry[] };
    const findMetaValue = ({ meta }: ArrivedEnquiry, id: string) =>
      meta.find(entry => entry.id === id)?.value;
    const byReference = new Map<string, ArrivedEnquiry[]>();
    for (const enquiry of enquiries) {
      const reference = findMetaValue(enquiry, 'enquiry_reference') ?? '';
      byReference.set(reference, [...(byReference.get(reference) ?? []), enquiry]);
    }
    const deliveries = listDeliveries();
    const isHeld = (kind: string, reference: string) =>
      deliveries.some(each => each.kind === kind && each.reference === reference && each.state === 'held');

    const lost: string[] = [];
    let held = 0;
    for (const { reference, forename, files } of ledger) {
      const copies = byReference.get(reference) ?? [];
      const hasArrived = copies.some(copy => copy.forename === forename);
      const isEnquiryHeld = isHeld('enquiry', reference);
      if (!hasArrived && isEnquiryHeld) held += 1;
      if (!hasArrived && !isEnquiryHeld) lost.push(`enquiry ${reference} of ${forename}`);
      const arrived = new Set(copies.flatMap(copy => copy.files.map(({ sha256 }) => sha256)));
      for (const file of files) {
        // An attachment waits while its enquiry is held.
        if (!arrived.has(file) && !isHeld('attachment', reference) && !isEnquiryHeld)
          lost.push(
            `file ${file} of ${reference}${deliveries.some(each => each.reference === reference) ? ', still waiting' : ''}`,
          );
      }
    }
    const unmarked = [...byReference].flatMap(([reference, copies]) =>
      copies.filter(copy => findMetaValue(copy, 'possible_duplicate') !== 'yes').length > 1
        ? [reference]
        : [],
    );
    return {
      seed: plan.seed,
      acknowledged: ledger.length,
      attachments: ledger.reduce((sum, { files }) => sum + files.length, 0),
      kills,
      databaseStops,
      duplicates: enquiries.length - byReference.size,
      held,
      lost,
      unmarked,
    };
  }
}

if (import.meta.main) {
  const readOption = (name: string, defaultValue: number) => {
    const at = process.argv.indexOf(`--${name}`);
    return at < 0 ? defaultValue : Number(process.argv[at + 1]);
  };
  let hasFailed = false;
  for (const store of ['sqlite', 'postgres'] as const) {
    const seed = readOption('seed', Date.now() % 1_000_000);
    console.log(`${store}, seed ${seed} …`);
    const report = await torture({
      store,
      seed,
      acknowledgements: 500,
      kills: 5,
      seconds: readOption('seconds', 120),
    });
    console.log(report);
    hasFailed ||= report.lost.length + report.unmarked.length > 0;
  }
  process.exit(hasFailed ? 1 : 0);
}
