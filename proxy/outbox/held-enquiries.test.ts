import { expect, test } from 'vitest';
import { describeOnEachStore, holdOne, newAttachment, newEnquiry } from '../../tools/testing/proxy/outbox.ts';

describeOnEachStore('held enquiries', store => {
  const suspect = (n: number) => ({
    ...newEnquiry(n),
    state: 'held' as const,
    suspicion: { signals: ['link_in_name'], score: 6 },
  });
  const listed = async (...parameters: Parameters<typeof store.outbox.operator.listHeld>) =>
    (await store.outbox.operator.listHeld(...parameters)).map(
      ({ enquiry, held }) => `${enquiry.reference.at(-1)} ${held.kind} ${held.held_cause}`,
    );

  test('are listed once each, the newest first, from any place on, also if only their files are held', async () => {
    const { intake, claims, operator } = store.outbox;
    await intake.add(suspect(1));
    for (const m of [1, 2]) await intake.add(newAttachment(1, m));
    await intake.add(newEnquiry(2));
    const [enquiry] = await claims.claim(1, 60_000);
    await claims.markDelivered(enquiry!, 4711);
    for (const m of [3, 4]) await intake.add(newAttachment(2, m));
    await holdOne(store.outbox);
    await holdOne(store.outbox);
    await intake.add(suspect(3));
    const all = ['3 enquiry suspect', '2 attachment refused', '1 enquiry suspect'];
    expect(await listed(9, {})).toEqual(all);
    expect(await listed(2, {})).toEqual(all.slice(0, 2));
    expect(await listed(9, { cause: 'suspect' })).toEqual([all[0], all[2]]);
    const [first] = await operator.listHeld(1, {});
    expect(await listed(9, { before: first!.held })).toEqual(all.slice(1));
    expect(await operator.countHeld()).toEqual([
      { cause: 'refused', count: 1 },
      { cause: 'suspect', count: 2 },
    ]);
  });
});
