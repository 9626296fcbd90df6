// A running proxy gets random requests, valid, nearly valid and hostile ones, and every response must be described by
// openapi.json. fast-check prints the seed and the smallest failing sequence of requests.
import { afterEach, describe, expect, test } from 'vitest';
import { createDescribedApi } from '../../../tools/testing/proxy/openapi/described-api.ts';
import { described, startFuzzedProxy } from '../../../tools/testing/proxy/openapi/fuzzed-proxy.ts';
import { clientKeys, origin } from '../../../tools/testing/proxy/proxy.ts';
import { isComplete } from '../../../tools/testing/random.ts';
import type { ApiDescription, DescribedResponse } from './describe-api.ts';

let stop = async () => {};
afterEach(() => stop());

async function start(...parameters: Parameters<typeof startFuzzedProxy>) {
  const started = await startFuzzedProxy(...parameters);
  stop = started.stop;
  return started;
}

const onEnquiry = (...outcomes: string[]) => outcomes.map(each => `POST /enquiries ${each}`);
const onAttachment = (...outcomes: string[]) =>
  outcomes.map(each => `POST /enquiries/{reference}/attachments ${each}`);

/** A random seed may need more sequences of requests than the usual one to see all responses. */
const numRuns = (usual: number) => (isComplete ? 5 * usual : usual);

/** The number of requests is limited, not their time: other tests may run beside them. */
const timeout = isComplete ? 900_000 : 180_000;

describe('every response is described', { timeout }, () => {
  test('of a proxy in good health', async () => {
    const { fuzz } = await start();
    const seen = await fuzz({ numRuns: numRuns(150) });
    expect([...seen]).toEqual(
      expect.arrayContaining([
        ...onEnquiry('receipt', 'definition-changed', 'idempotency-key-required', 'idempotency-mismatch'),
        ...onEnquiry('invalid-enquiry', 'malformed', 'origin-not-allowed', 'test-link-invalid', 'too-large'),
        ...onEnquiry('unknown-case-type', 'unsupported-media-type'),
        ...onAttachment('receipt', 'empty', 'too-large', 'unsupported-media-type', 'upload-token-invalid'),
        ...[
          'POST /test-links 200',
          'GET /enquiry-form.js 304',
          'HEAD /enquiry-form.js 200',
          'OPTIONS /enquiries 204',
        ],
        ...['other methods /enquiries method-not-allowed', 'other paths not-found'],
      ]),
    );
  });

  test('of a proxy that limits attachments and requests', async () => {
    const variables = { TRUSTED_PROXY_HOPS: '1', ENQUIRY_RATE_PER_ADDRESS: '2' };
    const { fuzz } = await start({ attachments: { max_files: 1, max_bytes: 1_000 } }, variables);
    const seen = await fuzz({
      numRuns: numRuns(100),
      usualHeaders: { origin, 'x-forwarded-for': '203.0.113.7' },
    });
    expect([...seen]).toEqual(
      expect.arrayContaining([...onEnquiry('too-many-requests'), ...onAttachment('too-many-attachments')]),
    );
  });

  test('of a proxy that asks for proofs', async () => {
    const { fuzz } = await start({ spam: { proof: 'always' } });
    const seen = await fuzz({ numRuns: numRuns(50), usualHeaders: { origin, authorization: 'Proof v=1' } });
    expect([...seen]).toEqual(expect.arrayContaining(onEnquiry('proof-required')));
  });

  test('of a proxy that knows servers by their keys', async () => {
    const { fuzz } = await start({}, { ENQUIRY_RATE_PER_ADDRESS: '1000000' });
    const usualHeaders = { authorization: `Bearer ${clientKeys.crm}` };
    const seen = await fuzz({ numRuns: numRuns(50), usualHeaders });
    expect([...seen]).toEqual(
      expect.arrayContaining([
        ...onEnquiry('receipt', 'client-key-in-page', 'origin-not-allowed'),
        ...onAttachment('receipt', 'client-key-invalid'),
      ]),
    );
  });

  test('of a proxy whose store fails', async () => {
    const { proxy, fuzz } = await start();
    const { intake, archive } = proxy.outbox;
    for (const part of [intake, archive, proxy.spool]) {
      const fail = () => Promise.reject(new Error('the store has failed'));
      Object.assign(part, Object.fromEntries(Object.keys(part).map(name => [name, fail])));
    }
    const seen = await fuzz({ numRuns: numRuns(100) });
    expect([...seen]).toEqual(
      expect.arrayContaining([
        ...onEnquiry('unavailable'),
        ...onAttachment('unavailable'),
        ...['GET /assets/{name} unavailable', 'GET /health/ready unavailable'],
      ]),
    );
  });
});

describe('the fuzz finds', { timeout }, () => {
  const schemaOf = (api: ApiDescription, name: string) =>
    api.components.schemas[name] as { properties: Record<string, object> };
  test.each<[string, (api: ApiDescription) => unknown, RegExp]>([
    ['a status', api => delete api.paths['/enquiries']!.post!.responses[422], /has no response 422/],
    [
      'a header',
      api => delete (api.paths['/enquiry-form.js']!.get!.responses[200] as DescribedResponse).headers!.ETag,
      /has no header etag/,
    ],
    [
      'a member of a body',
      api => delete schemaOf(api, 'Receipt').properties.attachments,
      /must NOT have additional properties/,
    ],
    [
      'a code',
      api => Object.assign(schemaOf(api, 'IdempotencyKeyRequired').properties, { code: { const: 'other' } }),
      /responses\/400/,
    ],
  ])('%s that is missing from the description', async (_, remove, message) => {
    const api = structuredClone(described.api);
    remove(api);
    const { fuzz } = await start();
    const actual = [expect.stringMatching(message)];
    await expect(
      fuzz({ numRuns: numRuns(150), api: createDescribedApi(api), endOnFailure: true }),
    ).rejects.toMatchObject({
      cause: { actual },
    });
  });
});
