// The system's clock may be set back while the proxy runs: by an operator, or by NTP after a start with a wrong time.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ada, exampleConfig, json, proxyForEachTest } from '../../tools/testing/proxy/proxy.ts';
import {
  respond,
  respondCreated,
  respondCreatedFrom,
} from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Receipt } from '../contract/enquiry.ts';

const threeHoursMs = 3 * 3_600_000;
const office = { 'x-forwarded-for': '198.51.100.9' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());
const proxy = proxyForEachTest(exampleConfig, undefined, {
  TRUSTED_PROXY_HOPS: '1',
  ENQUIRY_RATE_PER_ADDRESS: '3',
  ENQUIRY_SPOOL_BYTES: '10000',
});

const ready = async () => (await proxy.app.request('/health/ready')).status;
const post = async () => (await proxy.postEnquiry(ada, undefined, office)).status;

test('readiness shows within a second that the store has failed, and that it works again', async () => {
  expect(await ready()).toBe(200);
  proxy.stepClock(-threeHoursMs);
  const probe = vi.spyOn(proxy.outbox.archive, 'probe').mockRejectedValue(new Error('disk full'));
  proxy.elapse(1_000);
  expect(await ready()).toBe(503);
  proxy.stepClock(-threeHoursMs);
  probe.mockRestore();
  proxy.elapse(1_000);
  expect(await ready()).toBe(200);
});

test('an address that posted too much may post again after the time in Retry-After', async () => {
  for (let n = 0; n < 3; n++) expect(await post()).toBe(201);
  expect(await post()).toBe(429);
  proxy.stepClock(-threeHoursMs);
  proxy.elapse(20_000);
  expect(await post()).toBe(201);
});

test('a waiting enquiry is delivered as soon as the enquiry API works again', async () => {
  proxy.enquiryApi.otherwise = respond(503, '');
  const { reference } = await json<Receipt>(proxy.postEnquiry(ada));
  proxy.stepClock(-threeHoursMs);
  proxy.enquiryApi.otherwise = respondCreatedFrom(5);
  vi.advanceTimersByTime(5_000); // The clock is checked every five seconds.
  await expect
    .poll(() => proxy.outbox.intake.enquiry(reference))
    .toMatchObject({
      state: 'delivered',
      enquiry_api_id: 5,
    });
});

test('files are accepted again ten seconds after there is room in the spool', async () => {
  const receipt = await json<Receipt>(proxy.postEnquiry(ada));
  const attach = async () => (await proxy.postAttachment(receipt, new Uint8Array(1_000).fill(0xff))).status;
  const bytes = vi.spyOn(proxy.spool, 'bytes').mockResolvedValueOnce(10_000);
  expect(await attach()).toBe(503);
  proxy.stepClock(-threeHoursMs);
  bytes.mockResolvedValueOnce(0);
  proxy.elapse(10_000);
  expect(await attach()).toBe(415); // There is room, but the type of the file is not accepted.
});

test('the log has the duration of a request', async () => {
  proxy.enquiryApi.script.push((response, request) => {
    proxy.stepClock(-threeHoursMs);
    proxy.elapse(1_500);
    respondCreated(1)(response, request);
  });
  expect(await post()).toBe(201);
  const { ms } = proxy.lines('request completed').at(-1) as { ms: number };
  expect(ms).toBeGreaterThanOrEqual(1_500);
  expect(ms).toBeLessThan(threeHoursMs);
  expect(Number.isInteger(ms)).toBe(true);
});
