// The change to and from summer time on a machine in London: it happens at 01:00 UTC.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newEnquiry, openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { hourMs } from '../contract/durations.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'summer-time-'));
  vi.stubEnv('TZ', 'Europe/London');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test.each([
  ['begins', '2026-03-29', '+1'],
  ['ends', '2026-10-25', '-1'],
])('all hours are equally long when summer time %s', async (_, day, change) => {
  const start = Date.parse(`${day}T00:00:00Z`);
  const offset = (ms: number) => -new Date(ms).getTimezoneOffset() / 60;
  expect(offset(start + 2 * hourMs) - offset(start)).toBe(Number(change));
  let now = start + hourMs / 2;
  const outbox = await openSqliteOutbox(folder, () => now);
  try {
    await outbox.intake.add(newEnquiry(1));
    const [claim] = await outbox.claims.claim(1, hourMs);
    await outbox.claims.retry(claim!, {
      delayMs: hourMs,
      failure: { cause: 'responded', status: 503 },
      isUnknown: false,
    });
    now += hourMs - 1;
    const isDue = async () => (await outbox.claims.claim(50, 1_000)).some(({ id }) => id === claim!.id);
    expect(await isDue()).toBe(false);
    now += 1;
    expect(await isDue()).toBe(true);

    await outbox.intake.add({ ...newEnquiry(99), state: 'test' });
    now += 24 * hourMs - 1;
    expect(await outbox.archive.purge('tests', 24 * hourMs)).toEqual([]);
    now += 2;
    expect(await outbox.archive.purge('tests', 24 * hourMs)).toHaveLength(1);
  } finally {
    await outbox.close();
  }
});
