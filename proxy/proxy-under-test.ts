// For tests: the whole proxy on a folder of its own, in front of a scripted enquiry API.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDelivery } from './delivery/delivery.ts';
import { createEnquiryApi } from './delivery/enquiry-api.ts';
import { startScriptedEnquiryApi } from './delivery/scripted-enquiry-api.ts';
import { createDefinitions } from './enquiry/definitions.ts';
import { createSigner } from './enquiry/signer.ts';
import { createApp } from './http/app.ts';
import { createServer } from './http/server.ts';
import { openScript } from './http/widget-script.ts';
import { openStore } from './outbox/open-store.ts';
import { type Config, parseConfig } from './settings/config.ts';
import { parseEnvironment } from './settings/environment.ts';
import { createLog } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';

export const origin = 'https://www.example.com';

export const exampleConfig = {
  origins: [origin],
  attachments: { max_files: 2, max_bytes: 1_000 },
  case_types: {
    injury: {
      label: { en: 'Injury', cy: 'Anaf' },
      questions: [
        { id: 'when', type: 'date', label: 'When did it happen?', required: true, max: 'today' },
        { id: 'hurt', type: 'yes_no', label: { en: 'Were you hurt?', cy: 'A gawsoch chi anaf?' } },
        { id: 'where', type: 'text', label: 'Where?', shown_when: { question: 'hurt', is: 'yes' } },
      ],
    },
    other: { label: 'Something else' },
  },
};
export const ada = {
  case_type: 'injury',
  forename: 'Ada',
  surname: 'Byron',
  email: 'ada@example.com',
  answers: { when: '2026-02-01', hurt: 'no' },
};

/** The body of an answer, of which the test says what it is. */
export async function json<Body>(response: Response | Promise<Response>): Promise<Body> {
  return (await (await response).json()) as Body;
}

/** Puts the proxy on a socket of its own; `stop` lets nobody linger. */
export async function listen({ app }: Pick<ProxyUnderTest, 'app'>) {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function configOf(raw: object): Config {
  const parsed = parseConfig(JSON.stringify(raw));
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed));
  return parsed.config;
}

export async function createProxyUnderTest(
  config: object = exampleConfig,
  waitMs = 10_000,
  more: Record<string, string> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  mkdirSync(join(folder, 'widget', 'assets'), { recursive: true });
  writeFileSync(
    join(folder, 'widget', 'enquiry-form.js'),
    'customElements.define("enquiry-form", class {}); import("./assets/lazy-1234.js");',
  );
  writeFileSync(join(folder, 'widget', 'assets', 'lazy-1234.js'), 'export const lazy = true;');

  const enquiryApi = await startScriptedEnquiryApi();
  const environment = parseEnvironment({
    ENQUIRY_API_URL: enquiryApi.url,
    ENQUIRY_API_USERNAME: 'ünlü',
    ENQUIRY_API_PASSWORD: 'pass:wörd',
    ENQUIRY_API_TIMEOUT_MS: '2000',
    ENQUIRY_WAIT_MS: String(waitMs),
    ENQUIRY_DATA: folder,
    LOG_LEVEL: 'trace',
    ...more,
  });
  if ('faults' in environment) throw new Error(JSON.stringify(environment));
  const settings = environment.environment;
  let current = configOf(config);
  let secrets = ['s'.repeat(32)];
  const lines: string[] = [];
  const log = createLog(settings.LOG_LEVEL, { write: line => lines.push(line) });

  const shiftMs = { clock: 0, monotonic: 0 };
  const clock = () => Date.now() + shiftMs.clock;
  const monotonicMs = () => performance.now() + shiftMs.monotonic;

  /** What a process has; `restart` ends it and starts the next on the same folder. */
  async function start() {
    const { outbox, spool } = await openStore(settings, clock, log);
    const definitions = await createDefinitions(current, outbox.archive);
    const script = await openScript(join(folder, 'widget'), definitions, outbox.archive);
    const metrics = createMetrics(outbox.operator.depth);
    const client = createEnquiryApi(settings, clock);
    const delivery = createDelivery({
      claims: outbox.claims,
      spool,
      enquiryApi: client,
      concurrency: 4,
      leaseMs: 60_000,
      onUnknown: 'retry',
      monotonicMs,
      random: () => 0.01, // Backoffs of hundredths of a second.
      log,
      metrics,
    });
    const app = createApp({
      settings,
      config: current,
      definitions,
      script,
      intake: outbox.intake,
      storage: outbox.archive,
      spool,
      signer: createSigner(secrets),
      isStopping: () => false,
      clock,
      monotonicMs,
      random: randomBytes,
      log,
      metrics,
    });
    const stop = async () => {
      await delivery.stop(5_000);
      await outbox.close();
    };
    return { app, outbox, spool, metrics, script, stop };
  }
  let process = await start();

  const post = (path: string, init: RequestInit) => process.app.request(path, { method: 'POST', ...init });
  return {
    enquiryApi,
    folder,
    /** What was logged so far. */
    log: () => lines.join(''),
    /** The lines with this message so far. */
    lines: (message: string) =>
      lines.map(line => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === message),
    /** Sets the wall clock forward or back. */
    stepClock(ms: number) {
      shiftMs.clock += ms;
    },
    /** Sets the wall clock to this time. */
    setClock(ms: number) {
      shiftMs.clock = ms - Date.now();
    },
    /** Lets time pass on both clocks. */
    elapse(ms: number) {
      shiftMs.clock += ms;
      shiftMs.monotonic += ms;
    },
    get app() {
      return process.app;
    },
    get spool() {
      return process.spool;
    },
    get outbox() {
      return process.outbox;
    },
    metrics: () => process.metrics.text(),
    pinned: () => process.script.pinned,
    postEnquiry: (body: unknown, key: string = randomUUID(), headers: Record<string, string> = {}) =>
      post('/enquiries', {
        headers: { origin, 'content-type': 'application/json', 'idempotency-key': key, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    postAttachment: (
      { reference, upload_token }: { reference: string; upload_token: string },
      content: Uint8Array<ArrayBuffer> | string,
      { key = randomUUID() as string, name = 'photo.jpg', headers = {} } = {},
    ) =>
      post(`/enquiries/${reference}/attachments`, {
        headers: {
          origin,
          authorization: `Bearer ${upload_token}`,
          'idempotency-key': key,
          'content-type': 'image/jpeg',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
          ...headers,
        },
        body: content,
      }),
    /** Restarts it, perhaps with another config or other secrets. */
    async restart(changed?: object, otherSecrets = secrets) {
      await process.stop();
      if (changed) current = configOf(changed);
      secrets = otherSecrets;
      process = await start();
    },
    async stop() {
      await process.stop();
      await enquiryApi.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
export type ProxyUnderTest = Awaited<ReturnType<typeof createProxyUnderTest>>;
