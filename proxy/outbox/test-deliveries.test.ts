import { expect, test } from 'vitest';
import {
  describeOnEachStore,
  expectKeptBack,
  newAttachment,
  newEnquiry,
} from '../../tools/testing/proxy/outbox.ts';

const newTest = (n: number) => ({ ...newEnquiry(n), state: 'test' as const });

describeOnEachStore('a test in the outbox', store => {
  test('is never claimed, retried or released, and neither are its attachments', async () => {
    await expectKeptBack(store, 'test', newEnquiry(1));
    expect((await store.outbox.operator.status()).depth).toEqual([]);
  });

  test('is erased with its attachments when it is old, without other deliveries', async () => {
    const { intake, archive, operator } = store.outbox;
    await intake.add(newTest(1));
    await intake.add(newAttachment(1, 1));
    await intake.add(newEnquiry(2));
    await intake.add(newAttachment(2, 2));
    expect(await archive.purge('tests', 60_000)).toEqual([]);
    expect(await operator.list({ state: 'test' })).toHaveLength(2);

    await archive.purge('tombstones', -1_000); // This purges only tombstones.
    expect(await archive.purge('tests', -1_000)).toEqual(['REFER-00001']);
    expect(await operator.list({ reference: 'REFER-00001' })).toEqual([]);
    expect(await archive.filesToErase()).toEqual(['spooled-1']);
    expect(await operator.list()).toHaveLength(2);
    await expect(intake.add(newAttachment(1, 3))).rejects.toThrow();
  });

  test('is erased even if there are thousands', async () => {
    const { intake, archive, operator } = store.outbox;
    const many = Array.from({ length: 1_050 }, (_, n) => ({
      ...newTest(1),
      idempotency_key: `key-${n}`,
      reference: `TEST-${n}`,
    }));
    await Promise.all(many.map(each => intake.add(each)));
    expect(await archive.purge('tests', -1_000)).toHaveLength(1_050);
    expect(await operator.list({ state: 'test' })).toEqual([]);
  });
});
