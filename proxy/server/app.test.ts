import { describe, expect, test } from 'vitest';
import {
  ada,
  createProxyUnderTest,
  exampleConfig,
  json,
  origin,
  proxyForAllTests,
} from '../../tools/testing/proxy/proxy.ts';
import { respondMissingField } from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Definition } from '../contract/definition.ts';
import type { Receipt } from '../contract/enquiry.ts';
import { readVersion } from '../settings/read-settings.ts';

const proxy = proxyForAllTests();
const get = (path: string, headers = {}) => proxy.app.request(path, { headers });

describe('with ENQUIRY_PUBLIC_URL', () => {
  const proxy = proxyForAllTests(exampleConfig, undefined, {
    ENQUIRY_PUBLIC_URL: 'https://forms.example.com/enquiries/',
  });

  test.each([
    ['its origin', 'https://forms.example.com', 201],
    ['a configured origin', origin, 201],
    ['the same host without TLS', 'http://forms.example.com', 403],
    ['the same host on another port', 'https://forms.example.com:8443', 403],
    ['another origin', 'https://evil.example', 403],
  ])('a page on %s (%s) gets %d', async (_, from, status) => {
    const { host } = new URL(from);
    const response = await proxy.postEnquiry(ada, undefined, { origin: from, host });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(status === 201 ? from : null);
  });
});

describe('a definition', () => {
  test('is public, in the requested language, and contains no secrets', { tags: 'asvs-15.3.1' }, async () => {
    const response = await get('/case-types/injury?lang=cy-GB', { origin: 'https://anywhere.example' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const definition = await json<Definition>(response);
    expect(definition).toMatchObject({
      case_type: 'injury',
      lang: 'cy',
      label: 'Anaf',
      definition: expect.stringMatching(/^sha256-[\w-]{43}$/),
      attachments: { max_files: 2, max_bytes: 1_000, strip_metadata: 'location' },
    });
    expect(definition.questions[1]?.label).toBe('A gawsoch chi anaf?');
    expect(definition.questions[0]?.label).toBe('When did it happen?');
    expect(Object.keys(definition)).not.toContain('delivery');
    expect((await json<Definition>(get('/case-types/injury'))).definition).toBe(definition.definition);
  });
  test('is not sent again to a client that has cached it', async () => {
    const etag = (await get('/case-types/injury')).headers.get('etag');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect((await get('/case-types/injury', { 'if-none-match': known })).status).toBe(304);
    expect((await get('/case-types/injury?lang=cy', { 'if-none-match': etag })).status).toBe(200);
    expect(etag).toContain(readVersion()); // Another release may write it in another way.
  });
  test.each(['nothing', 'constructor', '__proto__', '%E0%A4%A'])('of %s does not exist', async name => {
    const response = await get(`/case-types/${name}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: 'unknown-case-type',
      case_types: ['injury', 'other'],
    });
  });
});

test('metrics count requests, outcomes and waiting deliveries', async () => {
  const proxy = await createProxyUnderTest();
  await proxy.postEnquiry(ada);
  proxy.enquiryApi.otherwise = respondMissingField('country');
  const receipt = await json<Receipt>(proxy.postEnquiry({ ...ada, forename: 'Grace' }));
  await proxy.postAttachment(receipt, Buffer.from('<svg/>'));
  const text = await proxy.metrics();
  const refused = 'code="unsupported-media-type",rule="not-pdf-png-gif-jpeg"';
  expect(text).toContain(`enquiry_proxy_refusals_total{${refused}} 1`);
  expect(text).toContain('enquiry_proxy_accepted_total{kind="enquiry",case_type="injury"} 2');
  expect(text).toContain('enquiry_proxy_ended_total{kind="enquiry",case_type="injury",end="delivered"} 1');
  expect(text).toContain('enquiry_proxy_ended_total{kind="enquiry",case_type="injury",end="held"} 1');
  expect(text).toContain(
    'enquiry_proxy_outbox_depth{kind="enquiry",case_type="injury",state="held",cause="refused"} 1',
  );
  expect(text).toContain(
    'enquiry_proxy_outbox_oldest_seconds{kind="enquiry",case_type="injury",state="held",cause="refused"} ',
  );
  expect(text).toContain('enquiry_api_seconds_count{kind="enquiry",case_type="injury",outcome="refused"} 1');
  expect(text).toMatch(/enquiry_proxy_nodejs_eventloop_lag_seconds/);
  expect(text).not.toMatch(/Ada|Grace|@example/);
  await proxy.stop();
});
