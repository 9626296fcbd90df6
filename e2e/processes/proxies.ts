// The one way to start, load and stop proxies, for tests, benchmarks and the torture.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { compileCache, type Running, type StartOptions, start } from '../../demo/processes.ts';
import { login } from './enquiry-api.ts';

/** The site that every config allows unless it says otherwise. */
export const origin = 'https://www.example.com';
/** Where an enquiry API listens that is never there. */
const unreachableApi = 'http://127.0.0.1:9/rest/enquiries/v1';

interface ProxiesOptions {
  /** Members of the config in addition to the origin, or in place of the case type `standalone`. */
  config?: object;
  /** Settings in addition to those of every proxy, or in place of them. */
  settings?: Record<string, string>;
  /** The file of the program. Default: that of the sources. */
  program?: string;
}

/** Proxies that share a folder, a config and settings. */
export interface Proxies {
  /** Has the config in `config.json`, and by default what they store in `data`. */
  folder: string;
  settings: Record<string, string>;
  writeConfig(config: object): void;
  /** Starts a proxy with more settings, by default on a free port. */
  start(options?: StartOptions & { settings?: Record<string, string> }): Promise<Running>;
  /** Runs a command of the program as an operator does. Resolves with what it prints; rejects if it fails. */
  command(...words: string[]): Promise<string>;
  /** Stops what is running or starting, and removes the folder. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Prepares proxies, by default ones whose enquiry API is unreachable, so that they acknowledge everything with 202. */
export function prepareProxies({
  config = {},
  settings: changed = {},
  program = 'proxy/main.ts',
}: ProxiesOptions = {}): Proxies {
  const folder = mkdtempSync(join(tmpdir(), 'proxies-'));
  const settings: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    ENQUIRY_API_URL: unreachableApi,
    ENQUIRY_API_USERNAME: login.username,
    ENQUIRY_API_PASSWORD: login.password,
    ENQUIRY_CONFIG: join(folder, 'config.json'),
    ENQUIRY_DATA: join(folder, 'data'),
    // A response to a visitor doesn't depend on the speed of the machine.
    ENQUIRY_WAIT_MS: '25000',
    // These clients can't solve challenges, and some send thousands of enquiries a minute.
    ENQUIRY_RATE: '1000000',
    ...changed,
  };
  const started: Promise<Running>[] = [];
  const proxies: Proxies = {
    folder,
    settings,
    writeConfig(written) {
      // A proxy that reads the file at this moment reads either version.
      writeFileSync(join(folder, 'config.part'), JSON.stringify(written));
      renameSync(join(folder, 'config.part'), join(folder, 'config.json'));
    },
    start({ settings: more = {}, ...options } = {}) {
      const running = start(program, { ...settings, ...more }, options);
      started.push(running);
      return running;
    },
    async command(...words) {
      const options = { env: { ...compileCache, ...settings }, maxBuffer: 1_000_000_000 };
      return (await promisify(execFile)(process.execPath, [program, ...words], options)).stdout;
    },
    async stop(signal) {
      // One that didn't start has reported its failure.
      await Promise.all(started.map(each => each.then(({ stop }) => stop(signal)).catch(() => {})));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  proxies.writeConfig({ origins: [origin], case_types: { standalone: { label: 'Standalone' } }, ...config });
  return proxies;
}

/** Starts a proxy with a folder of its own, which `stop` removes. */
export async function startProxy(options: ProxiesOptions & StartOptions = {}) {
  const { settings: _, ...startOptions } = options;
  const proxies = prepareProxies(options);
  const running = await proxies.start(startOptions);
  return { ...proxies, ...running, stop: proxies.stop };
}

/** Creates a client of a proxy. Its `attempt` methods resolve with any response; its `send` methods expect one of these
 * status codes. */
export function createClient(url: string, expectedStatuses = [202]) {
  async function readReceipt(response: Response): Promise<Receipt> {
    expect(expectedStatuses).toContain(response.status);
    return (await response.json()) as Receipt;
  }
  const post = (path: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { origin, ...headers }, body });
  const attemptEnquiry = ({ key = randomUUID() as string, forename = 'Ada' } = {}) => {
    const enquiry = { case_type: 'standalone', forename, surname: 'Byron', email: 'ada@example.com' };
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    return post('/enquiries', headers, JSON.stringify(enquiry));
  };
  const attemptAttachment = ({ reference, upload_token }: Receipt, content: Uint8Array<ArrayBuffer>) =>
    post(
      `/enquiries/${reference}/attachments`,
      { 'idempotency-key': randomUUID(), authorization: `Bearer ${upload_token}` },
      content,
    );
  return {
    attemptEnquiry,
    attemptAttachment,
    sendEnquiry: async (enquiry?: Parameters<typeof attemptEnquiry>[0]) =>
      readReceipt(await attemptEnquiry(enquiry)),
    sendAttachment: async (receipt: Receipt, content: Uint8Array<ArrayBuffer>) =>
      readReceipt(await attemptAttachment(receipt, content)),
  };
}

interface Receipt {
  reference: string;
  upload_token: string;
}
