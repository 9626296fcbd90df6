import { expect, test } from 'vitest';
import {
  describeOnEachStore,
  expectKeptBack,
  newAttachment,
  newEnquiry,
} from '../../tools/testing/proxy/outbox.ts';
import { type NewEnquiry, TooManyAttachments } from './deliveries.ts';

const newSuspect = (n: number): NewEnquiry => ({
  ...newEnquiry(n),
  content: { ...newEnquiry(n).content, case_type: 'The name that is sent' },
  state: 'held',
  suspicion: { signals: ['link_in_name', 'many_links'], score: 7.5 },
});

describeOnEachStore('a suspect that is held', store => {
  test('is not claimed until it is released, and nor is its file, and then only once', async () => {
    const row = await expectKeptBack(store, 'held', newSuspect(1));
    expect(row).toMatchObject({
      held_cause: 'suspect',
      suspicion: 'link_in_name many_links',
      suspicion_score: 7.5,
    });
    const { claims, operator } = store.outbox;
    expect(
      (await operator.status()).depth.map(({ kind, held_cause, count }) => [kind, held_cause, count]).sort(),
    ).toEqual([
      ['attachment', 'suspect', 1],
      ['enquiry', 'suspect', 1],
    ]);

    const released = await Promise.all([1, 2].map(() => operator.release('REFER-00001')));
    expect(released.flat()).toHaveLength(2);
    const [claim, ...others] = await claims.claim(9, 60_000);
    expect(claim).toMatchObject({ kind: 'enquiry', attempts: 1, state: 'waiting' });
    expect(others).toEqual([]);
    await claims.markDelivered(claim!, 4711);
    expect(await claims.claim(9, 60_000)).toMatchObject([{ kind: 'attachment', enquiry_id: 4711 }]);
  });

  test('can be acknowledged again, and accepts as many files as other enquiries', async () => {
    const { intake } = store.outbox;
    const { row } = await intake.add(newSuspect(1));
    expect(await intake.add(newEnquiry(1))).toMatchObject({ row: { state: 'held' }, isNew: false });
    expect(await intake.confirm(row.id)).toMatchObject({ state: 'held' });
    const adding = [1, 2].map(m => intake.add(newAttachment(1, m), { maxAttachments: 1 }));
    const [, second] = await Promise.allSettled(adding);
    expect(second).toMatchObject({ reason: expect.any(TooManyAttachments) });
  });

  test('is never deleted by maintenance at any age', async () => {
    const { intake, archive, operator } = store.outbox;
    await intake.add(newSuspect(1));
    await intake.add(newAttachment(1, 1));
    await archive.purge('tombstones', -60_000);
    await archive.purge('tests', -60_000);
    expect(await operator.list({ state: 'held' })).toHaveLength(2);
    expect(await archive.filesNeeded(['spooled-1'])).toEqual(new Set(['spooled-1']));
  });

  test('is dropped with its files, unless it was released before', async () => {
    const { intake, operator, archive } = store.outbox;
    for (const n of [1, 2]) await intake.add(newSuspect(n));
    await intake.add(newAttachment(1, 1));
    const known = await operator.list({ state: 'held' });
    expect((await operator.drop('REFER-00001', known)).dropped).toHaveLength(2);
    expect(await archive.filesToErase()).toEqual(['spooled-1']);
    await operator.release('REFER-00002');
    expect((await operator.drop('REFER-00002', known)).dropped).toEqual([]);
    expect(await operator.list()).toHaveLength(1);
    expect(await operator.release('REFER-00001')).toEqual([]);
  });

  test("is counted apart from other deliveries, until it's released", async () => {
    const { intake, operator } = store.outbox;
    for (const n of [1, 2]) await intake.add(newSuspect(n));
    await intake.add(newEnquiry(3));
    expect([await intake.countSuspects(), await intake.countUndelivered(9)]).toEqual([2, 1]);
    await operator.release('REFER-00001');
    expect([await intake.countSuspects(), await intake.countUndelivered(9)]).toEqual([1, 2]);
  });

  test('is recorded with its files as delivered by hand', async () => {
    const { intake, operator, claims } = store.outbox;
    await intake.add(newSuspect(1));
    await intake.add(newAttachment(1, 1));
    expect(await operator.settle({ reference: 'REFER-00001', state: 'held' }, 4711)).toEqual({
      kind: 'settled',
    });
    expect(await claims.claim(9, 60_000)).toMatchObject([{ kind: 'attachment', enquiry_id: 4711 }]);
  });
});
