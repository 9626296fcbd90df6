import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { memoryMiB } from '../../e2e/processes/measure.ts';
import { origin, startProxy } from '../../e2e/processes/proxies.ts';
import { encodeForm } from '../testing/multipart.ts';
import { isComplete } from '../testing/random.ts';

/** Half of what nginx accepts by default. */
const maxHeaderBytes = 2_048;
const reloads = 5;
/** A page asks for at most this many in one address. */
const listedCaseTypes = 10;

/** A config with this many sites and case types, each with eight questions. */
function configOfAgency(sites: number, caseTypes: number) {
  const questions = Array.from({ length: 8 }, (_, n) => ({
    id: `question-${n}`,
    type: 'radio',
    label: `What happened in part ${n}?`,
    options: ['Yes', 'No', 'Not sure', 'Other'],
  }));
  const origins = Array.from({ length: sites - 1 }, (_, n) => `https://client-number-${n}.example.com`);
  const names = Array.from({ length: caseTypes }, (_, n) => `case-type-${n}`);
  return {
    origins: [origin, ...origins],
    case_types: Object.fromEntries(names.map(name => [name, { label: `About ${name}`, questions }])),
  };
}

/** Requests a path. Resolves with the status, the bytes of the headers and of the body, and the location. */
async function measure(url: string, body?: string, headers: Record<string, string> = {}) {
  const sent = request(url, { method: body === undefined ? 'GET' : 'POST', headers, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status, rawHeaders } = response;
  const headerBytes = Buffer.byteLength(rawHeaders.join('--')); // As many bytes as `: ` and line breaks have.
  let bodyBytes = 0;
  for await (const chunk of response) bodyBytes += chunk.length;
  return { status, headerBytes, bodyBytes, location: response.headers.location ?? '' };
}

/** Requests each kind of resource, and reloads the config. Resolves with the responses, and the peak memory. */
async function measureProxy(sites: number, caseTypes: number) {
  const config = configOfAgency(sites, caseTypes);
  let reloaded = 0;
  const proxy = await startProxy({
    config,
    settings: { ENQUIRY_WAIT_MS: '0' },
    print(line) {
      if (line.includes('"reloaded"')) reloaded += 1;
    },
  });
  const { url } = proxy;
  const page = `${url}/forms/case-type-0?frame=${origin}`;
  const list = Object.keys(config.case_types).slice(0, listedCaseTypes);
  const contact = { forename: 'Ada', surname: 'Byron', email: 'ada@example.com' };
  const enquiry = { case_type: 'case-type-0', ...contact };
  const complete = encodeForm(contact);
  const incomplete = encodeForm({ forename: 'Ada' });
  const json = { origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  try {
    const redirect = await measure(page, complete.body, complete.headers);
    const responses = {
      script: await measure(`${url}/enquiry-form.js?case-type=case-type-0`),
      page: await measure(`${url}/forms/case-type-0`),
      'page in a frame': await measure(page),
      receipt: await measure(new URL(redirect.location, page).href),
      redirect,
      'definition for a page': await measure(`${url}/case-types/case-type-0`, undefined, { origin }),
      'list of forms': await measure(`${url}/forms?${list.map(each => `case-type=${each}`).join('&')}`),
      'page with problems': await measure(page, incomplete.body, incomplete.headers),
      'error page': await measure(`${url}/forms/none?frame=${origin}`),
      'prerendered form': await measure(`${url}/forms/case-type-0/prerendered`),
      enquiry: await measure(`${url}/enquiries`, JSON.stringify(enquiry), json),
    };
    for (let n = 1; n <= reloads; n++) {
      proxy.child.kill('SIGHUP');
      while (reloaded < n) await pause(10);
    }
    return { responses, peakMiB: memoryMiB(proxy.child, 'VmHWM') };
  } finally {
    await proxy.stop();
  }
}

test.skipIf(!isComplete)(
  'a proxy with 5,000 sites and 2,000 case types responds like a small one, and fits into 512 MiB',
  async () => {
    const small = await measureProxy(1, 60);
    const large = await measureProxy(5_000, 2_000);
    for (const [name, { status, headerBytes }] of Object.entries(large.responses)) {
      expect(status, name).toBe(small.responses[name as keyof typeof small.responses].status); // The same keys.
      expect(headerBytes, name).toBeLessThan(maxHeaderBytes);
    }
    for (const name of ['script', 'page', 'page in a frame', 'receipt'] as const)
      expect(large.responses[name].bodyBytes, name).toBeLessThan(small.responses[name].bodyBytes * 1.05);
    expect(large.peakMiB).toBeLessThan(512);
  },
);
