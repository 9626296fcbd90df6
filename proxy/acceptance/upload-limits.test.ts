import { beforeEach, describe, expect, test } from 'vitest';
import { validSettings } from '../../tools/testing/proxy/settings.ts';
import { createUploadLimits } from './upload-limits.ts';

const defaults = validSettings().uploads;
const roomBytes = async () => Number.POSITIVE_INFINITY;
const empty = { bytes: async () => 0, roomBytes };

test('20 visitors in one office can send 40 files at the same time by default, and another address can still upload', async () => {
  const reserve = createUploadLimits(defaults, empty, () => 0);
  for (let n = 0; n < 40; n++) await reserve('198.51.100.9', 10_485_760);
  await expect(reserve('198.51.100.10', 10_485_760)).resolves.toBeTypeOf('function');
});

test('an upload that ends makes room for another', async () => {
  const settings = { ...defaults, maxConcurrent: 2 };
  const reserve = createUploadLimits(settings, empty, () => 0);
  const endReservation = await reserve('a', 1);
  await expect(reserve('a', 1)).rejects.toMatchObject({ reason: 'uploads-per-address' });
  await reserve('b', 1);
  await expect(reserve('c', 1)).rejects.toMatchObject({
    code: 'too-many-requests',
    retrySeconds: 5,
  });
  endReservation(1);
  await reserve('a', 1);
});

test('spooled files, uploads in progress and recent uploads count towards the spool limit', async () => {
  let now = 0;
  let bytes = 50;
  const reserve = createUploadLimits(
    { ...defaults, maxSpoolBytes: 100 },
    { bytes: async () => bytes, roomBytes },
    () => now,
  );
  const endReservation = await reserve(undefined, 40);
  await expect(reserve(undefined, 20)).rejects.toMatchObject({ reason: 'spool-bytes' });
  endReservation(30);
  await expect(reserve(undefined, 21)).rejects.toMatchObject({ code: 'storage-full' });
  (await reserve(undefined, 20))(0);
  bytes = 0;
  now += 10_000;
  await reserve(undefined, 100);
});

test('all uploads in progress leave the disk room for enquiries', async () => {
  let now = 0;
  let room = 100;
  const disk = { bytes: async () => 0, roomBytes: async () => room };
  const reserve = createUploadLimits(defaults, disk, () => now);
  const endReservation = await reserve('a', 60);
  const refusal = { code: 'storage-full', reason: 'disk-space', retrySeconds: 60 };
  await expect(reserve('b', 41)).rejects.toMatchObject(refusal);
  const endOther = await reserve('b', 40);
  endReservation(60);
  endOther(0); // The upload was aborted.
  await expect(reserve('a', 41)).rejects.toMatchObject(refusal);
  (await reserve('a', 40))(0);
  room = -1;
  now += 10_000;
  await expect(reserve('a', 1)).rejects.toMatchObject(refusal);
});

describe('once the spool is half full, an address may add a tenth of it per hour', () => {
  const minuteMs = 60_000;
  let now: number;
  let bytes: number;
  let reserve: ReturnType<typeof createUploadLimits>;
  beforeEach(() => {
    now = 0;
    bytes = 500;
    const settings = { ...defaults, maxSpoolBytes: 1_000 };
    reserve = createUploadLimits(settings, { bytes: async () => bytes, roomBytes }, () => now);
  });
  const keep = async (address: string | undefined, size: number) => (await reserve(address, size))(size);
  const refusal = { code: 'too-many-requests', reason: 'spool-per-address', retrySeconds: 60 };

  test('and no more, while other addresses have room', async () => {
    await keep('a', 60);
    await keep('a', 40);
    await expect(reserve('a', 1)).rejects.toMatchObject(refusal);
    await keep('b', 100);
  });

  test('and more as the hour passes', async () => {
    await keep('a', 100);
    now += 90 * minuteMs;
    await expect(reserve('a', 51)).rejects.toMatchObject(refusal);
    await keep('a', 50);
    now += 90 * minuteMs;
    await expect(reserve('a', 101)).rejects.toMatchObject(refusal);
    await keep('a', 75);
  });

  test('counting uploads in progress', async () => {
    const endReservation = await reserve('a', 80);
    await expect(reserve('a', 40)).rejects.toMatchObject(refusal);
    endReservation(0); // The upload was aborted.
    await keep('a', 40);
    const others = await Promise.allSettled([40, 40, 20].map(size => reserve('a', size)));
    expect(others.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  test('counting its earlier uploads', async () => {
    bytes = 0;
    await keep('a', 300);
    bytes = 500;
    now += 30 * minuteMs;
    await expect(reserve('a', 1)).rejects.toMatchObject(refusal);
  });

  test('and a larger file is accepted once the spool has more room', async () => {
    await expect(reserve('a', 101)).rejects.toMatchObject(refusal);
    bytes = 499;
    now += minuteMs;
    await keep('a', 101);
  });

  test('unless its address is unknown', async () => {
    const kept = await Promise.allSettled(Array.from({ length: 5 }, () => keep(undefined, 100)));
    expect(kept.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
  });

  test('and the least recently active addresses are forgotten when there are too many', async () => {
    const settings = { ...defaults, maxSpoolBytes: 1_000_000 };
    reserve = createUploadLimits(settings, { bytes: async () => bytes, roomBytes }, () => now);
    bytes = 0;
    await keep('a', 100_000);
    for (let n = 0; n < 19_999; n++) await keep(`another ${n}`, 1);
    await keep('b', 100_000);
    bytes = 500_000;
    now += minuteMs;
    await expect(reserve('b', 1)).rejects.toMatchObject({ reason: 'spool-per-address' });
    await keep('a', 1);
  });
});
