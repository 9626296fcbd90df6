// For tests: the whole proxy with its own data folder and a scripted enquiry API. Requests go to the app directly, or to a
// socket with `listen`.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { defaultParameters } from '../../../proxy/contract/attribution.ts';
import type { ProblemDocument } from '../../../proxy/contract/enquiry.ts';
import { createSigner } from '../../../proxy/enquiry/identifiers.ts';
import { type ConnectionLimits, createServer } from '../../../proxy/server/listen.ts';
import { createProxy } from '../../../proxy/server/proxy.ts';
import type { MinimumRate, Settings } from '../../../proxy/settings/settings.ts';
import { createLog } from '../../../proxy/telemetry/log.ts';
import { apiRoutes } from '../../build/openapi.ts';
import { respondMissingField, startScriptedEnquiryApi } from './scripted-enquiry-api.ts';
import { validConfig, validSettings } from './settings.ts';

export const origin = 'https://www.example.com';
const secret = 's'.repeat(32);
/** The keys of two server applications that the proxy knows, by their names. */
export const clientKeys = { crm: 'crm-key-'.repeat(4), intranet: 'intranet-key-'.repeat(3) };
export const referencePattern = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;

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

/** The token of a test link for the pages of this origin. It is valid for an hour. */
export function createTestToken(page = origin): string {
  return createSigner([secret]).testToken(page, Math.floor(Date.now() / 1_000) + 3_600);
}

/** Reads a response's JSON body, whose type the test knows. */
export async function json<Body>(response: Response | Promise<Response>): Promise<Body> {
  return (await (await response).json()) as Body;
}

