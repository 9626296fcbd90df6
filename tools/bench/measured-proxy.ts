// Measures a proxy with a config of any size: its start, reloads, memory, and the size of each kind of response.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, start } from '../../demo/processes.ts';
import { cpuSeconds, memoryMiB } from '../../e2e/processes/measure.ts';
import { prepareStandaloneProxy } from '../../e2e/processes/standalone-proxy.ts';

const origin = 'https://www.example.com';
const reloads = 5;
/** More than have labels of their own in metrics. */
const sentCaseTypes = 60;
/** A page asks for at most this many in one address. */
const listedCaseTypes = 10;

/** A config with this many sites and case types, each with eight questions. */
export function configOfAgency({ sites, caseTypes }: { sites: number; caseTypes: number }) {
  const questions = Array.from({ length: 8 }, (_, n) =>
    n % 2 === 0
      ? { id: `question-${n}`, type: 'text', label: `What happened in part ${n}?`, help: 'In a few words.' }
      : {
          id: `question-${n}`,
          type: 'radio',
          label: `Part ${n}?`,
          options: ['Yes', 'No', 'Not sure', 'Other'],
        },
  );
  const names = Array.from({ length: caseTypes }, (_, n) => `case-type-${n}`);
  return {
    origins: [
      origin,
      ...Array.from({ length: sites - 1 }, (_, n) => `https://client-number-${n}.example.com`),
    ],
    case_types: Object.fromEntries(names.map(name => [name, { label: `About ${name}`, questions }])),
  };
}

export interface MeasuredResponse {
  status: number;
  /** The status line and the headers, as they are sent. */
  headerBytes: number;
  bodyBytes: number;
  location: string | undefined;
}

interface SentRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function measure(url: string, { body, ...options }: SentRequest = {}): Promise<MeasuredResponse> {
  const sent = request(url, { ...options, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, statusMessage, rawHeaders } = response;
  const lines = [`HTTP/1.1 ${status} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  let bodyBytes = 0;
  for await (const chunk of response) bodyBytes += chunk.length;
  const headerBytes = Buffer.byteLength(`${lines.join('\r\n')}\r\n\r\n`);
  return { status, headerBytes, bodyBytes, location: response.headers.location };
}

/** Requests each kind of resource from a proxy. Resolves with the sizes of the responses by kind. */
async function measureResponses(proxy: string, admin: string, names: string[]) {
  const [name = ''] = names;
  const enquiry = (case_type: string) => ({
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ case_type, forename: 'Ada', surname: 'Byron', email: 'ada@example.com' }),
  });
  const posted = (body: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body,
  });
  const page = `${proxy}/forms/${name}?frame=${origin}`;
  const redirect = await measure(page, posted('forename=Ada&surname=Byron&email=ada%40example.com'));
  for (const each of names.slice(0, sentCaseTypes)) await measure(`${proxy}/enquiries`, enquiry(each));
  const list = names.slice(0, listedCaseTypes).map(each => `case-type=${each}`);
  const compressed = { headers: { 'accept-encoding': 'br' } };
  return {
    script: await measure(`${proxy}/enquiry-form.js?case-type=${name}`, compressed),
    'definition for a page': await measure(`${proxy}/case-types/${name}`, { headers: { origin } }),
    'definition for another site': await measure(`${proxy}/case-types/${name}`, {
      headers: { origin: 'https://a.example' },
    }),
    'unknown case type': await measure(`${proxy}/case-types/none`),
    page: await measure(`${proxy}/forms/${name}`),
    'page in a frame': await measure(page),
    'page for a hidden site': await measure(`${proxy}/forms/${name}?frame=1`),
    'list of forms': await measure(`${proxy}/forms?${list.join('&')}`),
    'page with problems': await measure(page, posted('forename=Ada')),
    'error page': await measure(`${proxy}/forms/none?frame=${origin}`),
    'redirect to a receipt': redirect,
    receipt: await measure(new URL(redirect.location ?? '', page).href),
    'page for files': await measure(`${proxy}/enquiries/7K2PQ-2M9XD/files`),
    'prerendered form': await measure(`${proxy}/forms/${name}/prerendered`),
    'permission for a page': await measure(`${proxy}/enquiries`, { method: 'OPTIONS', headers: { origin } }),
    enquiry: await measure(`${proxy}/enquiries`, enquiry(name)),
    'refused enquiry': await measure(`${proxy}/enquiries`, enquiry('none')),
    metrics: await measure(`${admin}/metrics`),
  } satisfies Record<string, MeasuredResponse>;
}

/** Starts a proxy with a config, measures it, and stops it. */
export async function measureProxy(config: ReturnType<typeof configOfAgency>) {
  const standalone = prepareStandaloneProxy(config);
  const adminPort = await freePort(0);
  const settings = { ...standalone.env, ADMIN_PORT: String(adminPort), ENQUIRY_WAIT_MS: '0' };
  let reloaded = 0;
  const proxy = await start('proxy/main.ts', settings, line => {
    if (line.includes('"reloaded"')) reloaded += 1;
  });
  try {
    const startCpuSeconds = cpuSeconds(proxy.child);
    const startMiB = memoryMiB(proxy.child, 'VmRSS');
    const names = Object.keys(config.case_types);
    const responses = await measureResponses(proxy.url, `http://127.0.0.1:${adminPort}`, names);
    const beforeReloads = cpuSeconds(proxy.child);
    const waitsMs: number[] = [];
    for (let n = 1; n <= reloads; n++) {
      proxy.child.kill('SIGHUP');
      while (reloaded < n) {
        const startedAt = performance.now();
        await measure(`${proxy.url}/forms/${names[0]}`);
        waitsMs.push(performance.now() - startedAt);
        await pause(1);
      }
    }
    return {
      startCpuSeconds,
      startMiB,
      /** Includes the requests during the reloads. */
      reloadCpuSeconds: (cpuSeconds(proxy.child) - beforeReloads) / reloads,
      /** The longest time that a page took while the proxy reloaded. */
      longestWaitMs: Math.max(...waitsMs),
      peakMiB: memoryMiB(proxy.child, 'VmHWM'),
      responses,
    };
  } finally {
    await proxy.stop();
    standalone.remove();
  }
}
