// Long, for the interface is its suite: each promise once, run on both stores, then what each has alone.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../database/node-sqlite.ts';
import { openPostgres } from '../database/postgres.ts';
import { startPostgres } from '../database/postgres-under-test.ts';
import { openSqlite } from '../database/sqlite.ts';
import { openFolderSpool } from '../spool/folder-spool.ts';
import type { Spool } from '../spool/spool.ts';
import { EnquiryGone, type NewDelivery, type Outbox, TooManyAttachments } from './outbox.ts';
import type { Store } from './store.ts';

/** A place for one store, that can be opened again and again. */
interface Place {
  open(): Promise<Store>;
  /** What stands in its files, where they can be read. */
  files?(): string[];
  remove(): void;
}
/** A spooled file whole: a piece of it is good until the next one is asked for. */
async function copyOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const piece of pieces) copies.push(Buffer.from(piece));
  return Buffer.concat(copies);
}
const log = pino({ level: 'silent' });
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let databases = 0;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.destroy());

const places: [string, () => Promise<Place>][] = [
  [
    'SQLite',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
      return {
        open: async () => ({
          outbox: await openSqlite(folder, Date.now),
          spool: await openFolderSpool(join(folder, 'spool')),
        }),
        files: () =>
          readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
            entry.isFile() ? [readFileSync(join(folder, entry.name), 'latin1')] : [],
          ),
        remove: () => rmSync(folder, { recursive: true }),
      };
    },
  ],
  [
    'PostgreSQL',
    async () => {
      databases += 1;
      const url = await postgres.database(`outbox_${databases}`);
      return { open: () => openPostgres(url, log), remove: () => {} };
    },
  ],
];

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

