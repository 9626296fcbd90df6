// For tests: a running proxy that gets random requests, and whose responses are compared with the description.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Receipt } from '../../../../proxy/contract/enquiry.ts';
import {
  ada,
  createProxyUnderTest,
  createTestToken,
  exampleConfig,
  json,
  listen,
  origin,
  type ProxyUnderTest,
} from '../proxy.ts';
import { jpeg } from '../sample-files.ts';
import { type Respond, respond, respondCreated, respondMissingField } from '../scripted-enquiry-api.ts';
import { createDescribedApi, type ReceivedResponse } from './described-api.ts';
import { anyRequest, earlier } from './requests.ts';
import { type SentRequest, sendRequest } from './send-request.ts';

export const described = createDescribedApi();

/** Each sequence of requests has keys of its own in their places. */
const keys = ['2f1b0c9e-6a57-4d0e-9a53-0c5a7b0d9f11', '7d3e5a40-1c2b-4f6d-8e9a-b0c1d2e3f405'];
const files = [
  ...[jpeg(), jpeg(), jpeg()],
  Buffer.concat([jpeg(), Buffer.alloc(2_000)]),
  Buffer.from('text'),
  Buffer.alloc(0),
].map(file => Buffer.from(file).toString('latin1'));

/** Values that this proxy knows. */
async function listKnownValues(proxy: ProxyUnderTest) {
  const entityTags = await Promise.all(
    ['/enquiry-form.js', '/attribution.js', '/case-types/injury', proxy.pinned().path].map(async path => {
      const tags = ['br', 'gzip', ''].map(async encoding => {
        const { headers } = await proxy.app.request(path, { headers: { 'accept-encoding': encoding } });
        return headers.get('etag');
      });
      return (await Promise.all(tags)).join(', ');
    }),
  );
  return {
    case_type: ['injury', 'injury', 'other'],
    'case-type': [['injury'], ['injury', 'other', 'none']],
    definition: [undefined],
    lang: ['en', 'cy', 'de'],
    ...Object.fromEntries(
      (['forename', 'surname', 'email', 'answers'] as const).map(name => [name, [ada[name]]]),
    ),
    telephone_mobile: ['', '07700 900123'],
    test: [undefined, undefined, undefined, createTestToken()],
    token: [createTestToken()],
    Origin: [origin],
    'Idempotency-Key': keys,
    'If-None-Match': [...entityTags, '*', '*', '"x", W/"y"'],
    'Accept-Encoding': ['br', 'gzip', 'br;q=0, gzip', 'identity'],
    'Content-Disposition': ["attachment; filename*=UTF-8''photo.jpg", 'attachment; filename="../a\\"b'],
    reference: [earlier.reference],
    name: ['lazy-1234.js', 'of-another-release.js', proxy.pinned().path.split('/').at(-1)],
  };
}

/** The behaviour of the enquiry API while a sequence of requests is sent. */
const behaviours: Record<string, Respond | undefined> = {
  created: undefined,
  refused: respondMissingField('surname'),
  unavailable: respond(503, ''),
  odd: respond(200, '<html>'),
};

/** The path without a query, as the router reads it. */
function pathOf({ path }: SentRequest): string {
  const bare = path.split('?')[0]!;
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
}

/** Random requests, and what they are compared with. */
export interface Fuzz {
  /** The number of sequences of requests. */
  numRuns: number;
  /** The headers of each request, which its own headers replace. Default: the `Origin` of a page. */
  usualHeaders?: SentRequest['headers'];
  /** Default: the description. */
  api?: typeof described;
  /** Whether the first failure ends the fuzz, without a search for a smaller one. Default: no. */
  endOnFailure?: boolean;
}

/** Starts a proxy. */
export async function startFuzzedProxy(config: object = {}, variables: Record<string, string> = {}) {
  const proxy = await createProxyUnderTest({ ...exampleConfig, ...config }, 50, variables);
  const { server, stop } = await listen(proxy);
  const { port } = server.address() as AddressInfo;
  const known = await listKnownValues(proxy);
  const firstReceipt = await json<Receipt>(proxy.postEnquiry(ada));

  /** The receipt of an enquiry, or the first one while the proxy can't accept any. */
  async function getReceipt(): Promise<Receipt> {
    const response = await proxy.postEnquiry(ada);
    return response.ok ? await json<Receipt>(response) : firstReceipt;
  }

  /** Sends requests with keys and a receipt of their own, so that no sequence depends on an earlier one. */
  async function sendSequence(
    requests: SentRequest[],
    areAtOnce: boolean,
    onResponse: (sent: SentRequest, received: ReceivedResponse) => void,
  ) {
    const fresh = new Map<string, string>(keys.map(key => [key, randomUUID()]));
    const needsReceipt = requests.some(({ path }) => path.includes(earlier.reference));
    const receipt = needsReceipt ? await getReceipt() : firstReceipt;
    const fill = (text: string) =>
      text
        .replaceAll(earlier.reference, receipt.reference)
        .replaceAll(earlier.token, receipt.upload_token)
        .replaceAll(/[0-9a-f-]{36}/g, key => fresh.get(key) ?? key);
    async function send(request: SentRequest) {
      const headers = Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value : fill(value),
      ]);
      const sent = { ...request, headers: Object.fromEntries(headers), path: fill(request.path) };
      onResponse(sent, await sendRequest(port, sent));
    }
    if (areAtOnce) await Promise.all(requests.map(send));
    else for (const request of requests) await send(request);
  }

  return {
    proxy,
    /** Sends sequences of requests, and fails on a response that isn't described. Resolves with all responses that were
     * seen: the operation, and the status or the code of the refusal. */
    async fuzz({
      numRuns,
      usualHeaders = { origin },
      api = described,
      endOnFailure = false,
    }: Fuzz): Promise<Set<string>> {
      const seen = new Set<string>();
      const property = fc.asyncProperty(
        fc.constantFrom(...Object.keys(behaviours)),
        fc.boolean(),
        fc.array(anyRequest(described.api, known, files), { minLength: 1, maxLength: 8 }),
        async (behaviour, areAtOnce, requests) => {
          let nextId = 4711;
          proxy.enquiryApi.otherwise =
            behaviours[behaviour] ?? ((...sent) => respondCreated(nextId++)(...sent));
          const complete = requests.map(each => ({ ...each, headers: { ...usualHeaders, ...each.headers } }));
          await sendSequence(complete, areAtOnce, (sent, received) => {
            const path = pathOf(sent);
            expect(api.findUndescribed(sent.method, path, received)).toEqual([]);
            expect(received.status).not.toBe(500);
            const [, code] = /"code":"([a-z-]+)"/.exec(received.body.toString()) ?? [];
            // How fast the enquiry API responds decides between 201 and 202.
            const outcome = code ?? String(received.status).replace(/^20[12]$/, 'receipt');
            seen.add(`${api.find(sent.method, path).name} ${outcome}`);
          });
        },
      );
      await fc.assert(property, { numRuns, endOnFailure });
      return seen;
    },
    async stop() {
      stop();
      await proxy.stop();
    },
  };
}
