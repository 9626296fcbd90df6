import { expect, test } from 'vitest';
import { compareWithDisk } from './check-disk.ts';

const GiB = 2 ** 30;
const limits = { maxSpoolBytes: 10 * GiB, maxOutboxBytes: GiB };

test.each([
  ['has room for all that the limits allow', 40, 12, 0, 'ok'],
  ['has room, counting what is stored already', 40, 6, 6, 'ok'],
  ['of an unknown size', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 'ok'],
  ['has too little room for the limits', 40, 11, 0, 'warning'],
  ['is almost full', 40, 0.2, 15, 'failed'],
])('a disk that %s', (_, bytes, freeBytes, usedBytes, status) => {
  const disk = { bytes: bytes * GiB, freeBytes: freeBytes * GiB };
  expect(compareWithDisk(limits, disk, usedBytes * GiB)).toMatchObject({ status });
});

test('the advice says how much room there is and what to change', () => {
  const { advice } = compareWithDisk(limits, { bytes: 8 * GiB, freeBytes: 3 * GiB }, 0);
  expect(advice).toContain(
    'ENQUIRY_SPOOL_BYTES and ENQUIRY_OUTBOX_MOST allow 11264 MiB, but the disk has room for 2816 MiB: use a larger disk, or lower them',
  );
});