describe.each(places)('the outbox on %s', (_, makePlace) => {
  let place: Place;
  let outbox: Outbox;
  let spool: Spool;
  beforeEach(async () => {
    place = await makePlace();
    await open();
  });
  afterEach(async () => {
    await outbox.close();
    place.remove();
  });
  async function open() {
    ({ outbox, spool } = await place.open());
    outbox.setCourier({ isReady: () => true, wake: () => {} });
  }
  async function reopen() {
    await outbox.close();
    await open();
  }

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
    const [late] = await outbox.claim(1, 1);
    const [successor] = await vi.waitFor(async () => {
      const claims = await outbox.claim(1, 60_000);
      expect(claims).toHaveLength(1);
      return claims;
    });
    expect(successor).toMatchObject({ tries: 2, unknowns: 1 });
    expect(await outbox.delivered(late!, 1)).toBe(false);
    expect(await outbox.delivered(successor!, 2)).toBe(true);
    expect(await outbox.enquiry('REFER-00001')).toMatchObject({ result: 2 });
  });

  test('renews a lease', async () => {
    await outbox.add(enquiry(1));
    const claims = await outbox.claim(1, 1);
    await outbox.renew(claims, 60_000);
    expect(await outbox.claim(1, 1_000)).toEqual([]);
    expect(await outbox.untilDue()).toBeGreaterThan(50_000);
  });

  test('lets go who waits in vain, but not whose delivery is under way', async () => {
    outbox.setCourier({ isReady: () => true, wake: () => {} });
    const waiter = { waitMs: 60_000, signal: new AbortController().signal, canMend: () => false };
    const one = await outbox.add(enquiry(1), { waiter });
    const two = await outbox.add(enquiry(2), { waiter });
    outbox.dismiss(new Set([one.row.id]));
    expect(await two.settled).toEqual({ state: 'accepted' });
    const [claim] = await outbox.claim(1, 60_000);
    await outbox.delivered(claim!, 4711);
    expect(await one.settled).toEqual({ state: 'delivered', result: 4711 });
  });

  test('says when something is due', async () => {
    expect(await outbox.untilDue()).toBeUndefined();
    await outbox.add(enquiry(1));
    const [claim] = await outbox.claim(1, 5_000);
    expect(await outbox.untilDue()).toBeGreaterThan(4_000);
    await outbox.retry(claim!, 90_000, 'answered 503', false);
    expect(await outbox.untilDue()).toBeGreaterThan(80_000);
    await outbox.hurry(60_000);
    expect(await outbox.untilDue()).toBeLessThanOrEqual(0);
  });

  test('hurries what may have been processed less: it is due within a minute', async () => {
    await outbox.add(enquiry(1));
    const [claim] = await outbox.claim(1, 5_000);
    await outbox.retry(claim!, 90_000, 'no answer', true);
    await outbox.hurry(60_000);
    expect(await outbox.untilDue()).toBeGreaterThan(50_000);
    expect(await outbox.untilDue()).toBeLessThanOrEqual(60_000);
  });

  test('never hurries what is under way', async () => {
    await outbox.add(enquiry(1));
    await outbox.claim(1, 60_000);
    await outbox.hurry(60_000);
    expect(await outbox.claim(1, 1_000, { isEarly: true })).toEqual([]);
    expect(await outbox.untilDue()).toBeGreaterThan(50_000);
  });

  test('gives a probe what is not due, unless it may have been processed', async () => {
    await outbox.add(enquiry(1));
    await outbox.add(enquiry(2));
    const [first, second] = await outbox.claim(2, 5_000);
    await outbox.retry(first!, 90_000, 'no answer', true);
    await outbox.retry(second!, 90_000, 'answered 503', false);
    expect(await outbox.claim(2, 1_000)).toEqual([]);
    const probes = await outbox.claim(2, 1_000, { isEarly: true });
    expect(probes.map(({ id }) => id)).toEqual([second!.id]);
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
    await outbox.tidy();
    for (const text of place.files?.() ?? []) expect(text).not.toContain('Canary-Quetzalcoatl');
  });

  test('tells the visitor who waits', async () => {
    const { settled } = await outbox.add(enquiry(1), { waiter: waiter() });
    const [claim] = await outbox.claim(1, 1_000);
    expect((await outbox.find('/enquiries', 'key-1'))?.awaited_ms).toBeGreaterThan(50_000);
    await outbox.delivered(claim!, 4711);
    expect(await settled).toEqual({ state: 'delivered', result: 4711 });
  });

  test('lets nobody wait while nothing is tried', async () => {
    outbox.setCourier({ isReady: () => false, wake: () => {} });
    const { settled, row } = await outbox.add(enquiry(1), { waiter: waiter() });
    expect(await settled).toEqual({ state: 'accepted' });
    expect(row.answer_by).toBe(0);
  });

  test('erases a refused enquiry while the visitor can correct it, and keeps what a repeat is told', async () => {
    const { settled } = await outbox.add(enquiry(1), { waiter: waiter(['surname']) });
    const [claim] = await outbox.claim(1, 1_000);
    expect(await outbox.refuse(claim!, 'surname', 'answered 400')).toBe('mended');
    expect(await settled).toEqual({ state: 'refused', field: 'surname' });
    expect(await outbox.find('/enquiries', 'key-1')).toMatchObject({
      state: 'refused',
      content: null,
      refused_field: 'surname',
    });
    expect(await outbox.claim(1, 1_000)).toEqual([]);
    expect(await outbox.list()).toEqual([]);
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
    expect(await outbox.claim(1, 1_000)).toEqual([]);
  });

  test('lists what waits and what is held; the operator hastens and releases', async () => {
    for (const n of [1, 2, 3]) await outbox.add(enquiry(n));
    const [one, two, three] = await outbox.claim(3, 60_000);
    await outbox.hold(one!, 'answered 400', true);
    await outbox.retry(two!, 90_000, 'answered 503', false);
    await outbox.delivered(three!, 4711);
    expect((await outbox.list()).map(({ reference, state }) => [reference, state])).toEqual([
      ['REFER-00001', 'held'],
      ['REFER-00002', 'waiting'],
    ]);
    expect(await outbox.list({ state: 'held' })).toHaveLength(1);
    expect(await outbox.list({ reference: 'REFER-00003' })).toMatchObject([
      { state: 'delivered', content: null },
    ]);

    expect(await outbox.hasten(one!.id)).toBe(false);
    expect(await outbox.hasten(two!.id)).toBe(true);
    expect(await outbox.release(two!.id)).toBe(false);
    expect(await outbox.release(one!.id)).toBe(true);
    const claims = await outbox.claim(9, 60_000);
    expect(claims.map(({ reference, tries, unknowns }) => [reference, tries, unknowns])).toEqual([
      ['REFER-00001', 1, 1],
      ['REFER-00002', 2, 0],
    ]);
  });

  test('limits the attachments of an enquiry', async () => {
    await outbox.add(enquiry(1));
    await Promise.all([1, 2].map(file => outbox.add(attachment(1, file), { most: 2 })));
    await expect(outbox.add(attachment(1, 3), { most: 2 })).rejects.toThrow(TooManyAttachments);
    expect(await outbox.add(attachment(1, 2), { most: 2 })).toMatchObject({ isNew: false });
    const files = ['spooled-1', 'spooled-2', 'spooled-3'];
    expect(await outbox.needed(files)).toEqual(new Set(['spooled-1', 'spooled-2']));
  });

  test('refuses an attachment whose enquiry was dropped, purged or refused', async () => {
    await expect(outbox.add(attachment(1, 1))).rejects.toThrow(EnquiryGone);
    await outbox.add(enquiry(1), { waiter: waiter(['surname']) });
    const [claim] = await outbox.claim(1, 1_000);
    await outbox.refuse(claim!, 'surname', 'answered 400');
    await expect(outbox.add(attachment(1, 1))).rejects.toThrow(EnquiryGone);
  });

  test('drops an enquiry with its attachments, and lists their files as unneeded', async () => {
    await outbox.add(enquiry(1));
    await outbox.add(attachment(1, 1));
    await outbox.add(attachment(1, 2));
    const { dropped, inFlight } = await outbox.drop('REFER-00001');
    expect(dropped.map(({ kind }) => kind)).toEqual(['attachment', 'attachment', 'enquiry']);
    expect(inFlight).toEqual([]);
    expect(await outbox.list({ reference: 'REFER-00001' })).toEqual([]);
    expect((await outbox.unneededFiles()).sort()).toEqual(['spooled-1', 'spooled-2']);
    await outbox.filesErased(['spooled-1', 'spooled-2']);
    expect(await outbox.unneededFiles()).toEqual([]);
  });

  test('drops nothing of an enquiry of which a part is in flight, awaited, or not seen yet', async () => {
    await outbox.add(enquiry(1));
    const [claim] = await outbox.claim(1, 60_000);
    expect(await outbox.drop('REFER-00001')).toMatchObject({ dropped: [], inFlight: [{ kind: 'enquiry' }] });
    await outbox.delivered(claim!, 4711);
    await outbox.add(attachment(1, 1), { waiter: waiter() });
    expect(await outbox.drop('REFER-00001')).toMatchObject({
      dropped: [],
      inFlight: [{ kind: 'attachment' }],
    });
    const [file] = await outbox.claim(1, 60_000);
    await outbox.hold(file!, 'answered 400', false);
    expect(await outbox.drop('REFER-00001', [claim!.id])).toMatchObject({
      dropped: [],
      inFlight: [{ kind: 'attachment' }],
    });
    expect(await outbox.list({ reference: 'REFER-00001' })).toHaveLength(2);
    expect((await outbox.drop('REFER-00001', [claim!.id, file!.id])).dropped).toHaveLength(2);
  });

  test('lists the file of a delivered attachment as unneeded', async () => {
    await outbox.add(enquiry(1));
    const [claim] = await outbox.claim(1, 60_000);
    await outbox.delivered(claim!, 4711);
    await outbox.add(attachment(1, 1));
    const [file] = await outbox.claim(1, 60_000);
    await outbox.delivered(file!, 1);
    expect(await outbox.unneededFiles()).toEqual(['spooled-1']);
    expect(await outbox.needed(['spooled-1'])).toEqual(new Set());
  });

  test('confirms what is kept only when nobody waits for its outcome, and then it is not refused any more', async () => {
    const { row, settled } = await outbox.add(enquiry(1), { waiter: waiter(['surname']) });
    expect(await outbox.confirm(row.id)).toBeUndefined();
    expect(await outbox.confirm(row.id + 1)).toBeUndefined();
    await outbox.add(enquiry(2), { waiter: { ...waiter(['surname']), waitMs: 1 } });
    const second = (await outbox.enquiry('REFER-00002'))!;
    await expect.poll(() => outbox.confirm(second.id)).toMatchObject({ state: 'waiting', answer_by: 0 });
    const claims = await outbox.claim(2, 60_000);
    const of = (id: number) => claims.find(claim => claim.id === id)!;
    expect(await outbox.refuse(of(second.id), 'surname', 'answered 400')).toBe('held');
    expect(await outbox.refuse(of(row.id), 'surname', 'answered 400')).toBe('mended');
    expect(await settled).toEqual({ state: 'refused', field: 'surname' });
  });

  test('replaces the missing file of an attachment that still needs it', async () => {
    await outbox.add(enquiry(1));
    const { row } = await outbox.add(attachment(1, 1));
    expect(await outbox.replaceFile(row.id, 'spooled-1', 'copy')).toBe(true);
    expect(await outbox.replaceFile(row.id, 'spooled-1', 'other')).toBe(false);
    expect(await outbox.needed(['spooled-1', 'copy', 'other'])).toEqual(new Set(['copy']));
  });

  test('forgets what was delivered long ago, and nothing else', async () => {
    for (const n of [1, 2, 3]) await outbox.add(enquiry(n));
    await outbox.add(attachment(2, 1));
    const claims = await outbox.claim(2, 1_000);
    for (const claim of claims) await outbox.delivered(claim, 1);
    await outbox.forget(-1_000);
    const kept = await Promise.all([1, 2, 3].map(n => outbox.enquiry(`REFER-0000${n}`)));
    expect(kept.map(row => row?.state)).toEqual([undefined, 'delivered', 'waiting']);
  });

  test.each([1, 1_048_576, 2_500_000])(
    'keeps the %d bytes of a file, and gives them back whole',
    async bytes => {
      const content = Buffer.alloc(
        bytes,
        Uint8Array.from({ length: 251 }, (_, at) => at),
      );
      const pieces = [content.subarray(0, 100_000), content.subarray(100_000)].filter(
        piece => piece.length > 0,
      );
      const { name, sha256, ...rest } = await spool.save(Readable.from(pieces), {
        reference: 'REFER-00001',
        key: 'file-1',
      });
      expect(rest.bytes).toBe(bytes);
      expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
      expect(await spool.read(name, copyOf)).toEqual(content);
      expect(await spool.bytes()).toBe(bytes);
      await spool.erase(name);
      expect(await spool.bytes()).toBe(0);
      await expect(spool.read(name, copyOf)).rejects.toThrow();
    },
  );

  test('keeps nothing of a file whose sender breaks off after it has begun to be stored', async () => {
    async function* broken() {
      yield Buffer.alloc(2_500_000, 1);
      throw new Error('broken off');
    }
    await expect(spool.save(broken(), { reference: 'REFER-00001', key: 'file-1' })).rejects.toThrow(
      'broken off',
    );
    expect(await spool.bytes()).toBe(0);
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

describe('on one machine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('two proxies do not share a data folder', async () => {
    const outbox = await openSqlite(folder, Date.now);
    await expect(openSqlite(folder, Date.now)).rejects.toThrow('in use by another proxy');
    await outbox.close();
    await (await openSqlite(folder, Date.now)).close();
  });

  test('a lease that was cut short by a restart is an unknown outcome, and due at once', async () => {
    const killed = await openSqlite(folder, Date.now);
    await killed.add(enquiry(1));
    await killed.claim(1, 1_000_000);
    await killed.close();
    const outbox = await openSqlite(folder, Date.now);
    expect(await outbox.claim(1, 1_000)).toMatchObject([{ tries: 2, unknowns: 1 }]);
    await outbox.close();
  });

  test('after its clock is stepped back, everything is due again, also what a dead process had', async () => {
    let steppedMs = 0;
    const clock = () => Date.now() - steppedMs;
    const outbox = await openSqlite(folder, clock);
    outbox.setCourier({ isReady: () => true, wake: () => {} });
    for (const n of [1, 2]) await outbox.add(enquiry(n));
    const waiter = { waitMs: 5_000, signal: new AbortController().signal, canMend: () => true };
    const { row } = await outbox.add(enquiry(3), { waiter });
    const [one, ...others] = await outbox.claim(3, 60_000);
    await outbox.retry(one!, 0, 'responded 503', false);
    steppedMs = 10_800_000;
    expect(await outbox.claim(3, 60_000)).toEqual([]);
    expect(await outbox.untilDue()).toBeGreaterThan(10_000_000);

    await outbox.hurry(60_000);
    expect((await outbox.claim(3, 60_000)).map(({ id }) => id)).toEqual([one!.id]);
    // The others are due again when their lease, now shortened, ends.
    expect(await outbox.untilDue()).toBeLessThanOrEqual(60_000);
    expect(others).toHaveLength(2);
    // Nobody is told for three hours that the first request is still in progress.
    expect(await outbox.confirm(row.id)).toMatchObject({ state: 'waiting' });
    await outbox.close();
  });

  test('what a repeat was told is kept is not refused, although the first visitor still waits', async () => {
    let aheadMs = 0;
    const outbox = await openSqlite(folder, () => Date.now() + aheadMs);
    outbox.setCourier({ isReady: () => true, wake: () => {} });
    const waiter = { waitMs: 50_000, signal: new AbortController().signal, canMend: () => true };
    const { row, settled } = await outbox.add(enquiry(1), { waiter });
    const [claim] = await outbox.claim(1, 120_000);
    aheadMs = 60_000;
    expect(await outbox.confirm(row.id)).toMatchObject({ state: 'waiting' });
    expect(await outbox.refuse(claim!, 'surname', 'responded 400')).toBe('held');
    expect(await settled).toEqual({ state: 'accepted' });
    await outbox.close();
  });

  test('a dropped enquiry is not ended once more by a process whose lease ran out', async () => {
    let aheadMs = 0;
    const outbox = await openSqlite(folder, () => Date.now() + aheadMs);
    await outbox.add(enquiry(1));
    const [late] = await outbox.claim(1, 1_000);
    aheadMs = 60_000;
    expect((await outbox.drop('REFER-00001')).dropped).toHaveLength(1);
    await outbox.hold(late!, 'responded 400', false);
    expect(await outbox.enquiry('REFER-00001')).toMatchObject({ state: 'dropped', content: null });
    await outbox.close();
  });

  test('the event loop goes on while another process writes', async () => {
    const outbox = await openSqlite(folder, Date.now);
    const other = new DatabaseSync(join(folder, 'outbox.db'));
    other.exec('begin immediate');
    const adding = outbox.add(enquiry(1));
    let turns = 0;
    while (turns < 20) {
      await new Promise(setImmediate);
      turns += 1;
    }
    other.exec('commit');
    expect(await adding).toMatchObject({ isNew: true });
    other.close();
    await outbox.close();
  });

  test('a transaction that begins by reading keeps other writers out from its start', async () => {
    await (await openSqlite(folder, Date.now)).close();
    const path = join(folder, 'outbox.db');
    const database = openDatabase(path);
    const other = new DatabaseSync(path, { timeout: 0 });
    database.prepare('begin').run([]);
    expect(() => other.exec('begin immediate')).toThrow('database is locked');
    database.prepare('select * from deliveries').all([]);
    database.prepare('rollback').run([]);
    other.exec('begin immediate; rollback');
    other.close();
    database.close();
  });

  test('the log is emptied, but nobody waits for somebody who reads it', async () => {
    const outbox = await openSqlite(folder, Date.now);
    await outbox.add(enquiry(1));
    const log = () => readFileSync(join(folder, 'outbox.db-wal')).length;
    const reader = new DatabaseSync(join(folder, 'outbox.db'));
    reader.exec('begin');
    reader.prepare('select * from deliveries').all();
    await outbox.probe();
    const before = performance.now();
    await outbox.tidy();
    expect(performance.now() - before).toBeLessThan(4_000); // Connections otherwise wait for 5 s.
    expect(log()).toBeGreaterThan(0);
    reader.close();
    await outbox.tidy();
    expect(log()).toBe(0);
    await outbox.close();
  });

  test('a folder that a newer version has used is refused', async () => {
    await (await openSqlite(folder, Date.now)).close();
    const database = new DatabaseSync(join(folder, 'outbox.db'));
    database.exec("INSERT INTO kysely_migration VALUES ('9999_of_another_time', '2999-01-01')");
    database.close();
    await expect(openSqlite(folder, Date.now)).rejects.toThrow('newer version');
  });
});

