import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ada,
  createTestToken,
  exampleConfig,
  origin,
  proxyForEachTest,
} from '../../tools/testing/proxy/proxy.ts';
import { respond, respondCreatedFrom } from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import { createStoreLimit } from './store-limits.ts';

describe('an outbox with the maximum number of undelivered enquiries', () => {
  const proxy = proxyForEachTest(exampleConfig, undefined, { ENQUIRY_OUTBOX_MOST: '3' });
  const stored = randomUUID();
  const send = (key?: string, more = {}) => proxy.postEnquiry({ ...ada, ...more }, key);
  beforeEach(async () => {
    proxy.enquiryApi.otherwise = respond(503, '', { 'retry-after': '3600' });
    expect((await send(stored)).status).toBe(202);
    for (let n = 0; n < 2; n++) expect((await send()).status).toBe(202);
  });

  test('refuses further enquiries with 503, and does not store them', async () => {
    const key = randomUUID();
    const response = await send(key);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    expect(await proxy.outbox.intake.find('/enquiries', key)).toBeUndefined();
    expect(proxy.log()).toContain('"reason":"outbox-most"');
    expect(proxy.log()).toContain('ENQUIRY_OUTBOX_MOST');
    expect((await proxy.app.request('/health/ready')).status).toBe(200);
  });

  test('still answers repeats of stored enquiries, and accepts tests, which do not count', async () => {
    expect((await send(stored)).status).toBe(202);
    for (let n = 0; n < 4; n++) expect((await send(undefined, { test: createTestToken() })).status).toBe(202);
    expect((await send()).status).toBe(503);
  });

  test('accepts enquiries again when one is delivered or dropped', async () => {
    expect((await send()).status).toBe(503);
    const [waiting] = await proxy.outbox.operator.list();
    await proxy.outbox.operator.drop(waiting!.reference);
    proxy.elapse(1_000);
    expect((await send()).status).toBe(202);
    expect((await send()).status).toBe(503);
    proxy.enquiryApi.otherwise = respondCreatedFrom(5);
    await proxy.restart();
    await expect.poll(() => proxy.outbox.operator.list()).toEqual([]);
    expect((await send()).status).toBe(201);
  });
});

describe('counting', () => {
  let nowMs = 0;
  let counts: number[] = [];
  const start = (most: number, stored: () => number | Promise<number>, tookMs = 0) => {
    const admit = createStoreLimit(
      async () => {
        nowMs += tookMs;
        counts.push(nowMs);
        return stored();
      },
      () => nowMs,
    );
    return () => admit(most);
  };
  beforeEach(() => {
    nowMs = 0;
    counts = [];
  });

  test('happens once in ten seconds while the limit is far', async () => {
    const admit = start(1_000, () => 0);
    for (let n = 0; n < 200; n++) {
      await admit();
      nowMs += 100;
    }
    expect(counts).toEqual([0, 10_000]);
  });

  test('takes at most a tenth of the time when the limit is reached', async () => {
    const admit = start(10, () => 10, 20);
    for (let n = 0; n < 1_000; n++) {
      expect(await admit()).toBe(false);
      nowMs += 1;
    }
    expect(counts.length).toBeLessThanOrEqual(6);
  });

  test('still limits what arrives while the first or a later count is under way', async () => {
    const { promise: later, resolve: finish } = Promise.withResolvers<number>();
    const admitted = async (admit: () => Promise<boolean>, count: number) =>
      (await Promise.all(Array.from({ length: count }, admit))).filter(Boolean).length;
    expect(
      await admitted(
        start(10, () => 4),
        50,
      ),
    ).toBe(6);
    const admit = start(10, () => (nowMs === 0 ? 4 : later));
    expect(await admitted(admit, 3)).toBe(3);
    nowMs = 10_000;
    const all = admitted(admit, 50);
    await new Promise(setImmediate);
    finish(10);
    expect(await all).toBe(3);
  });

  test('is repeated before an enquiry is refused, because others were delivered in the meantime', async () => {
    const admit = start(10, () => 0, 1);
    for (let n = 0; n < 100; n++) {
      expect(await admit()).toBe(true);
      nowMs += 5;
    }
    expect(counts.length).toBeGreaterThan(5);
  });
});
