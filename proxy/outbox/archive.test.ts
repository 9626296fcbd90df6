import { expect, test } from 'vitest';
import { describeOnEachStore, newAttachment, newEnquiry } from '../../tools/testing/proxy/outbox.ts';

describeOnEachStore('the archive', store => {
  test('purges old tombstones and nothing else', async () => {
    const { intake, claims, archive } = store.outbox;
    for (const n of [1, 2, 3]) await intake.add(newEnquiry(n));
    await intake.add(newAttachment(2, 1));
    for (const claim of await claims.claim(2, 1_000)) await claims.markDelivered(claim, claim.id);
    await archive.purge(-1_000);
    const rows = await Promise.all([1, 2, 3].map(n => intake.enquiry(`REFER-0000${n}`)));
    expect(rows.map(row => row?.state)).toEqual([undefined, 'delivered', 'waiting']);
  });

  test('keeps definitions and assets over a restart', async () => {
    const { archive } = store.outbox;
    await archive.keepDefinitions([{ hash: 'sha256-a', definition: '{}' }]);
    await archive.keepDefinitions([{ hash: 'sha256-a', definition: '{}' }]);
    await archive.keepAsset('a.js', 'text');
    await store.reopen();
    expect(await store.outbox.archive.definition('sha256-a')).toBe('{}');
    expect(await store.outbox.archive.asset('a.js')).toBe('text');
    expect(await store.outbox.archive.definition('sha256-b')).toBeUndefined();
  });
});