describe('in a fleet', () => {
  test('several start at once on an empty database, and share its work', async () => {
    databases += 1;
    const url = await postgres.database(`fleet_${databases}`);
    const stores = await Promise.all([1, 2, 3].map(() => openPostgres(url, log)));
    const outboxes = stores.map(({ outbox }) => outbox);
    const [one, two] = outboxes;

    const same = await Promise.all(outboxes.map(outbox => outbox.add(enquiry(1))));
    expect(same.map(({ isNew }) => isNew).sort()).toEqual([false, false, true]);
    expect(new Set(same.map(({ row }) => row.id)).size).toBe(1);

    const files = await Promise.allSettled(
      [1, 2, 3, 4].map(file => (file % 2 ? one! : two!).add(attachment(1, file), { most: 2 })),
    );
    expect(files.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);

    for (let n = 2; n < 8; n++) await one!.add(enquiry(n));
    const claims = (await Promise.all(outboxes.map(outbox => outbox.claim(5, 60_000)))).flat();
    expect(claims).toHaveLength(7);
    expect(new Set(claims.map(({ id }) => id)).size).toBe(7);
    await Promise.all(outboxes.map(outbox => outbox.close()));
  });

  test('one file that comes to two processes at once is one file, although one place is left', async () => {
    databases += 1;
    const url = await postgres.database(`fleet_${databases}`);
    const [one, two] = await Promise.all([openPostgres(url, log), openPostgres(url, log)]);
    await one!.outbox.add(enquiry(1));
    const client = new pg.Client(url);
    await client.connect();
    // Both come to wait for the enquiry's row.
    await client.query('begin');
    await client.query("select id from deliveries where reference = 'REFER-00001' for update");
    const adding = [one!, two!].map(({ outbox }) => outbox.add(attachment(1, 1), { most: 1 }));
    await expect
      .poll(
        async () =>
          (await client.query('select count(*)::int as n from pg_locks where not granted')).rows[0].n,
      )
      .toBe(2);
    await client.query('commit');
    const added = await Promise.all(adding);
    expect(added.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    await client.end();
    await Promise.all([one!.outbox.close(), two!.outbox.close()]);
  });

  test('a locked row holds up nobody else', async () => {
    databases += 1;
    const url = await postgres.database(`fleet_${databases}`);
    const { outbox } = await openPostgres(url, log);
    await outbox.add(enquiry(1));
    const client = new pg.Client(url);
    await client.connect();
    await client.query('begin');
    await client.query("select id from deliveries where reference = 'REFER-00001' for update");
    const [locked, free] = await Promise.allSettled([outbox.add(attachment(1, 1)), outbox.add(enquiry(2))]);
    expect([locked.status, free.status]).toEqual(['rejected', 'fulfilled']);
    await client.query('rollback');
    expect(await outbox.add(attachment(1, 1))).toMatchObject({ isNew: true });
    await client.end();
    await outbox.close();
  });

  test('a database that a newer version has used is refused', async () => {
    databases += 1;
    const url = await postgres.database(`fleet_${databases}`);
    await (await openPostgres(url, log)).outbox.close();
    const client = new pg.Client(url);
    await client.connect();
    await client.query("insert into kysely_migration values ('9999_of_another_time', '2999-01-01')");
    await client.end();
    await expect(openPostgres(url, log)).rejects.toThrow('newer version');
  });

  test('a database that does not sync is told on', async () => {
    databases += 1;
    const url = await postgres.database(`fleet_${databases}`);
    const { outbox } = await openPostgres(url, log);
    expect(await outbox.weakness()).toBeUndefined();
    const client = new pg.Client(url);
    await client.connect();
    const set = async (value: string) => {
      await client.query(`alter system set fsync = ${value}`);
      await client.query('select pg_reload_conf()');
    };
    await set('off');
    await expect.poll(() => outbox.weakness()).toBe('PostgreSQL has fsync = off');
    await set('on');
    await expect.poll(() => outbox.weakness()).toBeUndefined();
    await client.end();
    await outbox.close();
  });
});
