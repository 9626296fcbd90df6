import { expect, test } from 'vitest';
import { describeOnEachStore, holdOne, newAttachment, newEnquiry } from '../../tools/testing/proxy/outbox.ts';
import type { DeliveryRow } from '../database/tables.ts';
import { createDecisions, type Decided } from './decisions.ts';
import { heldOf } from './held-enquiries.ts';

describeOnEachStore('held enquiries', store => {
  const suspect = (n: number) => ({
    ...newEnquiry(n),
    state: 'held' as const,
    suspicion: { signals: ['link_in_name'], score: 6 },
  });
  const listed = async (...[limit, selection]: Parameters<typeof store.outbox.operator.listHeld>) =>
    (await store.outbox.operator.listHeld(limit, selection)).map(rows => {
      const { reference, kind, held_cause } = heldOf(rows, selection.cause)!;
      return `${reference.at(-1)} ${kind} ${held_cause}`;
    });
  /** Leaves a delivered enquiry, a file of it that was refused and, if wanted, an infected one. */
  async function leaveFiles(n: number, isInfected: boolean) {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(n));
    const [enquiry] = await claims.claim(1, 60_000);
    await claims.markDelivered(enquiry!, 4_710 + n);
    for (const m of [n * 2, n * 2 + 1]) await intake.add(newAttachment(n, m));
    await holdOne(store.outbox);
    if (!isInfected) return await holdOne(store.outbox);
    const [file] = await claims.claim(1, 60_000);
    const failure = { cause: 'infected', parameter: 'EICAR' } as const;
    await claims.hold(file!, { cause: 'infected', failure, isUnknown: false });
  }

  test('are listed once each, the newest first, from any place on, also if only their files are held', async () => {
    const { intake, operator } = store.outbox;
    await intake.add(suspect(1));
    for (const m of [1, 2]) await intake.add(newAttachment(1, m));
    await leaveFiles(2, false);
    await intake.add(suspect(3));
    const all = ['3 enquiry suspect', '2 attachment refused', '1 enquiry suspect'];
    expect(await listed(9, {})).toEqual(all);
    expect(await listed(2, {})).toEqual(all.slice(0, 2));
    expect(await listed(9, { cause: 'suspect' })).toEqual([all[0], all[2]]);
    const [[first]] = (await operator.listHeld(1, {})) as [[DeliveryRow]];
    expect(await listed(9, { below: first })).toEqual(all.slice(1));
    expect(await listed(9, { from: first })).toEqual(all);
    expect(await operator.countHeld()).toEqual({
      total: 3,
      causes: [
        { cause: 'refused', count: 1 },
        { cause: 'suspect', count: 2 },
      ],
    });
  });

  test('are listed with each of two causes, and a decision about one of these leaves the other to a person', async () => {
    const { operator } = store.outbox;
    await leaveFiles(1, true);
    await leaveFiles(2, false);
    const decisions = createDecisions({ outbox: store.outbox, spool: { eraseEnquiryFiles: async () => {} } });
    const decided = async (ends: AsyncIterable<Decided>) => {
      const found: string[] = [];
      for await (const { rows, changed, fault } of ends)
        found.push(`${rows[0]!.reference.at(-1)} ${fault ?? changed.map(({ kind }) => kind).join(' ')}`);
      return found;
    };
    const causes = [
      { cause: 'refused', count: 2 },
      { cause: 'infected', count: 1 },
    ];
    expect(await operator.countHeld()).toEqual({ total: 2, causes });
    expect(await listed(9, { cause: 'infected' })).toEqual(['1 attachment infected']);
    expect(await listed(9, { cause: 'refused' })).toEqual(['2 attachment refused', '1 attachment refused']);
    for (const cause of ['infected', 'refused'] as const)
      expect(await decided(decisions.drop(operator.heldBatches({ cause }), { cause }))).toContain(
        '1 other_cause',
      );
    expect(
      await decided(decisions.release(operator.heldBatches({ cause: 'refused' }), { cause: 'refused' })),
    ).toEqual(['1 attachment']);
    expect(await listed(9, {})).toEqual(['1 attachment infected']);
    expect(
      await decided(decisions.drop(operator.heldBatches({ cause: 'infected' }), { cause: 'infected' })),
    ).toEqual(['1 attachment attachment enquiry']);
  });
});
