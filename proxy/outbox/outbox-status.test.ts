import { expect, test } from 'vitest';
import { describeOnEachStore, newAttachment, newEnquiry, visitor } from '../../tools/testing/proxy/outbox.ts';
import { type DeliveryState, deliveryStates } from '../database/tables.ts';
import type { Claim } from './deliveries.ts';
import type { Outbox } from './outbox.ts';

async function claimOne({ claims }: Outbox): Promise<Claim> {
  const [claim] = await claims.claim(1, 60_000);
  return claim!;
}
/** Resolves in the next millisecond, which is the unit of the store's clock. */
async function untilNextMs({ archive }: Outbox): Promise<void> {
  const now = await archive.readClock();
  while ((await archive.readClock()) === now);
}

/** Brings an enquiry into each state, as the proxy and the operator do. */
const enter: Record<DeliveryState, (outbox: Outbox) => Promise<unknown>> = {
  waiting: ({ intake }) => intake.add(newEnquiry(1)),
  async delivered(outbox) {
    await outbox.intake.add(newEnquiry(1));
    await outbox.claims.markDelivered(await claimOne(outbox), 4711);
  },
  async held(outbox) {
    await outbox.intake.add(newEnquiry(1));
    await outbox.claims.hold(await claimOne(outbox), {
      cause: 'refused',
      failure: { cause: 'responded', status: 400 },
      isUnknown: false,
    });
  },
  async refused(outbox) {
    await outbox.intake.add(newEnquiry(1), { visitor: visitor(['surname']) });
    await outbox.claims.refuse(await claimOne(outbox), {
      field: 'surname',
      failure: { cause: 'responded', status: 400 },
    });
  },
  async dropped({ intake, operator }) {
    await intake.add(newEnquiry(1));
    await operator.drop('REFER-00001');
  },
  test: ({ intake }) => intake.add({ ...newEnquiry(1), state: 'test' }),
};

describeOnEachStore('the status of the outbox', store => {
  test.each(deliveryStates)('counts an enquiry that is %s', async state => {
    const none = Object.fromEntries(deliveryStates.map(each => [each, 0]));
    expect((await store.outbox.operator.status()).arrived).toEqual(none);
    await enter[state](store.outbox);
    const { arrived, ...status } = await store.outbox.operator.status();
    expect(arrived).toEqual({ ...none, [state]: 1 });
    for (const kept of ['waiting', 'held'] as const) {
      const count = { enquiries: 1, attachments: 0, oldest_ms: expect.any(Number) };
      expect(status[kept]).toEqual(
        kept === state ? count : { enquiries: 0, attachments: 0, oldest_ms: null },
      );
    }
    expect(status.last_delivery_ms).toEqual(state === 'delivered' ? expect.any(Number) : null);
  });

  test('counts the failures since the last delivery by their reasons, and no earlier ones', async () => {
    const { outbox } = store;
    const { intake, claims, operator } = outbox;
    for (const n of [1, 2, 3, 4, 5]) await intake.add(newEnquiry(n));
    const [early, delivered, ...late] = await claims.claim(5, 60_000);
    const fail = (claim: Claim, status: number) =>
      claims.retry(claim, { delayMs: 60_000, failure: { cause: 'responded', status }, isUnknown: false });
    await fail(early!, 403);
    await untilNextMs(outbox);
    await claims.markDelivered(delivered!, 4711);
    expect(await operator.status()).toMatchObject({ failures: [], refused_logins: [] });
    await claims.hold(late[0]!, {
      cause: 'refused',
      failure: { cause: 'responded', status: 503 },
      isUnknown: false,
    });
    await fail(late[1]!, 401);
    await fail(late[2]!, 503);
    expect(await operator.status()).toMatchObject({
      failures: [
        { reason: 'responded 503', count: 2 },
        { reason: 'responded 401', count: 1 },
      ],
      refused_logins: ['responded 401'],
    });
  });

  test('knows which failures show that the login or the address is wrong', async () => {
    const { intake, claims, operator } = store.outbox;
    await intake.add(newEnquiry(1));
    await claims.markDelivered(await claimOne(store.outbox), 4711);
    await intake.add(newAttachment(1, 1));
    const failWith = async (status: number) => {
      const claim = await claimOne(store.outbox);
      await claims.retry(claim, { delayMs: 0, failure: { cause: 'responded', status }, isUnknown: false });
      return (await operator.status()).refused_logins.length > 0;
    };
    for (const [status, isWrong] of [
      [401, true],
      [403, true],
      [404, false],
      [503, false],
    ] as const)
      expect.soft(await failWith(status), `${status} to a file`).toBe(isWrong);
    await operator.drop('REFER-00001');
    await intake.add(newEnquiry(2));
    for (const [status, isWrong] of [
      [401, true],
      [302, true],
      [404, true],
      [405, true],
      [500, false],
    ] as const)
      expect.soft(await failWith(status), `${status} to an enquiry`).toBe(isWrong);
  });
});
