import { expect, test } from 'vitest';
import { describeOnEachStore, newAttachment, newEnquiry, visitor } from '../../tools/testing/proxy/outbox.ts';

describeOnEachStore('the operator queries', store => {
  test('list waiting and held deliveries, make them due and release them', async () => {
    const { intake, claims, operator } = store.outbox;
    for (const n of [1, 2, 3]) await intake.add(newEnquiry(n));
    const [one, two, three] = await claims.claim(3, 60_000);
    await claims.hold(one!, {
      cause: 'refused',
      failure: { cause: 'responded', status: 400 },
      isUnknown: true,
    });
    await claims.retry(two!, {
      delayMs: 90_000,
      failure: { cause: 'responded', status: 503 },
      isUnknown: false,
    });
    await claims.markDelivered(three!, 4711);
    expect((await operator.list()).map(({ reference, state }) => [reference, state])).toEqual([
      ['REFER-00001', 'held'],
      ['REFER-00002', 'waiting'],
    ]);
    expect(await operator.list({ state: 'held' })).toHaveLength(1);
    expect(await operator.list({ reference: 'REFER-00003' })).toMatchObject([
      { state: 'delivered', content: null },
    ]);

    expect(await operator.makeDue('REFER-00001')).toEqual([]);
    expect(await operator.makeDue('REFER-00002')).toMatchObject([{ id: two!.id }]);
    expect(await operator.release('REFER-00002')).toEqual([]);
    expect(await operator.release('REFER-00001')).toMatchObject([{ id: one!.id, state: 'waiting' }]);
    const claimed = await claims.claim(9, 60_000);
    expect(
      claimed.map(({ reference, attempts, unknown_outcomes }) => [reference, attempts, unknown_outcomes]),
    ).toEqual([
      ['REFER-00001', 1, 1],
      ['REFER-00002', 2, 0],
    ]);
  });

  test('find enquiries by their content, however many there are', async () => {
    const { intake, operator } = store.outbox;
    const enquiries = Array.from({ length: 502 }, (_, n) => newEnquiry(n));
    await Promise.all(
      enquiries.map(each => intake.add({ ...each, state: each.digest === 'digest-7' ? 'test' : 'held' })),
    );
    await operator.drop('REFER-00009');
    const found = await operator.find(content => content !== null);
    expect(new Set(found.map(({ reference }) => reference)).size).toBe(501);
    expect(found[0]).toMatchObject({ kind: 'enquiry', suspicion: null });
    expect(await operator.find(() => false)).toEqual([]);
  });

  test('count deliveries by kind, case type, state and cause', async () => {
    const { intake, claims, operator } = store.outbox;
    for (const n of [1, 2]) await intake.add(newEnquiry(n));
    await intake.add({ ...newEnquiry(3), case_type: 'injury' });
    const [held] = await claims.claim(1, 60_000);
    await claims.hold(held!, {
      cause: 'refused',
      failure: { cause: 'responded', status: 400 },
      isUnknown: false,
    });
    await intake.add(newAttachment(1, 1));
    await intake.add(newAttachment(2, 2));
    const { depth } = await operator.status();
    expect(
      depth
        .map(each => `${each.kind} ${each.case_type} ${each.held_cause ?? each.state} ${each.count}`)
        .sort(),
    ).toEqual([
      'attachment  refused 1',
      'attachment  waiting 1',
      'enquiry injury waiting 1',
      'enquiry other refused 1',
      'enquiry other waiting 1',
    ]);
  });

  test('drop an enquiry with its attachments, and list their files for erasure', async () => {
    const { intake, operator, archive } = store.outbox;
    await intake.add(newEnquiry(1));
    await intake.add(newAttachment(1, 1));
    await intake.add(newAttachment(1, 2));
    const { dropped, inFlight } = await operator.drop('REFER-00001');
    expect(dropped.map(({ kind }) => kind)).toEqual(['attachment', 'attachment', 'enquiry']);
    expect(inFlight).toEqual([]);
    expect(await operator.list({ reference: 'REFER-00001' })).toEqual([]);
    expect((await archive.filesToErase()).sort()).toEqual(['spooled-1', 'spooled-2']);
    await archive.noteFilesErased(['spooled-1', 'spooled-2']);
    expect(await archive.filesToErase()).toEqual([]);
  });

  test('drop an enquiry once, although two operators do it at the same time', async () => {
    const { intake, operator } = store.outbox;
    await intake.add(newEnquiry(1));
    const ends = await Promise.all([operator.drop('REFER-00001'), operator.drop('REFER-00001')]);
    expect(ends.map(({ dropped }) => dropped.length).sort()).toEqual([0, 1]);
    expect(ends.flatMap(({ changed }) => changed)).toMatchObject([{ state: 'dropped' }]);
  });

  test('drop nothing while a part is in flight, awaited, unknown to the operator, or in another state', async () => {
    const { intake, claims, operator } = store.outbox;
    await intake.add(newEnquiry(1));
    const [enquiry] = await claims.claim(1, 60_000);
    expect(await operator.drop('REFER-00001')).toMatchObject({
      dropped: [],
      inFlight: [{ kind: 'enquiry' }],
    });
    await claims.markDelivered(enquiry!, 4711);
    await intake.add(newAttachment(1, 1), { visitor: visitor() });
    const nothing = { dropped: [], inFlight: [{ kind: 'attachment' }] };
    expect(await operator.drop('REFER-00001')).toMatchObject(nothing);
    const [attachment] = await claims.claim(1, 60_000);
    await claims.hold(attachment!, {
      cause: 'refused',
      failure: { cause: 'responded', status: 400 },
      isUnknown: false,
    });
    const known = await operator.list({ reference: 'REFER-00001' });
    expect(known).toHaveLength(2);
    for (const outdated of [known.slice(0, 1), known.map(row => ({ ...row, state: 'waiting' as const }))]) {
      const { dropped, changed } = await operator.drop('REFER-00001', outdated);
      expect([dropped.length, changed.length > 0]).toEqual([0, true]);
    }
    expect((await operator.drop('REFER-00001', known)).dropped).toHaveLength(2);
  });
});
