// Processes that are killed at each step of a scan. What was killed does nothing more, and the next process goes on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import {
  deliverOne,
  describeOnEachStore,
  newAttachment,
  newEnquiry,
} from '../../tools/testing/proxy/outbox.ts';
import type { Claims } from '../outbox/claims.ts';
import { decodeContent } from '../outbox/deliveries.ts';
import { openFolderSpool } from '../spool/folder-spool.ts';
import { noOwner } from '../spool/spool.ts';
import { createAttempt } from './attempt.ts';
import type { ScanFailure } from './scanner.ts';

const steps = [
  'before the connection',
  'during the stream',
  'after the verdict, before it is stored',
  'after it is stored',
] as const;
const away: ScanFailure = { cause: 'not_scanned', parameter: 'ECONNREFUSED' };
const infected: ScanFailure = { cause: 'infected', parameter: 'Eicar-Signature' };

describeOnEachStore('a file whose process is killed', store => {
  test.each(
    steps.flatMap(step => [
      { step, kind: 'clean', verdict: undefined, later: undefined },
      { step, kind: 'infected', verdict: infected, later: infected },
      { step, kind: 'not scanned', verdict: away, later: undefined },
    ]),
  )(
    '$step is delivered once, after a verdict that is stored, or never: $kind',
    async ({ step, verdict, later }) => {
      const folder = mkdtempSync(join(tmpdir(), 'scan-kills-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const spool = await openFolderSpool(folder);
      /** What was stored of the file when it was uploaded. */
      const uploads: unknown[] = [];
      const find = async () => {
        const [row] = (await store.outbox.operator.list({})).filter(({ kind }) => kind === 'attachment');
        return row!;
      };

      /** Starts a process. If a step is given, the process is killed there. */
      function startProcess(found: ScanFailure | undefined, killedAt?: (typeof steps)[number]) {
        const killed = Promise.withResolvers<void>();
        let isKilled = false;
        const reach = (reached?: (typeof steps)[number]) => {
          isKilled ||= reached !== undefined && reached === killedAt;
          if (!isKilled) return undefined;
          killed.resolve();
          return new Promise<never>(() => {});
        };
        const change =
          <Words extends unknown[], Result>(end: (...words: Words) => Promise<Result>) =>
          async (...words: Words) => {
            await reach();
            const result = await end(...words);
            await reach('after it is stored');
            return result;
          };
        const { claims } = store.outbox;
        const attempt = createAttempt(
          {
            claims: {
              ...claims,
              giveBack: change(claims.giveBack),
              hold: change(claims.hold),
              retry: change(claims.retry),
            } satisfies Claims,
            spool,
            enquiryApi: {
              create: () => Promise.reject(new Error('the enquiry is delivered already')),
              async upload(_, __, content) {
                const { content: stored, unknown_outcomes } = await find();
                const { content: file } = decodeContent({ kind: 'attachment', content: stored! });
                uploads.push({ scan: 'scan' in file && file.scan, unknown_outcomes });
                for await (const _ of content);
                await reach();
                return { kind: 'delivered', enquiryApiId: 1 };
              },
              close: async () => {},
            },
            scanning: {
              scanner: {
                scans: new Set(),
                async scan(content) {
                  await reach('before the connection');
                  for await (const _ of content) await reach('during the stream');
                  await reach('after the verdict, before it is stored');
                  return found;
                },
              },
              settings: () => ({ wait_hours: 24, when_unavailable: 'hold' }),
            },
            availability: { isDown: false, steadyForMs: 0, test: async () => true },
            onUnknown: () => 'hold',
            leaseMs: 60_000,
            monotonicMs: () => 0,
            random: () => 0,
            log: pino({ level: 'silent' }),
            metrics: { attempted() {}, ended() {} },
            onDelivered() {},
          },
          new AbortController().signal,
        );
        return { attempt, killed: killed.promise };
      }

      await store.outbox.intake.add(newEnquiry(1));
      await deliverOne(store.outbox);
      const file = await spool.save(
        Readable.from([Buffer.from('%PDF-1.7 '), Buffer.from('a letter')]),
        noOwner,
      );
      const { content, ...attachment } = newAttachment(1, 1);
      await store.outbox.intake.add({
        ...attachment,
        content: { ...content, ...file },
        spool_file: file.name,
      });
      const earlier = startProcess(verdict, step);
      const [claim] = await store.outbox.claims.claim(1, 60_000);
      await Promise.race([earlier.killed, earlier.attempt(claim!).then(() => expect.fail('not killed'))]);

      const next = startProcess(later);
      await store.execute("update deliveries set due_at = 1 where state = 'waiting'");
      await store.execute('update deliveries set lease_until = 1 where lease_until > 0');
      for (;;) {
        const [again] = await store.outbox.claims.claim(1, 60_000);
        if (!again) break;
        await next.attempt(again);
      }
      expect(uploads).toEqual(later ? [] : [{ scan: 'clean', unknown_outcomes: 0 }]);
      if (later) expect(await find()).toMatchObject({ state: 'held', held_cause: 'infected' });
    },
  );
});
