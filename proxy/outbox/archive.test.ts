import { expect, test } from 'vitest';
import { describeOnEachStore, newAttachment, newEnquiry } from '../../tools/testing/proxy/outbox.ts';
import { dayMs } from '../contract/durations.ts';

const define = (name: string) => ({ hash: `sha256-${name}`, definition: `{"${name}":1}` });
const asset = (name: string, content: string) => ({ name, content });
const [a, b, c] = [define('a'), define('b'), define('c')];

describeOnEachStore('the archive', store => {
  test('purges old tombstones and nothing else', async () => {
    const { intake, claims, archive } = store.outbox;
    for (const n of [1, 2, 3]) await intake.add(newEnquiry(n));
    await intake.add(newAttachment(2, 1));
    for (const claim of await claims.claim(2, 60_000)) await claims.markDelivered(claim, claim.id);
    await archive.purge('tombstones', -1_000);
    const rows = await Promise.all([1, 2, 3].map(n => intake.enquiry(`REFER-0000${n}`)));
    expect(rows.map(row => row?.state)).toEqual([undefined, 'delivered', 'waiting']);
  });

  test('keeps definitions and assets over a restart', async () => {
    const { archive } = store.outbox;
    await archive.keepDefinitions([a]);
    await archive.keepDefinitions([a]);
    await archive.keepAssets([asset('a.js', 'text')]);
    await archive.keepAssets([asset('b.js', 'more'), asset('a.js', 'another text')]);
    await store.reopen();
    expect(await store.outbox.archive.definition('sha256-a')).toBe('{"a":1}');
    expect(await store.outbox.archive.asset('a.js')).toBe('text');
    expect(await store.outbox.archive.asset('b.js')).toBe('more');
    expect(await store.outbox.archive.definition('sha256-b')).toBeUndefined();
  });

  test('keeps more assets than a statement has parameters for', async () => {
    const { archive } = store.outbox;
    await archive.keepAssets(Array.from({ length: 22_000 }, (_, n) => asset(`${n}.js`, '')));
    const [first, last] = await Promise.all(['0.js', '21999.js'].map(name => archive.asset(name)));
    expect([first, last]).toEqual(['', '']);
  });

  test('purges a definition a given time after it was last served or sent', async () => {
    const { archive } = store.outbox;
    await archive.keepDefinitions([a, b, c]);
    await store.execute(`update definitions set used_at = used_at - ${10 * dayMs}`);
    await archive.purgeDefinitions(11 * dayMs);
    expect(await archive.allDefinitions()).toHaveLength(3);
    await archive.keepDefinitions([b]); // A running process serves it.
    expect(await archive.definition(c.hash)).toBe('{"c":1}'); // An open tab sends it.
    await archive.purgeDefinitions(9 * dayMs);
    expect((await archive.allDefinitions()).toSorted()).toEqual(['{"b":1}', '{"c":1}']);
  });

  test('serves a definition whose use can’t be noted', async () => {
    const { archive } = store.outbox;
    await archive.keepDefinitions([a]);
    await store.execute(`update definitions set used_at = used_at - ${10 * dayMs}`);
    await archive.keepDefinitions([b]);
    const isRecent = `(case when used_at > ${Date.now() - dayMs} then 0 else used_at end)`;
    await store.execute(`create unique index one_is_recent on definitions (${isRecent})`);
    expect(await archive.definition(a.hash)).toBe('{"a":1}');
  });

  test('notes the use of a definition at most once a day, so that enquiries don’t write it each time', async () => {
    const { archive } = store.outbox;
    await archive.keepDefinitions([a]);
    await store.execute(`update definitions set used_at = used_at - ${dayMs / 2}`);
    await archive.keepDefinitions([a]);
    await archive.definition(a.hash);
    await archive.purgeDefinitions(dayMs / 4);
    expect(await archive.allDefinitions()).toEqual([]);
  });
});