/** Serves the app on a port of its own. `stop` closes all connections at once. */
export async function listen({ app }: Pick<ProxyUnderTest, 'app'>, limits: Partial<ConnectionLimits> = {}) {
  const server = createServer(app, { maxConnections: 100, ...limits }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function writeWidget(folder: string): void {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(
    join(folder, 'enquiry-form.js'),
    'customElements.define("enquiry-form", class {}); import("./assets/lazy-1234.js");',
  );
  writeFileSync(join(folder, 'attribution.js'), `"utm_source ${defaultParameters.join(' ')}".split(" ")`);
  writeFileSync(join(folder, 'measure-heights.js'), 'console.log(1);');
  writeFileSync(join(folder, 'form-page.js'), 'console.log(2);');
  const page = new URL('../../../widget/page/page.ts', import.meta.url);
  writeFileSync(join(folder, 'page.js'), `export * from ${JSON.stringify(page)};`);
  writeFileSync(join(folder, 'assets', 'licences.txt'), 'lit 3.0.0 (BSD-3-Clause)');
  writeFileSync(join(folder, 'assets', 'lazy-1234.js'), 'export const lazy = true;');
  writeFileSync(
    join(folder, 'assets', 'files-page-1234.js'),
    'customElements.define("enquiry-files", class {});',
  );
}

/** Makes the app reject instead of responding with a refusal that the description of its route doesn't list. */
function expectDescribed(app: Awaited<ReturnType<typeof createProxy>>['app']) {
  const request = app.request.bind(app);
  app.request = async (...sent) => {
    const response = await request(...sent);
    if (response.headers.get('content-type') !== 'application/problem+json') return response;
    const { code } = await json<ProblemDocument>(response.clone());
    const [input, { method = 'GET' } = {}] = sent;
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const route = apiRoutes.find(
      each =>
        each.method === method && new RegExp(`^${each.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname),
    );
    if (route && code !== 'internal-error' && !route.refusals.includes(code))
      throw new Error(`${method} ${route.path} lacks the refusal ${code} in its description.`);
    return response;
  };
}

export async function createProxyUnderTest(
  config: object = exampleConfig,
  waitMs = 25_000,
  variables: Record<string, string> = {},
  minimumRate?: MinimumRate,
) {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const widgetFolder = join(folder, 'widget');
  writeWidget(widgetFolder);
  const keysFile = join(folder, 'client-keys');
  writeFileSync(
    keysFile,
    Object.entries(clientKeys)
      .map(each => `${each.join('=')}\n`)
      .join(''),
    { mode: 0o600 },
  );
  const enquiryApi = await startScriptedEnquiryApi();
  enquiryApi.loginTest = respondMissingField('forename');
  let settings = validSettings({
    ENQUIRY_API_URL: enquiryApi.url,
    ENQUIRY_API_USERNAME: 'ünlü',
    ENQUIRY_API_PASSWORD: 'pass:wörd',
    ENQUIRY_API_TIMEOUT_MS: '20000',
    ENQUIRY_WAIT_MS: String(waitMs),
    ENQUIRY_SECRET: secret,
    ENQUIRY_DATA: folder,
    ENQUIRY_CLIENT_KEYS_FILE: keysFile,
    LOG_LEVEL: 'trace',
    ...variables,
  });
  if (minimumRate) settings.requests.minimumRate = minimumRate;
  let currentConfig = validConfig(config);
  let reread = () => ({ settings, config: currentConfig });
  const lines: string[] = [];
  const log = createLog(settings.logLevel, { write: line => lines.push(line) });
  const shiftMs = { clock: 0, monotonic: 0 };

  const start = () =>
    createProxy({
      settings,
      config: currentConfig,
      reread: () => reread(),
      log,
      clock: () => Date.now() + shiftMs.clock,
      monotonicMs: () => performance.now() + shiftMs.monotonic,
      random: () => 0.01, // Backoffs of hundredths of a second.
      randomBytes,
      widgetFolder,
    });
  let proxy = await start();
  const stop = () => proxy.stop(async () => {});
  const described = new WeakSet();
  /** A reload replaces the app. */
  const getApp = () => {
    if (!described.has(proxy.app)) expectDescribed(proxy.app);
    described.add(proxy.app);
    return proxy.app;
  };

  const post = (path: string, init: RequestInit) => getApp().request(path, { method: 'POST', ...init });
  return {
    enquiryApi,
    folder,
    /** The text of the log so far. */
    log: () => lines.join(''),
    /** The log lines with this message so far. */
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
    /** Moves both clocks forward. */
    elapse(ms: number) {
      shiftMs.clock += ms;
      shiftMs.monotonic += ms;
    },
    get app() {
      return getApp();
    },
    get settings() {
      return settings;
    },
    get spool() {
      return proxy.spool;
    },
    get outbox() {
      return proxy.outbox;
    },
    metrics: () => proxy.metrics.text(),
    createDesk: () => proxy.createDesk(),
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
    /** Restarts the proxy, if given with another config or other secrets. */
    async restart(changed?: object, secrets = settings.secrets) {
      await stop();
      if (changed) currentConfig = validConfig(changed);
      settings = { ...settings, secrets };
      proxy = await start();
    },
    /** Reloads the config, if given another one, with other settings or instead an error. */
    reload(changed: { config?: object; settings?: Partial<Settings>; error?: Error } = {}) {
      if (changed.config) currentConfig = validConfig(changed.config);
      settings = { ...settings, ...changed.settings };
      reread = () => {
        if (changed.error) throw changed.error;
        return { settings, config: currentConfig };
      };
      return proxy.reload();
    },
    async stop() {
      await stop();
      await enquiryApi.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
export type ProxyUnderTest = Awaited<ReturnType<typeof createProxyUnderTest>>;

type Start = Parameters<typeof createProxyUnderTest>;

/** A proxy of its own for each test of a file. */
export const proxyForEachTest = (...start: Start) => proxyBetween(beforeEach, afterEach, start);
/** One proxy for all tests of a file. */
export const proxyForAllTests = (...start: Start) => proxyBetween(beforeAll, afterAll, start);

/** An object that stands for the proxy of the test that is running. */
function proxyBetween(before: typeof beforeAll, after: typeof afterAll, start: Start): ProxyUnderTest {
  const proxy = {} as ProxyUnderTest;
  before(async () => {
    Object.setPrototypeOf(proxy, await createProxyUnderTest(...start));
  });
  after(() => proxy.stop());
  return proxy;
}
