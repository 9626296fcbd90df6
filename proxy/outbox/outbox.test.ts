import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOutbox } from './open.ts';
import { type NewDelivery, type Outbox, TooManyAttachments } from './outbox.ts';

const stores: [string, (folder: string, clock: () => number) => Promise<Outbox>][] = [['SQLite', openOutbox]];

describe.each(stores)('the outbox on %s', (_, openStore) => {
  let folder: string;
  let outbox: Outbox;
  let now: number;
  beforeEach(async () => {
    now = 1_000_000;
    folder = mkdtempSync(join(tmpdir(), 'outbox-'));
    outbox = await openStore(folder, () => now);
    outbox.setCourier({ isReady: () => true, wake: () => {} });
  });
  afterEach(async () => {
    await outbox.close();
    rmSync(folder, { recursive: true });
  });
  async function reopen() {
    await outbox.close();
    outbox = await openStore(folder, () => now);
  }

  const enquiry = (n: number): NewDelivery => ({
    kind: 'enquiry',
    route: '/enquiries',
    idempotency_key: `key-${n}`,
    digest: `digest-${n}`,
    reference: `REFER-0000${n}`,
    content: '{"forename":"Canary"}',
  });
  const attachment = (n: number, file: number): NewDelivery => ({
    ...enquiry(n),
    kind: 'attachment',
    route: `/enquiries/REFER-0000${n}/attachments`,
    idempotency_key: `file-${file}`,
    spooled: `spooled-${file}`,
  });
  const waiter = (fields: string[] = []) => ({
    waitMs: 60_000,
    signal: new AbortController().signal,
    canMend: (field: string) => fields.includes(field),
  });

  test('keeps what was added, over a restart', async () => {
    await outbox.add(enquiry(1));
    await reopen();
    expect(await outbox.enquiry('REFER-00001')).toMatchObject({
      state: 'waiting',
      content: '{"forename":"Canary"}',
    });
  });

  test('keeps one of two with the same key, even when they come together', async () => {
    const [a, b] = await Promise.all([
      outbox.add(enquiry(1)),
      outbox.add({ ...enquiry(1), reference: 'OTHER-00000' }),
    ]);
    expect([a.isNew, b.isNew]).toEqual([true, false]);
    expect(b.row.reference).toBe('REFER-00001');
  });

  test('scopes keys by route', async () => {
    await outbox.add(enquiry(1));
    await outbox.add({ ...attachment(1, 1), idempotency_key: 'key-1' });
    expect(await outbox.find('/enquiries', 'key-1')).toMatchObject({ kind: 'enquiry' });
    expect(await outbox.find('/enquiries/REFER-00001/attachments', 'key-1')).toMatchObject({
      kind: 'attachment',
    });
  });

  test('commits what is well beside what is not', async () => {
    const [good, bad, alsoGood] = await Promise.allSettled([
      outbox.add(enquiry(1)),
      outbox.add({ ...enquiry(2), content: null as unknown as string, digest: null as unknown as string }),
      outbox.add(enquiry(3)),
    ]);
    expect([good.status, bad.status, alsoGood.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await outbox.claim(9, 1_000)).toHaveLength(2);
  });

  test('gives each delivery to one claim, those with the fewest tries first', async () => {
    await outbox.add(enquiry(1));
    const [first] = await outbox.claim(1, 1_000);
    await outbox.retry(first!, 0, 'answered 503', false);
    await outbox.add(enquiry(2));
    const claims = [...(await outbox.claim(1, 1_000)), ...(await outbox.claim(9, 1_000))];
    expect(claims.map(claim => [claim.reference, claim.tries])).toEqual([
      ['REFER-00002', 1],
      ['REFER-00001', 2],
    ]);
    expect(await outbox.claim(9, 1_000)).toEqual([]);
  });

  test('keeps attachments back until their enquiry is delivered', async () => {
    await outbox.add(enquiry(1));
    await outbox.add(attachment(1, 1));
    const [claim, ...others] = await outbox.claim(9, 1_000);
    expect(others).toEqual([]);
    await outbox.delivered(claim!, 4711);
    expect(await outbox.claim(9, 1_000)).toMatchObject([{ kind: 'attachment', enquiry_id: 4711 }]);
  });

  test('does not let a late finisher overwrite its successor', async () => {
    await outbox.add(enquiry(1));
    const [late] = await outbox.claim(1, 1_000);
    now += 1_001;
    const [successor] = await outbox.claim(1, 1_000);
    expect(successor).toMatchObject({ tries: 2, unknowns: 1 });
    expect(await outbox.delivered(late!, 1)).toBe(false);
    expect(await outbox.delivered(successor!, 2)).toBe(true);
    expect(await outbox.enquiry('REFER-00001')).toMatchObject({ result: 2 });
  });

  test('renews a lease', async () => {
    await outbox.add(enquiry(1));
    const claims = await outbox.claim(1, 1_000);
    now += 900;
    await outbox.renew(claims, 1_000);
    now += 900;
    expect(await outbox.claim(1, 1_000)).toEqual([]);
  });

  test('takes a lease that was cut short by a restart for an unknown outcome', async () => {
    await outbox.add(enquiry(1));
    await outbox.claim(1, 1_000_000);
    await reopen();
    expect(await outbox.claim(1, 1_000)).toMatchObject([{ tries: 2, unknowns: 1 }]);
  });

  test('says when something is due', async () => {
    expect(await outbox.untilDue()).toBeUndefined();
    await outbox.add(enquiry(1));
    const [claim] = await outbox.claim(1, 5_000);
    expect(await outbox.untilDue()).toBe(5_000);
    await outbox.retry(claim!, 90_000, 'answered 503', false);
    expect(await outbox.untilDue()).toBe(90_000);
    await outbox.hurry();
    expect(await outbox.untilDue()).toBe(0);
  });

  test('never hurries what may have been processed', async () => {
    await outbox.add(enquiry(1));
    const [claim] = await outbox.claim(1, 5_000);
    await outbox.retry(claim!, 90_000, 'no answer', true);
    await outbox.hurry();
    expect(await outbox.untilDue()).toBe(90_000);
  });

  test('erases the visitor from its files on delivery', async () => {
    await outbox.add({ ...enquiry(1), content: '{"forename":"Canary-Quetzalcoatl"}' });
    const [claim] = await outbox.claim(1, 1_000);
    await outbox.delivered(claim!, 4711);
    expect(await outbox.enquiry('REFER-00001')).toMatchObject({
      content: null,
      digest: 'digest-1',
      result: 4711,
    });
    await outbox.close();
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name), 'latin1')).not.toContain('Canary-Quetzalcoatl');
    }
    outbox = await openStore(folder, () => now);
  });

  test('tells the visitor who waits', async () => {
    const { settled } = await outbox.add(enquiry(1), { waiter: waiter() });
    const [claim] = await outbox.claim(1, 1_000);
    expect(await outbox.find('/enquiries', 'key-1')).toMatchObject({ awaited_ms: 60_000 });
    await outbox.delivered(claim!, 4711);
    expect(await settled).toEqual({ state: 'delivered', result: 4711 });
  });

  test('lets nobody wait while nothing is tried', async () => {
    outbox.setCourier({ isReady: () => false, wake: () => {} });
    const { settled, row } = await outbox.add(enquiry(1), { waiter: waiter() });
    expect(await settled).toEqual({ state: 'accepted' });
    expect(row.answer_by).toBe(0);
  });

  test('frees the key of a refused enquiry while the visitor can mend it', async () => {
    const { settled } = await outbox.add(enquiry(1), { waiter: waiter(['surname']) });
    const [claim] = await outbox.claim(1, 1_000);
    expect(await outbox.refuse(claim!, 'surname', 'answered 400')).toBe('mended');
    expect(await settled).toEqual({ state: 'refused', field: 'surname' });
    expect(await outbox.find('/enquiries', 'key-1')).toBeUndefined();
  });

  test.each([
    ['the field is not on the form', 'country', false],
    ['no field is named', undefined, false],
    ['the visitor has gone', 'surname', true],
  ])('holds a refused enquiry when %s', async (_, field, isGone) => {
    const visitor = new AbortController();
    const { settled } = await outbox.add(enquiry(1), {
      waiter: { ...waiter(['surname']), signal: visitor.signal },
    });
    const [claim] = await outbox.claim(1, 1_000);
    if (isGone) visitor.abort();
    expect(await outbox.refuse(claim!, field, 'answered 400')).toBe('held');
    expect(await settled).toEqual({ state: 'accepted' });
    expect(await outbox.enquiry('REFER-00001')).toMatchObject({
      state: 'held',
      content: '{"forename":"Canary"}',
    });
    now += 1e12;
    expect(await outbox.claim(1, 1_000)).toEqual([]);
  });

  test('limits the attachments of an enquiry', async () => {
    await Promise.all([1, 2].map(file => outbox.add(attachment(1, file), { most: 2 })));
    await expect(outbox.add(attachment(1, 3), { most: 2 })).rejects.toThrow(TooManyAttachments);
    expect(await outbox.add(attachment(1, 2), { most: 2 })).toMatchObject({ isNew: false });
    expect(await outbox.spooled()).toEqual(new Set(['spooled-1', 'spooled-2']));
  });

  test('forgets what was delivered long ago, and nothing else', async () => {
    for (const n of [1, 2, 3]) await outbox.add(enquiry(n));
    await outbox.add(attachment(2, 1));
    const claims = await outbox.claim(2, 1_000);
    for (const claim of claims) await outbox.delivered(claim, 1);
    now += 10;
    await outbox.forget(0);
    const kept = await Promise.all([1, 2, 3].map(n => outbox.enquiry(`REFER-0000${n}`)));
    expect(kept.map(row => row?.state)).toEqual([undefined, 'delivered', 'waiting']);
  });

  test('keeps publications and assets', async () => {
    await outbox.publish([{ hash: 'sha256-a', publication: '{}' }]);
    await outbox.publish([{ hash: 'sha256-a', publication: '{}' }]);
    await outbox.keepAsset('a.js', 'text');
    await reopen();
    expect(await outbox.publication('sha256-a')).toBe('{}');
    expect(await outbox.asset('a.js')).toBe('text');
    expect(await outbox.publication('sha256-b')).toBeUndefined();
  });
});

test('two proxies do not share a data folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  const outbox = await openOutbox(folder, () => 0);
  await expect(openOutbox(folder, () => 0)).rejects.toThrow('in use by another proxy');
  await outbox.close();
  await (await openOutbox(folder, () => 0)).close();
  rmSync(folder, { recursive: true });
});
