// Runs the whole product as separate processes: the stand-in enquiry API, the proxy and a demo site.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../demo/enquiry-api/faults.ts';
import { type Running, start } from '../../demo/processes.ts';
import { type ReceivedEnquiry, startEnquiryApi } from './enquiry-api.ts';
import { type PagePolicy, startPageServer } from './page-server.ts';
import { prepareProxies } from './proxies.ts';

/** Tests see what has arrived once the proxy has forwarded what it acknowledged, because on a busy machine a visitor gets
 * the receipt before that. */
export interface Stack {
  site: string;
  proxy: string;
  inbox: string;
  /** The address of the stand-in enquiry API, as `ENQUIRY_API_URL`. */
  apiUrl: string;
  /** Serves a page on a second allowed origin, with a content security policy and scripts by path. Returns its
   * address. The next call replaces the page. */
  servePage(html: string, policy: PagePolicy, scripts?: Record<string, string>): string;
  /** Resolves with the enquiries that the stand-in enquiry API has accepted. */
  listEnquiries(): Promise<ReceivedEnquiry[]>;
  /** Resolves with the content of a file that arrived. */
  downloadFile(file: { id: number }): Promise<Buffer>;
  /** Resolves with the number of create requests that the stand-in enquiry API has received and not refused. */
  countCreateRequests(): Promise<number>;
  /** The same of all requests, including those with files. */
  countRequests(): Promise<number>;
  /** Makes the stand-in enquiry API fail as described, for `times` requests or until the next call. */
  setFault(fault: Partial<Fault>): Promise<void>;
  /** Runs a command of the proxy as an operator does. Resolves with what it prints; rejects if it fails. */
  runCommand(...words: string[]): Promise<string>;
  /** Stops the proxy, by default gracefully, and starts it on the same port. */
  restartProxy(signal?: NodeJS.Signals): Promise<void>;
}

/** A stack that its owner can reset and stop. */
export interface RunningStack extends Stack {
  /** Removes all enquiries and faults. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** The longest time for which a test waits until something is forwarded. */
const maxForwardingMs = 60_000;

/** The ports of this worker: below the system's ephemeral range, so that no other process takes one before a start or
 * during a restart. */
const portsPerWorker = 4_000;
const firstPort = 20_000 + portsPerWorker * (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 3);
let nextPort = firstPort + Math.floor(portsPerWorker * Math.random());

/** A port that this worker hasn't used lately. Another run of the tests may use it. */
function takePort(): string {
  nextPort = nextPort + 1 < firstPort + portsPerWorker ? nextPort + 1 : firstPort;
  return String(nextPort);
}

/** Starts a process on a port, and on another one if that is in use. */
async function startOnPort(startOn: (port: string) => Promise<Running>): Promise<Running> {
  for (;;) {
    try {
      return await startOn(takePort());
    } catch (error) {
      if (!/Port \d+ is (already )?in use/.test(String(error))) throw error;
    }
  }
}

/** The parts of the demo's config that tests add to. */
interface DemoConfig {
  origins: string[];
  case_types: Record<string, { questions: object[] }>;
}

/** Starts a stack on free ports with a temporary folder. `adjust` changes the demo's config, and `settings` are
 * additional settings of the proxy. */
export async function startStack(
  adjust: (config: DemoConfig) => object = config => config,
  settings: Record<string, string> = {},
): Promise<RunningStack> {
  // With opening hours, receipts would depend on the time of day.
  const { hours: _, ...config } = JSON.parse(readFileSync('demo/enquiry.config.json', 'utf8'));
  const pages = await startPageServer();
  // One case type for each form of the page with ten forms.
  const { questions } = config.case_types.callback;
  for (let number = 1; number <= 10; number++) {
    config.case_types[`matter-${number}`] = { label: `Matter ${number}`, questions };
  }
  const proxies = prepareProxies({
    settings: { ENQUIRY_WAIT_MS: '3000', ENQUIRY_RATE: '600', ...settings },
  });
  const data = proxies.settings.ENQUIRY_DATA!;
  const api = await startEnquiryApi(join(proxies.folder, 'enquiry-api'));
  proxies.settings.ENQUIRY_API_URL = settings.ENQUIRY_API_URL ?? api.apiUrl;
  const startProxy = (port: string): Promise<Running> => proxies.start({ settings: { PORT: port } });
  // The site and the proxy know each other's address before they start.
  let site: Running | undefined;
  let proxy = await startOnPort(async proxyPort => {
    await site?.stop();
    site = await startOnPort(port =>
      start('demo/site/main.ts', { PORT: port, PROXY_URL: `http://127.0.0.1:${proxyPort}` }),
    );
    proxies.writeConfig(adjust({ ...config, origins: [site.url, pages.url] }));
    return await startProxy(proxyPort);
  });
  const inbox = async () => {
    const waitUntilMs = performance.now() + maxForwardingMs;
    while (isForwarding(data) && performance.now() < waitUntilMs) await pause(20);
    return await api.inbox();
  };
  /** The requests without the tests of the login, which are refused because they have no forename. */
  const listRequests = async () => (await inbox()).requests.filter(({ status }) => status !== 400);

  return {
    site: site!.url, // It is started before the proxy.
    proxy: proxy.url,
    inbox: `${api.url}/inbox`,
    apiUrl: api.apiUrl,
    servePage: pages.servePage,
    listEnquiries: async () => (await inbox()).enquiries,
    downloadFile: async ({ id }) =>
      Buffer.from(await (await api.request(`/inbox/files/${id}`)).arrayBuffer()),
    countRequests: async () => (await listRequests()).length,
    countCreateRequests: async () =>
      (await listRequests()).filter(({ operation }) => operation === 'create').length,
    setFault: api.setFault,
    runCommand: proxies.command,
    async restartProxy(signal) {
      await proxy.stop(signal);
      proxy = await startProxy(new URL(proxy.url).port);
    },
    async reset() {
      await api.setFault({ fault: 'none' });
      // An earlier test's files would otherwise arrive during this one.
      if (hasUndelivered(data)) {
        await proxy.stop('SIGKILL');
        rmSync(data, { recursive: true });
        proxy = await startProxy(new URL(proxy.url).port);
      }
      await api.request('/inbox', { method: 'DELETE' });
    },
    async stop() {
      await Promise.all([site!.stop(), proxy.stop(), api.stop(), pages.stop()]);
      await proxies.stop();
    },
  };
}

/** Whether the outbox in this folder has an enquiry or a file that isn't delivered yet. */
const hasUndelivered = (data: string) => isFound(data, "SELECT 1 FROM deliveries WHERE state = 'waiting'");

/** Whether the proxy with this folder sends something to the enquiry API now, or is about to for the first time. */
const isForwarding = (data: string) =>
  isFound(
    data,
    `SELECT 1 FROM deliveries d LEFT JOIN deliveries e ON e.reference = d.reference AND e.kind = 'enquiry'
    WHERE d.state = 'waiting' AND (d.lease_until > :now OR
      (d.attempts = 0 AND d.due_at <= :now AND (d.kind = 'enquiry' OR e.state = 'delivered')))`,
  );

/** Whether a query of the outbox in this folder finds something. It may refer to the time as `:now`. */
function isFound(data: string, query: string): boolean {
  const database = new DatabaseSync(join(data, 'outbox.db'), { readOnly: true });
  try {
    const parameters = query.includes(':now') ? { now: Date.now() } : {};
    return database.prepare(`${query} LIMIT 1`).get(parameters) !== undefined;
  } finally {
    database.close();
  }
}
