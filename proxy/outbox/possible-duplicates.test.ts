import { expect, test } from 'vitest';
import {
  describeOnEachStore,
  exampleCreateBody,
  newAttachment,
  newEnquiry,
  visitor,
  withFingerprint,
} from '../../tools/testing/proxy/outbox.ts';

describeOnEachStore('an enquiry with the content of an earlier one', store => {
  const withContent = (n: number, fingerprint: number, withinMs?: number) =>
    withFingerprint(newEnquiry(n), [fingerprint], withinMs);
  const [same, different, one, four, old, dropped, refused] = [1, 2, 3, 4, 5, 6, 7];
  const add = (...given: Parameters<typeof withContent>) => store.outbox.intake.add(withContent(...given));
  /** The earlier reference in each enquiry's mark. */
  async function marks(numbers: number[]) {
    const rows = await Promise.all(numbers.map(n => store.outbox.intake.enquiry(`REFER-0000${n}`)));
    return rows.map(row => JSON.parse(row?.content ?? '{}').meta[0]?.value);
  }

  test('is marked with the earliest reference, and stored like any other', async () => {
    await add(1, same);
    await add(2, same);
    await store.reopen();
    await add(3, same);
    await add(4, different);
    await store.outbox.intake.add(newEnquiry(5));
    expect(await marks([1, 2, 3, 4, 5])).toEqual([
      undefined,
      'REFER-00001',
      'REFER-00001',
      undefined,
      undefined,
    ]);
    expect(await store.outbox.claims.claim(9, 1_000)).toHaveLength(5);
  });

  test('is marked if the secret was rotated in between', async () => {
    await add(1, old);
    await store.outbox.intake.add(withFingerprint(newEnquiry(2), [same, different, old]));
    await store.outbox.intake.add(withFingerprint(newEnquiry(3), [same, old]));
    await store.outbox.intake.add(withFingerprint(newEnquiry(4), [four, different]));
    expect(await marks([1, 2, 3, 4])).toEqual([undefined, 'REFER-00001', 'REFER-00002', undefined]);
  });

  test('is marked if both arrive together', async () => {
    const added = await Promise.all([add(1, one), add(2, same), add(3, same), add(4, four), add(5, same)]);
    expect(added.map(({ row }) => row.reference)).toEqual([1, 2, 3, 4, 5].map(n => `REFER-0000${n}`));
    const [, , ...others] = await marks([1, 2, 3, 4, 5]);
    expect(others).toEqual(['REFER-00002', undefined, 'REFER-00002']);
  });

  test('is marked although the earlier one has been delivered', async () => {
    await add(1, same);
    const [claim] = await store.outbox.claims.claim(1, 60_000);
    await store.outbox.claims.markDelivered(claim!, 4711);
    await add(2, same);
    expect(await marks([2])).toEqual(['REFER-00001']);
  });

  test("isn't marked if the earlier one is too old, or was refused or dropped", async () => {
    await add(1, old);
    await add(2, old, -1);
    await add(3, dropped);
    await store.outbox.operator.drop('REFER-00003');
    await add(4, dropped);
    await store.outbox.intake.add(withContent(5, refused), { visitor: visitor(['surname']) });
    const claims = await store.outbox.claims.claim(9, 60_000);
    const claim = claims.find(({ reference }) => reference === 'REFER-00005');
    await store.outbox.claims.refuse(claim!, {
      field: 'surname',
      failure: { cause: 'responded', status: 400 },
    });
    await add(6, refused);
    expect(await marks([2, 4, 6])).toEqual([undefined, undefined, undefined]);
  });

  test("isn't marked if one of them is a test", async () => {
    await store.outbox.intake.add({ ...withContent(1, same), state: 'test' });
    await add(2, same);
    await store.outbox.intake.add({ ...withContent(3, same), state: 'test' });
    expect(await marks([2, 3])).toEqual([undefined, undefined]);
  });

  test("isn't marked with itself when the request is repeated", async () => {
    const repeated = withContent(1, same);
    const both = await Promise.all([
      store.outbox.intake.add(repeated),
      store.outbox.intake.add({ ...repeated, reference: 'OTHER-00000' }),
    ]);
    expect(both.map(({ isNew }) => isNew)).toEqual([true, false]);
    expect(await store.outbox.intake.add(repeated)).toMatchObject({
      isNew: false,
      row: { content: JSON.stringify(exampleCreateBody) },
    });
  });

  test("doesn't concern attachments", async () => {
    await add(1, same);
    const { row } = await store.outbox.intake.add(newAttachment(1, 1));
    expect(row.fingerprint).toBe(null);
  });

  test("isn't marked once the tombstone of the earlier one is purged", async () => {
    await add(1, same);
    const [claim] = await store.outbox.claims.claim(1, 60_000);
    await store.outbox.claims.markDelivered(claim!, 4711);
    await store.outbox.archive.purge('tombstones', -60_000);
    await add(2, same);
    expect(await marks([2])).toEqual([undefined]);
  });
});
