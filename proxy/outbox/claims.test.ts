import { expect, test } from 'vitest';
import {
  describeOnEachStore,
  exampleCreateBody,
  newAttachment,
  newEnquiry,
  visitor,
} from '../../tools/testing/proxy/outbox.ts';
import type { AttemptFailure } from './end-claims.ts';

const unavailable: AttemptFailure = { failure: { cause: 'responded', status: 503 }, isUnknown: false };
const noResponse: AttemptFailure = {
  failure: { cause: 'no_response', parameter: 'ECONNRESET' },
  isUnknown: true,
};
/** Runs a change, and resolves when the clock has moved on. */
async function pastNextMs(change: () => Promise<unknown>): Promise<void> {
  await change();
  const changedAt = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(changedAt + 1);
}
const refusal = (field: string | undefined) => ({
  field,
  failure: { cause: 'responded' as const, status: 400 },
});

describeOnEachStore('the claims', store => {
  test('claim each delivery once, those with the fewest attempts first', async () => {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(1));
    const [first] = await claims.claim(1, 60_000);
    await claims.retry(first!, { delayMs: 0, ...unavailable });
    await intake.add(newEnquiry(2));
    const claimed = [...(await claims.claim(1, 60_000)), ...(await claims.claim(9, 60_000))];
    expect(claimed.map(claim => [claim.reference, claim.attempts])).toEqual([
      ['REFER-00002', 1],
      ['REFER-00001', 2],
    ]);
    expect(await claims.claim(9, 60_000)).toEqual([]);
  });

  test("don't include attachments before their enquiry is delivered", async () => {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(1));
    await intake.add(newAttachment(1, 1));
    const [claim, ...others] = await claims.claim(9, 60_000);
    expect(others).toEqual([]);
    await claims.markDelivered(claim!, 4711);
    expect(await claims.claim(9, 60_000)).toMatchObject([{ kind: 'attachment', enquiry_id: 4711 }]);
  });

  test("don't let a process whose lease has ended overwrite the next one", async () => {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(1));
    const [late] = await claims.claim(1, 1);
    await expect.poll(() => claims.untilDue()).toBeLessThanOrEqual(0);
    const [next] = await claims.claim(1, 60_000);
    expect(next).toMatchObject({ attempts: 2, unknown_outcomes: 1 });
    expect(await claims.markDelivered(late!, 1)).toEqual({ state: 'superseded' });
    expect(await claims.markDelivered(next!, 2)).toEqual({ state: 'delivered' });
    expect(await intake.enquiry('REFER-00001')).toMatchObject({ enquiry_api_id: 2 });
  });

  test('hold an enquiry that gets the number of another one, and keep its files back', async () => {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(1));
    const [first] = await claims.claim(1, 60_000);
    await claims.markDelivered(first!, 4711);
    const { visitorOutcome } = await intake.add(newEnquiry(2), { visitor: visitor() });
    await intake.add(newAttachment(2, 1));
    const [second] = await claims.claim(9, 60_000);
    const held = {
      state: 'held',
      failure: { cause: 'responded_with_known_number', parameter: '4711 REFER-00001' },
      owner: 'REFER-00001',
    };
    // The second time stands for a repetition after an unconfirmed commit.
    expect(await claims.markDelivered(second!, 4711)).toEqual(held);
    expect(await claims.markDelivered(second!, 4711)).toEqual(held);
    expect(await visitorOutcome).toEqual({ state: 'accepted' });
    expect(await intake.enquiry('REFER-00002')).toMatchObject({
      state: 'held',
      enquiry_api_id: null,
      last_failure: JSON.stringify(held.failure),
      unknown_outcomes: 1,
      content: JSON.stringify(exampleCreateBody),
    });
    expect(await claims.claim(9, 60_000)).toEqual([]);
  });

  test('deliver an attachment whatever number it gets', async () => {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(1));
    const [enquiry] = await claims.claim(1, 60_000);
    await claims.markDelivered(enquiry!, 4711);
    await intake.add(newAttachment(1, 1));
    await intake.add(newAttachment(1, 2));
    for (const claim of await claims.claim(2, 60_000))
      expect(await claims.markDelivered(claim, 4711)).toEqual({ state: 'delivered' });
  });

  test('record what is known of a file, unless a copy has replaced it', async () => {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(1));
    const [enquiry] = await claims.claim(1, 60_000);
    await claims.markDelivered(enquiry!, 4711);
    const { row } = await intake.add(newAttachment(1, 1));
    const [first] = await claims.claim(1, 60_000);
    const failure = { cause: 'not_scanned', parameter: 'ECONNREFUSED' } as const;
    await claims.retry(first!, { delayMs: 0, failure, isUnknown: false, since: 1_000 });
    const [second] = await claims.claim(1, 60_000);
    expect(second).toMatchObject({ failed_at: 1_000, attempts: 2 });
    await claims.giveBack(second!, '{"scan":"clean"}');
    const [third] = await claims.claim(1, 60_000);
    expect(third).toMatchObject({ content: '{"scan":"clean"}', attempts: 2, last_failure: null });
    const copy = newAttachment(1, 2);
    expect(await intake.replaceFile(row.id, row.spool_file!, copy)).toBe(true);
    await claims.giveBack(third!, '{"scan":"clean again"}');
    const stored = await intake.find(copy.route, row.idempotency_key);
    expect(stored).toMatchObject({ content: JSON.stringify(copy.content), spool_file: copy.spool_file });
  });

  test('leave a refused enquiry alone when its refusal was committed without confirmation', async () => {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(1), { visitor: visitor(['surname']) });
    const [claim] = await claims.claim(1, 60_000);
    expect(await claims.refuse(claim!, refusal('surname'))).toBe('refused');
    expect(await claims.refuse(claim!, refusal('surname'))).toBe('superseded');
    expect(await intake.enquiry('REFER-00001')).toMatchObject({ state: 'refused' });
  });

  test('last longer when they are renewed', async () => {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(1));
    const claimed = await claims.claim(1, 1);
    await claims.renew(claimed, 60_000);
    expect(await claims.claim(1, 60_000)).toEqual([]);
    expect(await claims.untilDue()).toBeGreaterThan(30_000);
  });

  test('tell when the next delivery is due', async () => {
    const { intake, claims } = store.outbox;
    expect(await claims.untilDue()).toBeUndefined();
    await intake.add(newEnquiry(1));
    const [claim] = await claims.claim(1, 60_000);
    expect(await claims.untilDue()).toBeGreaterThan(30_000);
    await claims.retry(claim!, { delayMs: 90_000, ...unavailable });
    expect(await claims.untilDue()).toBeGreaterThan(60_000);
    await claims.makeAllDue(60_000);
    expect(await claims.untilDue()).toBeLessThanOrEqual(0);
  });

  test('make a delivery with an unknown outcome due within a minute', async () => {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(1));
    const [claim] = await claims.claim(1, 60_000);
    await claims.retry(claim!, { delayMs: 90_000, ...noResponse });
    await claims.makeAllDue(60_000);
    expect(await claims.untilDue()).toBeGreaterThan(30_000);
    expect(await claims.untilDue()).toBeLessThanOrEqual(60_000);
  });

  test('never make a delivery due that is in flight', async () => {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(1));
    await claims.claim(1, 60_000);
    await claims.makeAllDue(60_000);
    expect(await claims.claim(1, 60_000)).toEqual([]);
    expect(await claims.untilDue()).toBeGreaterThan(30_000);
  });

  test('begin with any lane if only those are wanted that have not been tried', async () => {
    const { intake, claims } = store.outbox;
    for (const [n, lane] of [7, 7, 255, 3].entries())
      await pastNextMs(() => intake.add({ ...newEnquiry(n), lane }));
    const [tried] = await claims.claim(1, 60_000);
    await claims.retry(tried!, { delayMs: 0, ...unavailable });
    const claim = async (limit: number, untriedFrom: number) =>
      (await claims.claim(limit, 60_000, { untriedFrom })).map(({ lane }) => lane);
    expect(await claim(1, 8)).toEqual([255]);
    expect(await claim(9, 256)).toEqual([3, 7]);
    expect(await claim(9, 0)).toEqual([]);
    expect(await claims.claim(2, 60_000)).toMatchObject([{ id: tried!.id }]);
  });

  test('can be given back without an attempt', async () => {
    const { intake, claims } = store.outbox;
    await intake.add(newEnquiry(1));
    const [claim] = await claims.claim(1, 60_000);
    await claims.giveBack(claim!);
    expect(await claims.claim(1, 60_000)).toMatchObject([{ attempts: 1, unknown_outcomes: 0 }]);
  });

  test('tell whether another delivery of the same kind has succeeded since one arrived', async () => {
    const { intake, claims, operator } = store.outbox;
    await pastNextMs(() => intake.add(newEnquiry(1)));
    const claimNext = async () => (await claims.claim(1, 60_000))[0]!;
    const earlier = await claimNext();
    await pastNextMs(() => claims.markDelivered(earlier, 1));
    await pastNextMs(() => intake.add(newEnquiry(2)));
    const claim = await claimNext();
    await intake.add(newAttachment(1, 1));
    const attachment = await claimNext();
    expect(attachment.kind).toBe('attachment');
    await claims.markDelivered(attachment, 2);
    await intake.add(newEnquiry(4));
    await pastNextMs(() => operator.settle({ reference: 'REFER-00004', state: 'waiting' }, 4));
    expect(await claims.haveOthersSucceeded(claim, 60_000)).toBe(false);
    await intake.add(newEnquiry(3));
    const other = await claimNext();
    await pastNextMs(() => claims.markDelivered(other, 3));
    expect(await claims.haveOthersSucceeded(claim, 60_000)).toBe(true);
    expect(await claims.haveOthersSucceeded(claim, 0)).toBe(false);
  });

  test('erase what the visitor sent from the files of the database on delivery', async () => {
    const { intake, claims, archive } = store.outbox;
    await intake.add({
      ...newEnquiry(1),
      content: { ...exampleCreateBody, forename: 'Canary-Quetzalcoatl' },
    });
    const [claim] = await claims.claim(1, 60_000);
    await claims.markDelivered(claim!, 4711);
    expect(await intake.enquiry('REFER-00001')).toMatchObject({
      content: null,
      digest: 'digest-1',
      enquiry_api_id: 4711,
    });
    await archive.checkpoint();
    for (const text of store.files()) expect(text).not.toContain('Canary-Quetzalcoatl');
  });

  test('list the file of a delivered attachment for erasure', async () => {
    const { intake, claims, archive } = store.outbox;
    await intake.add(newEnquiry(1));
    const [enquiry] = await claims.claim(1, 60_000);
    await claims.markDelivered(enquiry!, 4711);
    await intake.add(newAttachment(1, 1));
    const [attachment] = await claims.claim(1, 60_000);
    await claims.markDelivered(attachment!, 1);
    expect(await archive.filesToErase()).toEqual(['spooled-1']);
    expect(await archive.filesNeeded(['spooled-1'])).toEqual(new Set());
  });

  test('tell the waiting visitor the outcome', async () => {
    const { intake, claims } = store.outbox;
    const { visitorOutcome } = await intake.add(newEnquiry(1), { visitor: visitor() });
    const [claim] = await claims.claim(1, 60_000);
    expect((await intake.find('/enquiries', 'key-1'))?.awaited_ms).toBeGreaterThan(30_000);
    await claims.markDelivered(claim!, 4711);
    expect(await visitorOutcome).toEqual({ state: 'delivered', enquiryApiId: 4711 });
  });

  test('end the wait of every visitor except those whose delivery is in flight', async () => {
    const { intake, claims } = store.outbox;
    const one = await intake.add(newEnquiry(1), { visitor: visitor() });
    const two = await intake.add(newEnquiry(2), { visitor: visitor() });
    claims.stopWaitingExcept(new Set([one.row.id]));
    expect(await two.visitorOutcome).toEqual({ state: 'accepted' });
    const [claim] = await claims.claim(1, 60_000);
    await claims.markDelivered(claim!, 4711);
    expect(await one.visitorOutcome).toEqual({ state: 'delivered', enquiryApiId: 4711 });
  });

  test('refuse and erase an enquiry that the visitor can correct, and keep the field for a repeated request', async () => {
    const { intake, claims, operator } = store.outbox;
    const { visitorOutcome } = await intake.add(newEnquiry(1), { visitor: visitor(['surname']) });
    const [claim] = await claims.claim(1, 60_000);
    expect(await claims.refuse(claim!, refusal('surname'))).toBe('refused');
    expect(await visitorOutcome).toEqual({ state: 'refused', field: 'surname' });
    expect(await intake.find('/enquiries', 'key-1')).toMatchObject({
      state: 'refused',
      content: null,
      refused_field: 'surname',
    });
    expect(await claims.claim(1, 60_000)).toEqual([]);
    expect(await operator.list()).toEqual([]);
  });

  test('keep what the enquiry API said until another attempt fails, or the content is erased', async () => {
    const { intake, claims, operator } = store.outbox;
    const said = { ...unavailable, message: 'Unknown case type' };
    const message = async (n: number) => (await intake.enquiry(`REFER-0000${n}`))!.last_message;
    for (const n of [1, 2, 3, 4, 5]) {
      const { visitorOutcome: _, ...added } = await intake.add(newEnquiry(n), {
        visitor: visitor(['surname']),
      });
      const [first] = await claims.claim(1, 60_000);
      expect(first!.id).toBe(added.row.id);
      await claims.retry(first!, { delayMs: 0, ...said });
      expect(await message(n)).toBe('Unknown case type');
      const [again] = await claims.claim(1, 60_000);
      if (n === 1) await claims.retry(again!, { delayMs: 60_000, ...unavailable });
      if (n === 2) await claims.refuse(again!, { ...refusal('country'), message: 'Unknown country' });
      if (n === 3) await claims.markDelivered(again!, 4711);
      if (n > 3) await claims.hold(again!, { cause: 'refused', ...said });
    }
    expect([await message(2), await message(4)]).toEqual(['Unknown country', 'Unknown case type']);
    await store.execute('update deliveries set respond_by = 0');
    await operator.settle({ reference: 'REFER-00004', state: 'held' }, 4712);
    await operator.drop('REFER-00005');
    for (const n of [1, 3, 4, 5]) expect(await message(n)).toBeNull();
    await intake.add(newEnquiry(6), { visitor: visitor(['surname']) });
    const [refused] = await claims.claim(1, 60_000);
    await claims.refuse(refused!, { ...refusal('surname'), message: 'No surname' });
    expect(await message(6)).toBeNull();
  });

  test.each([
    ['the field is not on the form', 'country', false],
    ['no field is named', undefined, false],
    ['the visitor has gone', 'surname', true],
  ])('hold a refused enquiry when %s', async (_, field, isGone) => {
    const { intake, claims } = store.outbox;
    const page = new AbortController();
    const { visitorOutcome } = await intake.add(newEnquiry(1), {
      visitor: { ...visitor(['surname']), signal: page.signal },
    });
    const [claim] = await claims.claim(1, 60_000);
    if (isGone) page.abort();
    expect(await claims.refuse(claim!, refusal(field))).toBe('held');
    expect(await visitorOutcome).toEqual({ state: 'accepted' });
    expect(await intake.enquiry('REFER-00001')).toMatchObject({
      state: 'held',
      content: JSON.stringify(exampleCreateBody),
    });
    expect(await claims.claim(1, 60_000)).toEqual([]);
  });
});
