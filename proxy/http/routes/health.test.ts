import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { proxyForEachTest } from '../../../tools/testing/proxy/proxy.ts';

const proxy = proxyForEachTest();
afterEach(() => void vi.useRealTimers());
const ready = async () => (await proxy.app.request('/health/ready')).status;

test('ready succeeds although no file can be stored', async () => {
  const cause = Object.assign(new Error(), { code: 'ENOSPC' });
  vi.spyOn(proxy.spool, 'save').mockRejectedValue(cause);
  expect(await ready()).toBe(200);
});

describe('while the store hangs', () => {
  /** Ends the probe that hangs. */
  let end: () => void;
  let probes: number;
  beforeEach(() => {
    probes = 0;
    vi.spyOn(proxy.outbox.archive, 'probe').mockImplementation(() => {
      probes += 1;
      return new Promise(resolve => {
        end = resolve;
      });
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  test('ready fails after 2.5 s, and then immediately without another probe', async () => {
    let status: number | undefined;
    const first = ready().then(answered => {
      status = answered;
    });
    await vi.advanceTimersByTimeAsync(2_499);
    expect(status).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await first;
    expect(status).toBe(503);
    proxy.elapse(60_000);
    expect(await ready()).toBe(503);
    expect(probes).toBe(1);
  });

  test('ready probes again as soon as the store responds', async () => {
    const first = ready();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(await first).toBe(503);
    end();
    await vi.advanceTimersByTimeAsync(0); // Lets the proxy take notice.
    proxy.elapse(1_000);
    const second = ready();
    await vi.advanceTimersByTimeAsync(0);
    expect(probes).toBe(2);
    end();
    expect(await second).toBe(200);
  });
});
