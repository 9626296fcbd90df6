import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ada,
  createProxyUnderTest,
  exampleConfig,
  json,
  origin,
  proxyForEachTest,
} from '../../../tools/testing/proxy/proxy.ts';
import { respond, respondCreated } from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Receipt } from '../../contract/enquiry.ts';

const proxy = proxyForEachTest();

describe('a repeated request with the same key', () => {
  test('is acknowledged only by a commit of its own', async () => {
    proxy.enquiryApi.script.push(respond(503, '', { 'retry-after': '3600' }));
    const key = randomUUID();
    expect((await proxy.postEnquiry(ada, key)).status).toBe(202);
    vi.spyOn(proxy.outbox.intake, 'confirm').mockRejectedValueOnce(new Error('the commit was not confirmed'));
    expect((await proxy.postEnquiry(ada, key)).status).toBe(503);
    expect((await proxy.postEnquiry(ada, key)).status).toBe(202);
  });

  test('gets the current receipt, regardless of the order of JSON keys', async () => {
    const key = randomUUID();
    const first = await json<Receipt>(proxy.postEnquiry(ada, key));
    const { forename, ...rest } = ada;
    const second = await proxy.postEnquiry({ ...rest, forename }, `"${key.toUpperCase()}"`);
    expect(second.status).toBe(201);
    expect(await second.json()).toMatchObject({ reference: first.reference, enquiry_id: first.enquiry_id });
    expect(proxy.enquiryApi.requests).toHaveLength(1);
  });

  describe('while the first one is in progress', () => {
    const key = randomUUID();
    let release: () => void;
    let first: Promise<Response>;
    beforeEach(async () => {
      proxy.enquiryApi.script.push((response, request) => {
        release = () => respondCreated(1)(response, request);
      });
      first = Promise.resolve(proxy.postEnquiry(ada, key));
      await expect.poll(() => proxy.enquiryApi.requests).toHaveLength(1);
    });

    /** Repeats the request, and waits until it is waiting for the first one. */
    async function repeat(signal?: AbortSignal) {
      const find = vi.spyOn(proxy.outbox.intake, 'find');
      const headers = { origin, 'content-type': 'application/json', 'idempotency-key': key };
      const second = proxy.app.request('/enquiries', {
        method: 'POST',
        headers,
        body: JSON.stringify(ada),
        ...(signal && { signal }),
      });
      await expect.poll(() => find.mock.calls.length).toBeGreaterThan(1);
      return { second };
    }

    test('waits for it and gets the same receipt', async () => {
      const { second } = await repeat();
      release();
      const responses = await Promise.all([first, second]);
      expect(responses.map(({ status }) => status)).toEqual([201, 201]);
      const [one, two] = await Promise.all(responses.map(json<Receipt>));
      expect(two!.reference).toBe(one!.reference);
    });

    test('is asked to retry once it has waited for as long as a visitor does', async () => {
      const { second } = await repeat();
      proxy.elapse(25_000);
      proxy.stepClock(-25_000); // The first one still has time by the clock of the database.
      expect((await second).status).toBe(409);
      expect(await (await second).json()).toMatchObject({ code: 'in-progress' });
      expect(Number((await second).headers.get('retry-after'))).toBeGreaterThan(0);
      release();
      expect((await first).status).toBe(201);
    });

    test('waits no longer than its client', async () => {
      const client = new AbortController();
      const { second } = await repeat(client.signal);
      client.abort();
      expect((await second).status).toBe(409);
      release();
      expect((await first).status).toBe(201);
    });
  });

  test('is acknowledged right after the first response, even if its wait hasn’t ended in the database', async () => {
    const waiting = await createProxyUnderTest(exampleConfig, 1_000);
    let end = () => {};
    try {
      waiting.enquiryApi.script.push(response => {
        end = () => void response.destroy();
      });
      const key = randomUUID();
      const first = waiting.postEnquiry(ada, key);
      await expect.poll(() => waiting.enquiryApi.requests).toHaveLength(1);
      waiting.outbox.claims.stopWaitingExcept(new Set());
      expect((await first).status).toBe(202);
      expect((await waiting.postEnquiry(ada, key)).status).toBe(202);
    } finally {
      end();
      await waiting.stop();
    }
  });

  test('is refused with a body that differs only in an answer named __proto__', async () => {
    const key = randomUUID();
    await proxy.postEnquiry(ada, key);
    const other = JSON.stringify(ada).replace('"answers":{', '"answers":{"__proto__":"x",');
    expect(await (await proxy.postEnquiry(other, key)).json()).toMatchObject({
      code: 'idempotency-mismatch',
    });
  });

  test('creates one enquiry when both arrive at the same time', async () => {
    const key = randomUUID();
    const responses = await Promise.all([1, 2, 3].map(() => proxy.postEnquiry(ada, key)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(proxy.enquiryApi.requests).toHaveLength(1);
  });
});
