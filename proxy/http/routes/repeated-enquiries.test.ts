import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ada, createProxyUnderTest, json, type ProxyUnderTest } from '../../../tools/testing/proxy/proxy.ts';
import { respond, respondCreated } from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Receipt } from '../../contract/enquiry.ts';

let proxy: ProxyUnderTest;
beforeEach(async () => {
  proxy = await createProxyUnderTest();
});
afterEach(() => proxy.stop());

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

  test('is asked to retry while the first one is waiting', async () => {
    const key = randomUUID();
    let release = () => {};
    proxy.enquiryApi.script.push((response, request) => {
      release = () => respondCreated(1)(response, request);
    });
    const first = proxy.postEnquiry(ada, key);
    await vi.waitFor(() => expect(proxy.enquiryApi.requests).toHaveLength(1));
    const second = await proxy.postEnquiry(ada, key);
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ code: 'in-progress' });
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    release();
    expect((await first).status).toBe(201);
    expect((await proxy.postEnquiry(ada, key)).status).toBe(201);
  });

  test('is refused with a different body', async () => {
    const key = randomUUID();
    await proxy.postEnquiry(ada, key);
    const response = await proxy.postEnquiry({ ...ada, forename: 'Grace' }, key);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'idempotency-mismatch' });
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
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(proxy.enquiryApi.requests).toHaveLength(1);
  });
});
