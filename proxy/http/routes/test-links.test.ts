import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  ada,
  createTestToken,
  exampleConfig,
  json,
  origin,
  proxyForEachTest,
} from '../../../tools/testing/proxy/proxy.ts';
import { hourMs } from '../../contract/durations.ts';
import type { ProblemDocument, Receipt } from '../../contract/enquiry.ts';

const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 3]);

const proxy = proxyForEachTest(exampleConfig, undefined, { TRUSTED_PROXY_HOPS: '1' });
let token: string;
beforeEach(() => {
  token = createTestToken();
});

const postTestLink = (body: unknown, headers: Record<string, string> = {}) =>
  proxy.app.request('/test-links', {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const isValid = async (given: string) =>
  (await json<{ valid: boolean }>(postTestLink({ token: given }))).valid;
const codeOf = async (response: Response) => (await json<ProblemDocument>(response)).code;

/** Waits until the delivery loop has sent an ordinary enquiry, and checks that it has sent nothing else. */
async function expectNothingElseIsSent(): Promise<void> {
  expect((await proxy.postEnquiry({ ...ada, forename: 'Grace' })).status).toBe(201);
  expect(proxy.enquiryApi.requests.map(({ body }) => body.forename)).toEqual(['Grace']);
}

describe('the page of a test link', () => {
  test('is told whether the link is valid for it at the moment', async () => {
    const response = await postTestLink({ token });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ valid: true });
    expect(await isValid(createTestToken('https://shop.example.com'))).toBe(false);
    expect(await isValid(`${token.slice(0, -1)}!`)).toBe(false);
    expect(await isValid('')).toBe(false);
    proxy.elapse(hourMs);
    expect(await isValid(token)).toBe(false);
  });

  test('is told nothing after a malformed request or on another origin', async () => {
    expect(await codeOf(await postTestLink({ token: 7 }))).toBe('malformed');
    expect(await codeOf(await postTestLink({ token: 'x'.repeat(5_000) }))).toBe('too-large');
    expect(await codeOf(await postTestLink({ token }, { origin: 'https://evil.example.com' }))).toBe(
      'origin-not-allowed',
    );
    const preflight = await proxy.app.request('/test-links', { method: 'OPTIONS', headers: { origin } });
    expect(preflight.status).toBe(204);
  });

  test('has its own rate limit, which slows down guessing and doesn’t affect enquiries', async () => {
    const visitor = { 'x-forwarded-for': '198.51.100.9' };
    const guesses = Array.from({ length: 200 }, () => postTestLink({ token: '1.guess' }, visitor));
    expect((await Promise.all(guesses)).map(({ status }) => status)).toContain(429);
    expect((await proxy.postEnquiry(ada, undefined, visitor)).status).toBe(201);
  });
});

describe('a test', () => {
  test('is checked and stored with its files like any enquiry, but never delivered', async () => {
    expect(await codeOf(await proxy.postEnquiry({ ...ada, email: 'ada', test: token }))).toBe(
      'invalid-enquiry',
    );
    const response = await proxy.postEnquiry({ ...ada, test: token });
    expect(response.status).toBe(202);
    const receipt = await json<Receipt>(response);
    expect(receipt).toMatchObject({ status: 'accepted', upload_token: expect.any(String) });
    const refused = await proxy.postAttachment(receipt, '#!/bin/sh');
    expect(await codeOf(refused)).toBe('unsupported-media-type');
    expect((await proxy.postAttachment(receipt, jpeg)).status).toBe(202);

    await proxy.restart(); // Makes all waiting deliveries due.
    await expectNothingElseIsSent();
    const rows = await proxy.outbox.operator.list({ reference: receipt.reference });
    expect(rows.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['enquiry test', 'attachment test']);
    expect(await proxy.spool.has(rows[1]!.spool_file!)).toBe(true);
  });

  test('is stored with the body that an ordinary enquiry would be delivered with', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now()); // Both are received in the same second.
    onTestFinished(() => clock.mockRestore());
    const { reference } = await json<Receipt>(proxy.postEnquiry({ ...ada, test: token }));
    await proxy.postEnquiry(ada);
    const stored = JSON.stringify(JSON.parse((await proxy.outbox.intake.enquiry(reference))!.content!));
    const [sent] = proxy.enquiryApi.requests;
    const withReference = JSON.stringify(sent?.body).replaceAll(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g, reference);
    expect(stored).toBe(withReference);
  });

  test('is not counted in the metrics of accepted and waiting enquiries', async () => {
    const receipt = await json<Receipt>(proxy.postEnquiry({ ...ada, test: token }));
    await proxy.postAttachment(receipt, jpeg);
    expect(await proxy.metrics()).not.toMatch(/^enquiry_proxy_(accepted|outbox)_\w+\{.* [1-9]/m);
  });

  test('gets the same receipt when its request is repeated, and its key can’t be used for an ordinary enquiry', async () => {
    const key = randomUUID();
    const first = await json<Receipt>(proxy.postEnquiry({ ...ada, test: token }, key));
    const again = await proxy.postEnquiry({ ...ada, test: token }, key);
    expect(again.status).toBe(202);
    expect(await json<Receipt>(again)).toMatchObject({ reference: first.reference });
    expect(await codeOf(await proxy.postEnquiry(ada, key))).toBe('idempotency-mismatch');
    await expectNothingElseIsSent();
  });

  test('is refused, and not delivered either, if its link is forged, of another site or long expired', async () => {
    for (const test of ['', 'forged', createTestToken('https://shop.example.com')]) {
      const response = await proxy.postEnquiry({ ...ada, test });
      expect(response.status).toBe(403);
      expect(await codeOf(response)).toBe('test-link-invalid');
    }
    expect((await proxy.postEnquiry({ ...ada, test: 7 })).status).toBe(422);
    proxy.elapse(24 * hourMs);
    expect((await proxy.postEnquiry({ ...ada, test: token })).status).toBe(202);
    proxy.elapse(hourMs + 1_000);
    expect((await proxy.postEnquiry({ ...ada, test: token })).status).toBe(403);
    await expectNothingElseIsSent();
  });

  test('is erased with its files after a day', async () => {
    const receipt = await json<Receipt>(proxy.postEnquiry({ ...ada, test: token }));
    await proxy.postAttachment(receipt, jpeg);
    proxy.elapse(23 * hourMs);
    await proxy.restart();
    expect(await proxy.outbox.operator.list({ reference: receipt.reference })).toHaveLength(2);
    proxy.elapse(hourMs + 1_000);
    await proxy.restart();
    expect(await proxy.outbox.operator.list({ reference: receipt.reference })).toEqual([]);
    expect(await proxy.spool.bytes()).toBe(0);
  });
});
