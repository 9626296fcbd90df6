import { expect, test } from 'vitest';
import {
  describeOnEachStore,
  exampleCreateBody,
  newAttachment,
  newEnquiry,
  visitor,
} from '../../tools/testing/proxy/outbox.ts';
import { EnquiryGone, TooManyAttachments } from './deliveries.ts';

describeOnEachStore('the intake', store => {
  test('stores an enquiry that outlasts a restart', async () => {
    await store.outbox.intake.add(newEnquiry(1));
    await store.reopen();
    expect(await store.outbox.intake.enquiry('REFER-00001')).toMatchObject({
      state: 'waiting',
      content: JSON.stringify(exampleCreateBody),
    });
  });

  test('stores one of two enquiries with the same key, even when they arrive together', {
    tags: 'asvs-2.3.4',
  }, async () => {
    const { intake } = store.outbox;
    const [a, b] = await Promise.all([
      intake.add(newEnquiry(1)),
      intake.add({ ...newEnquiry(1), reference: 'OTHER-00000' }),
    ]);
    expect([a.isNew, b.isNew]).toEqual([true, false]);
    expect(b.row.reference).toBe('REFER-00001');
  });

  test('counts waiting and held enquiries up to a limit, and nothing else', async () => {
    const { intake, claims } = store.outbox;
    for (let n = 1; n <= 4; n++) await intake.add(newEnquiry(n));
    await intake.add(newAttachment(1, 1));
    await intake.add({ ...newEnquiry(5), state: 'test' });
    const [delivered, held] = await claims.claim(2, 60_000);
    await claims.markDelivered(delivered!, 4711);
    await claims.hold(held!, {
      cause: 'refused',
      failure: { cause: 'responded', status: 413 },
      isUnknown: false,
    });
    expect(await intake.countUndelivered(100)).toBe(3);
    expect(await intake.countUndelivered(2)).toBe(2);
  });

  test('accepts the same key on different routes', async () => {
    const { intake } = store.outbox;
    await intake.add(newEnquiry(1));
    await intake.add({ ...newAttachment(1, 1), idempotency_key: 'key-1' });
    expect(await intake.find('/enquiries', 'key-1')).toMatchObject({ kind: 'enquiry' });
    expect(await intake.find('/enquiries/REFER-00001/attachments', 'key-1')).toMatchObject({
      kind: 'attachment',
    });
  });

  test('stores valid enquiries that arrive together with an invalid one', async () => {
    const { intake, claims } = store.outbox;
    const [valid, invalid, alsoValid] = await Promise.allSettled([
      intake.add(newEnquiry(1)),
      intake.add({ ...newEnquiry(2), digest: null as unknown as string }),
      intake.add(newEnquiry(3)),
    ]);
    expect([valid.status, invalid.status, alsoValid.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await claims.claim(9, 60_000)).toHaveLength(2);
  });

  test("doesn't make the visitor wait while nothing is attempted", async () => {
    const { intake, claims } = store.outbox;
    claims.setListener({ isReady: () => false, wake: () => {}, reserve: () => undefined });
    const { visitorOutcome, row } = await intake.add(newEnquiry(1), { visitor: visitor() });
    expect(await visitorOutcome).toEqual({ state: 'accepted' });
    expect(row.respond_by).toBe(0);
  });

  test('limits the attachments of an enquiry', async () => {
    const { intake, archive } = store.outbox;
    await intake.add(newEnquiry(1));
    const add = (file: number) => intake.add(newAttachment(1, file), { maxAttachments: 2 });
    await Promise.all([add(1), add(2)]);
    await expect(add(3)).rejects.toThrow(TooManyAttachments);
    expect(await add(2)).toMatchObject({ isNew: false });
    const files = ['spooled-1', 'spooled-2', 'spooled-3'];
    expect(await archive.filesNeeded(files)).toEqual(new Set(['spooled-1', 'spooled-2']));
  });

  test('refuses an attachment whose enquiry is unknown or refused', { tags: 'asvs-2.3.1' }, async () => {
    const { intake, claims } = store.outbox;
    await expect(intake.add(newAttachment(1, 1))).rejects.toThrow(EnquiryGone);
    await intake.add(newEnquiry(1), { visitor: visitor(['surname']) });
    const [claim] = await claims.claim(1, 60_000);
    await claims.refuse(claim!, { field: 'surname', failure: { cause: 'responded', status: 400 } });
    await expect(intake.add(newAttachment(1, 1))).rejects.toThrow(EnquiryGone);
  });

  test("confirms an enquiry only when no visitor is waiting, and then it can't be refused", async () => {
    const { intake, claims } = store.outbox;
    const first = await intake.add(newEnquiry(1), { visitor: visitor(['surname']) });
    expect(await intake.confirm(first.row.id)).toBeUndefined();
    expect(await intake.confirm(first.row.id + 1)).toBeUndefined();
    await intake.add(newEnquiry(2), { visitor: { ...visitor(['surname']), waitMs: 1 } });
    const second = (await intake.enquiry('REFER-00002'))!;
    await expect.poll(() => intake.confirm(second.id)).toMatchObject({ state: 'waiting', respond_by: 0 });
    const claimed = await claims.claim(2, 60_000);
    const refuse = (id: number) =>
      claims.refuse(claimed.find(claim => claim.id === id)!, {
        field: 'surname',
        failure: { cause: 'responded', status: 400 },
      });
    expect(await refuse(second.id)).toBe('held');
    expect(await refuse(first.row.id)).toBe('refused');
    expect(await first.visitorOutcome).toEqual({ state: 'refused', field: 'surname' });
  });

  test('replaces the missing file of an attachment that still needs it', async () => {
    const { intake, archive } = store.outbox;
    await intake.add(newEnquiry(1));
    const { row } = await intake.add(newAttachment(1, 1));
    const copy = (spool_file: string) => ({ ...newAttachment(1, 1), spool_file });
    expect(await intake.replaceFile(row.id, 'spooled-1', copy('copy'))).toBe(true);
    expect(await intake.replaceFile(row.id, 'spooled-1', copy('other'))).toBe(false);
    expect(await archive.filesNeeded(['spooled-1', 'copy', 'other'])).toEqual(new Set(['copy']));
  });
});
