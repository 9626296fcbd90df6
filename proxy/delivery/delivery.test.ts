import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { NewEnquiry } from '../outbox/deliveries.ts';
import { exampleCreateBody, newEnquiry, openSqliteOutbox } from '../outbox/outbox-for-tests.ts';
import { openFolderSpool } from '../spool/folder-spool.ts';
import { createDelivery } from './delivery.ts';
import type { Outcome } from './outcome.ts';

/** For a busy machine. */
const patience = { timeout: 15_000 };

/** Starts a delivery loop with an enquiry API that responds when the test says so. */
async function startDelivery(concurrency: number) {
  const folder = mkdtempSync(join(tmpdir(), 'delivery-'));
  const outbox = await openSqliteOutbox(folder);
  const sent: { keywords: string; respond: (outcome: Outcome) => void }[] = [];
  const beforeClaim = vi.fn();
  const delivery = createDelivery({
    claims: {
      ...outbox.claims,
      claim(...parameters) {
        beforeClaim();
        return outbox.claims.claim(...parameters);
      },
    },
    spool: await openFolderSpool(join(folder, 'spool')),
    enquiryApi: {
      create: text =>
        new Promise(respond => sent.push({ keywords: JSON.parse(text).marketing_keywords, respond })),
      upload: () => Promise.reject(new Error('no attachments here')),
      async close() {
        for (const { respond } of sent)
          respond({ kind: 'unknown', reason: 'aborted', hasSuccessStatus: false });
      },
    },
    concurrency,
    leaseMs: 60_000,
    onUnknown: 'retry',
    monotonicMs: () => performance.now(),
    random: () => 0,
    log: pino({ level: 'silent' }),
    metrics: { attempted() {}, ended() {} },
  });
  onTestFinished(async () => {
    await delivery.stop(0);
    await outbox.close();
    rmSync(folder, { recursive: true });
  });
  await delivery.makeAllDue();
  return {
    outbox,
    delivery,
    sent,
    /** Called before the loop claims what is due. */
    beforeClaim,
    add: (n: number, changes: Partial<NewEnquiry> = {}) =>
      outbox.intake.add({
        ...newEnquiry(n),
        content: { ...exampleCreateBody, marketing_keywords: String(n) },
        ...changes,
      }),
    waitUntilSent: (...expected: number[]) =>
      vi.waitFor(() => expect(sent.map(({ keywords }) => Number(keywords))).toEqual(expected), patience),
    waitUntilDelivered: (n: number) =>
      vi.waitFor(
        async () =>
          expect(await outbox.intake.enquiry(`REFER-0000${n}`)).toMatchObject({ state: 'delivered' }),
        patience,
      ),
  };
}

let lastNumber = 4710;
/** Each enquiry has a number of its own. */
const delivered = (): Outcome => ({ kind: 'delivered', enquiryApiId: ++lastNumber });

test('a new enquiry is claimed in the transaction that stores it', async () => {
  const { add, sent, beforeClaim, waitUntilSent, waitUntilDelivered } = await startDelivery(2);
  await add(1);
  await waitUntilSent(1);
  sent[0]!.respond(delivered());
  await waitUntilDelivered(1);
  beforeClaim.mockClear();
  await add(2);
  await waitUntilSent(1, 2);
  expect(beforeClaim).not.toHaveBeenCalled();
});

test('enquiries that already wait are sent before new ones', async () => {
  const { add, sent, beforeClaim, waitUntilSent } = await startDelivery(1);
  for (const n of [1, 2, 3]) await add(n);
  await waitUntilSent(1);
  // The new one arrives when there is room for one request, and the loop is about to claim the second enquiry.
  const adding = new Promise<void>(resolve =>
    beforeClaim.mockImplementationOnce(() => resolve(add(4).then(() => {}))),
  );
  sent[0]!.respond(delivered());
  await adding;
  for (const n of [1, 2, 3]) {
    await waitUntilSent(...[1, 2, 3, 4].slice(0, n + 1));
    sent[n]!.respond(delivered());
  }
});

test.each<[string, number, Partial<NewEnquiry>]>([
  ['a repeat', 1, {}],
  ['an enquiry in quarantine', 3, { state: 'quarantined', suspicion: { signals: ['many_links'], score: 6 } }],
  ['a test', 3, { state: 'test' }],
])('%s is not sent and does not keep its place', async (_, n, changes) => {
  const { add, sent, waitUntilSent, waitUntilDelivered } = await startDelivery(1);
  await add(1);
  await waitUntilSent(1);
  sent[0]!.respond(delivered());
  await waitUntilDelivered(1);
  await add(n, changes);
  await add(2);
  await waitUntilSent(1, 2);
});

test("an enquiry that can't be stored doesn't keep its place", async () => {
  const { add, waitUntilSent } = await startDelivery(1);
  await expect(add(1, { digest: undefined as never })).rejects.toThrow();
  await add(2);
  await waitUntilSent(2);
});

test('an enquiry that is being stored during a stop is sent before it ends', async () => {
  // The place of the first request may not be free yet when the second enquiry is added.
  const { add, delivery, sent, outbox, waitUntilSent, waitUntilDelivered } = await startDelivery(2);
  await add(1);
  await waitUntilSent(1);
  sent[0]!.respond(delivered());
  await waitUntilDelivered(1);
  const adding = add(2);
  const stopping = delivery.stop(60_000);
  await adding;
  await waitUntilSent(1, 2);
  sent[1]!.respond(delivered());
  await stopping;
  expect(await outbox.intake.enquiry('REFER-00002')).toMatchObject({ state: 'delivered' });
});
