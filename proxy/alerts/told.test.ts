import fs, { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  deliverOne,
  describeOnEachStore,
  exampleCreateBody,
  holdOne,
  newEnquiry,
  runningProcess,
  visitor,
} from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { validConfig, validSettings } from '../../tools/testing/proxy/settings.ts';
import { startMailServer, startWebhook } from '../../tools/testing/proxy/told.ts';
import { dayMs, hourMs } from '../contract/durations.ts';
import { encodeFailure } from '../outbox/failure.ts';
import { type Finding, findFull, inspect } from '../outbox/inspection.ts';
import { openStoreReadOnly } from '../outbox/outbox.ts';
import { type AlertDependencies, createAlerts } from './alerts.ts';
import { type Channel, createChannels } from './channels.ts';

const { statfsSync } = fs;
const measureFullDisk = (path: string) => ({ ...statfsSync(path), bavail: 0 });
/** Lets the system say that every disk is full, or what is true. */
function setDisk(state: 'full' | 'real'): void {
  // Without options, both return numbers.
  fs.statfsSync = (state === 'full' ? measureFullDisk : statfsSync) as typeof statfsSync;
  syncBuiltinESMExports();
}

const log = pino({ level: 'silent' });
const alertsOf = (
  dependencies: Pick<AlertDependencies, 'channels' | 'alertChannels' | 'inspect'>,
  teller = 'one',
) =>
  createAlerts({
    heartbeat: undefined,
    probeStore: async () => {},
    isDelivering: () => true,
    teller,
    site: 'forms.example.com',
    log,
    ...dependencies,
  });

const [full] = findFull([{ limit: 'ENQUIRY_OUTBOX_MOST', used: 9, most: 10 }], undefined) as [Finding];

describeOnEachStore('alerts', store => {
  describe('what needs a person', () => {
    const program = programForEachTest();
    let webhook: Awaited<ReturnType<typeof startWebhook>>;
    let mailServer: Awaited<ReturnType<typeof startMailServer>>;
    beforeEach(async () => {
      await report(1, 'a');
      webhook = await startWebhook();
      mailServer = await startMailServer();
    });
    afterEach(async () => {
      setDisk('real');
      webhook.stop();
      await mailServer.stop();
    });

    const add = (facts = {}) => store.outbox.intake.add({ ...newEnquiry(1), ...facts });
    const drop = () => store.outbox.operator.drop('REFER-00001');
    const report = (n: number, letter: string, facts = {}) =>
      store.outbox.processes.report({ ...runningProcess(n, letter), ...facts });
    const remove = (n: number) => store.outbox.processes.remove(`process-${n}`);
    const orphaned = () => join(store.variables.ENQUIRY_DATA!, 'orphaned');
    const withClosed = (date: string) => ({
      ...exampleConfig,
      hours: { time_zone: 'Europe/London', week: { mon: ['09:00-17:30'] }, closed: [date] },
    });
    const refused = { cause: 'responded', status: 401 } as const;

    /** How each finding begins and ends: on one machine, or in a fleet. The type requires a row for every finding. */
    const states: Record<
      Finding['subject'],
      { begin: () => unknown; end: () => unknown; variables?: Record<string, string>; isOfFleet?: true }
    > = {
      stopped: { begin: () => remove(1), end: () => report(1, 'a') },
      left_behind: {
        isOfFleet: true,
        begin: () => program.changeOutbox(({ intake }) => intake.add(newEnquiry(1))),
        end: () => rmSync(join(program.folder, 'data'), { recursive: true }),
      },
      held: {
        async begin() {
          await add();
          await holdOne(store.outbox);
        },
        end: drop,
      },
      waiting: {
        async begin() {
          await add();
          await store.execute(`update deliveries set created_at = created_at - ${2 * hourMs}`);
        },
        end: drop,
      },
      failing: {
        async begin() {
          await add();
          const [claim] = await store.outbox.claims.claim(1, 60_000);
          const failure = { cause: 'responded', status: 500 } as const;
          await store.outbox.claims.retry(claim!, { delayMs: hourMs, failure, isUnknown: true });
          await store.execute(`update deliveries set created_at = created_at - ${hourMs / 3}`);
        },
        end: drop,
      },
      login: {
        begin: () => report(1, 'a', { test_failure: encodeFailure(refused) }),
        end: () => report(1, 'a'),
      },
      secret: {
        isOfFleet: true,
        begin: () => report(2, 'a', { secret_ids: 'next' }),
        end: () => report(2, 'a'),
      },
      processes: {
        isOfFleet: true,
        async begin() {
          await report(2, 'b');
          await store.execute(`update processes set hash_since = hash_since - ${hourMs}`);
        },
        end: () => remove(2),
      },
      orphans: {
        begin() {
          mkdirSync(orphaned(), { recursive: true });
          writeFileSync(join(orphaned(), 'lost'), 'x');
        },
        end: () => rmSync(join(orphaned(), 'lost')),
      },
      limit: { begin: () => add(), end: drop, variables: { ENQUIRY_OUTBOX_MOST: '1' } },
      disk: {
        begin: () => setDisk('full'),
        end: () => setDisk('real'),
      },
      hours: {
        begin: () => program.writeConfig(withClosed('2020-12-25')),
        end: () => program.writeConfig(withClosed('12-25')),
      },
      blocking: {
        async begin() {
          store.outbox.hourlyCounts.count('blocked', '', 'https://www.example.com');
          await store.outbox.hourlyCounts.write();
        },
        end: () => store.outbox.hourlyCounts.forgetBlocking('https://www.example.com'),
      },
      alerts: {
        begin: () => store.outbox.alertChannels.setFailure('ENQUIRY_HEARTBEAT_URL', encodeFailure(refused)),
        end: () => store.outbox.alertChannels.setFailure('ENQUIRY_HEARTBEAT_URL', null),
      },
    };

    test.each(Object.entries(states).filter(([, { isOfFleet = false }]) => isOfFleet === store.isShared))(
      '%s: the status, the webhook and the mail have it, it is told once, and so is its end',
      async (subject, { begin, end, variables: own = {} }) => {
        const variables = { ENQUIRY_DATA: join(program.folder, 'data'), ...store.variables, ...own };
        const settings = validSettings({
          ENQUIRY_ALERT_URL: webhook.url,
          ENQUIRY_ALERT_EMAIL: 'ada@example.com',
          SMTP_URL: mailServer.url,
          MAIL_FROM: 'forms@example.com',
          ...variables,
        });
        let findings: Finding[] = [];
        const alerts = alertsOf({
          channels: createChannels(settings.alerts),
          alertChannels: store.outbox.alertChannels,
          inspect: async () => ({ findings }),
        });
        /** Looks as the proxy does, two minutes in a row. Resolves with what the status says. */
        async function look() {
          const opened = await openStoreReadOnly(settings.store, Date.now, log);
          const config = validConfig(program.readConfig());
          findings = (await inspect(opened, { settings, config }, Date.now())).findings;
          await opened.outbox.close();
          await alerts.look();
          await alerts.look();
          await store.execute('update alert_channels set told_at = 1'); // The next message is due.
          return (JSON.parse((await program.run('status --json', variables)).out) as { needs: Finding[] })
            .needs;
        }
        await begin();
        expect(await look()).toEqual([expect.objectContaining({ subject })]);
        const [{ problem, title, command }] = findings as [Finding];
        expect(webhook.requests.map(({ body }) => JSON.parse(body))).toEqual([
          { text: expect.stringContaining(problem), needs: [expect.objectContaining({ subject, command })] },
        ]);
        const decoded = () =>
          mailServer.mails.map(each => each.replaceAll(/=\r\n/g, '').replaceAll('\r\n', '\n'));
        expect(decoded()).toEqual([expect.stringContaining(command)]);

        await end();
        expect(await look()).toEqual([]);
        expect(webhook.requests).toHaveLength(2);
        expect(webhook.requests[1]!.body).toContain(`Over: ${title}.`);
        expect(decoded()[1]).toContain(`Over: ${title}.`);
        expect(JSON.stringify(webhook.requests) + decoded().join('')).not.toContain(
          exampleCreateBody.forename,
        );
      },
    );
  });

  const sent: string[] = [];
  let failure: Awaited<ReturnType<Channel['send']>>;
  const channel: Channel = {
    name: 'ENQUIRY_ALERT_URL',
    async send({ text }) {
      if (!failure) sent.push(text);
      return failure;
    },
  };
  let findings: Finding[];
  const tellerOf = (teller: string) =>
    alertsOf(
      {
        channels: [channel],
        alertChannels: store.outbox.alertChannels,
        inspect: async () => ({ findings }),
      },
      teller,
    );
  beforeEach(() => {
    sent.length = 0;
    failure = undefined;
    findings = [full];
  });
  /** Ends the lease of the teller, as if it had been killed minutes ago, and lets the next message be due. */
  const pass = () => store.execute('update alert_channels set lease_until = 1, told_at = 1');

  /** What happens before or after the step. A process that is killed does nothing more. The store fails once, before or
   * after it has done its work. */
  const accidents = (['before', 'after'] as const).flatMap(when => [
    { when, kind: 'kill' as const },
    { when, kind: 'failing store' as const },
  ]);

  /** Looks or rings until the accident happens at a step. Resolves with whether it did. */
  async function runWith(
    work: 'look' | 'ring',
    at: string,
    { when, kind }: (typeof accidents)[number],
  ): Promise<boolean> {
    const accident = Promise.withResolvers<true>();
    let isOver = false;
    const happens = (step: string, now: typeof when) => {
      if (isOver || step !== at || now !== when) return undefined;
      isOver = true;
      accident.resolve(true);
      if (kind === 'failing store') throw new Error('storage unavailable');
      return new Promise<never>(() => {}); // Nothing of this process runs any more.
    };
    const step =
      <Words extends unknown[], Result>(name: string, work: (...words: Words) => Promise<Result>) =>
      async (...words: Words) => {
        await happens(name, 'before');
        const result = await work(...words);
        await happens(name, 'after');
        return result;
      };
    const { alertChannels } = store.outbox;
    const alerts = alertsOf({
      channels: [{ ...channel, send: step('send', channel.send) }],
      alertChannels: {
        ...alertChannels,
        take: step('take', alertChannels.take),
        rings: step('rings', alertChannels.rings),
        rung: step('rung', alertChannels.rung),
        note: step('note', alertChannels.note),
        told: step('told', alertChannels.told),
        setFailure: step('setFailure', alertChannels.setFailure),
      },
      inspect: step('inspect', async () => ({ findings })),
    });
    return await Promise.race([
      alerts[work]().then(
        () => false,
        () => true,
      ),
      accident.promise,
    ]);
  }

  if (store.isShared)
    test('one process of a fleet tells, and another goes on when it is gone', async () => {
      const [one, two] = ['one', 'two'].map(tellerOf);
      await Promise.all([one!.look(), two!.look()]);
      expect(sent).toHaveLength(1);
      await pass();
      await two!.look();
      await one!.look();
      expect(sent).toHaveLength(2); // What lasts, a day later.
    });

  test('what is new is told although the clock has been set back since the last message', async () => {
    await tellerOf('one').look();
    await store.execute(`update alert_channels set told_at = told_at + ${dayMs}`);
    findings = [];
    await tellerOf('one').look();
    expect(sent).toEqual([
      expect.stringContaining(full.problem),
      expect.stringContaining(`Over: ${full.title}.`),
    ]);
  });

  if (!store.isShared)
    test('a proxy that was just restarted tells at once', async () => {
      findings = [];
      await tellerOf('killed').look();
      findings = [full];
      await tellerOf('its successor').look();
      expect(sent).toHaveLength(1);
    });

  test('a channel that fails is itself a finding until a message is sent, and what ended meanwhile is told', async () => {
    const alerts = tellerOf('one');
    failure = { cause: 'responded', status: 404 };
    await alerts.look();
    expect(await store.outbox.alertChannels.failing()).toEqual([
      { name: channel.name, failure: encodeFailure(failure) },
    ]);
    findings = [];
    failure = undefined;
    await alerts.look();
    expect(sent).toEqual([expect.stringContaining(`Came and went: ${full.title}.`)]);
    expect(await store.outbox.alertChannels.failing()).toEqual([]);
  });

  if (!store.isShared)
    test('a mail that a process was sending when it ended is sent by the next one', async () => {
      const reached = Promise.withResolvers<void>();
      let isFirst = true;
      const goOn = (...words: unknown[]) => {
        if (!isFirst) return (words.at(-1) as () => void)();
        isFirst = false;
        reached.resolve();
      };
      const mailServer = await startMailServer({ onRcptTo: goOn });
      const settings = validSettings({
        ENQUIRY_ALERT_EMAIL: 'ada@example.com',
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'forms@example.com',
      });
      const start = () =>
        alertsOf({
          channels: createChannels(settings.alerts),
          alertChannels: store.outbox.alertChannels,
          inspect: async () => ({ findings }),
        });
      const first = start();
      const looking = first.look();
      await reached.promise;
      await first.stop(); // Ends the connection, and records nothing.
      await looking;
      await start().look();
      expect(mailServer.mails).toEqual([expect.stringContaining('1 thing needs you')]);
      await mailServer.stop();
    });

  describe('new enquiries', () => {
    const mail: Channel = { ...channel, name: 'ENQUIRY_ALERT_EMAIL' };
    const ring = {
      case_type: 'injury',
      site: 'https://www.example.com',
      promise: 'We’ll call you on … today.',
    };
    /** Adds an enquiry that rings through these channels. */
    const add = (n: number, facts = {}, channels = [channel]) => {
      const reference = `REFER-${String(n).padStart(5, '0')}`;
      const rings = channels.map(({ name }) => ({ ...ring, reference, channel: name }));
      return store.outbox.intake.add({ ...newEnquiry(n), reference, rings, ...facts });
    };

    test('are told once, also when they have been delivered or are held as suspects, and without content', async () => {
      await add(1);
      await deliverOne(store.outbox);
      await add(1); // A repeat of the request.
      await add(2, { state: 'held', suspicion: { signals: ['links'], score: 3 } });
      await store.reopen();
      for (let round = 0; round < 2; round += 1) await tellerOf('one').ring();
      const facts = 'injury, https://www.example.com, just now';
      expect(sent).toEqual([
        `Enquiry form at forms.example.com: 2 new enquiries.
• REFER-00001, ${facts}: “${ring.promise}”
• REFER-00002, ${facts}, held as suspected spam: “${ring.promise}”`,
      ]);
    });

    test('are counted when there are many', async () => {
      await Promise.all(Array.from({ length: 23 }, (_, n) => add(n)));
      await tellerOf('one').ring();
      expect(sent[0]).toMatch(/: 23 new enquiries\.\n(?:• .*\n){20}and 3 more$/);
    });

    test('are not told while the visitor can still be asked to correct them, or once they are dropped', async () => {
      const alerts = tellerOf('one');
      const { row, visitorOutcome } = await store.outbox.intake.add(
        { ...newEnquiry(1), rings: [{ ...ring, reference: 'REFER-00001', channel: channel.name }] },
        { visitor: visitor(['email']) },
      );
      await alerts.ring();
      const [claim] = await store.outbox.claims.claim(1, 60_000);
      const failed = { failure: { cause: 'responded', status: 400 } as const, field: 'email' };
      expect(await store.outbox.claims.refuse(claim!, failed)).toBe('refused');
      await visitorOutcome;
      await alerts.ring();
      await add(2);
      await store.outbox.operator.drop('REFER-00002');
      await alerts.ring();
      expect([row.reference, sent]).toEqual(['REFER-00001', []]);
    });

    test('are told later by a channel that failed, and once by the other one', async () => {
      const mails: string[] = [];
      const working: Channel = { ...mail, send: async ({ text }) => void mails.push(text) };
      const { alertChannels } = store.outbox;
      const alerts = alertsOf({
        channels: [channel, working],
        alertChannels,
        inspect: async () => ({ findings }),
      });
      failure = { cause: 'responded', status: 500 };
      await add(1, {}, [channel, working]);
      await alerts.ring();
      await add(2, {}, [channel, working]);
      await alerts.ring();
      expect(mails).toEqual([expect.stringContaining('REFER-00001'), expect.stringContaining('REFER-00002')]);
      expect(mails[1]).toContain('1 new enquiry');
      expect(await alertChannels.failing()).toEqual([expect.objectContaining({ name: channel.name })]);
      failure = undefined;
      await alerts.ring();
      expect([sent.length, mails.length]).toEqual([1, 2]);
      expect(sent[0]).toContain('2 new enquiries');
      expect(await alertChannels.failing()).toEqual([]);
    });

    test('are forgotten with their tombstones by a channel that always failed', async () => {
      await add(1);
      await deliverOne(store.outbox);
      await add(2); // The age counts until the newest arrival.
      await store.execute('update deliveries set settled_at = 1 where settled_at > 0');
      expect(await store.outbox.archive.purge('tombstones', hourMs)).toEqual(['REFER-00001']);
      await add(1); // The key is unknown again, and the row of an earlier ring would clash.
      await tellerOf('one').ring();
      expect(sent).toEqual([expect.stringContaining('2 new enquiries')]);
    });

    if (store.isShared)
      test('are not told by a second process while the first is still telling', async () => {
        await add(1);
        const { promise: sending, resolve } = Promise.withResolvers<undefined>();
        const send: Channel['send'] = async ({ text }) => {
          sent.push(text);
          return await sending;
        };
        const { alertChannels } = store.outbox;
        const inspect = async () => ({ findings });
        const first = alertsOf({ channels: [{ ...channel, send }], alertChannels, inspect }).ring();
        await expect.poll(() => sent).toHaveLength(1);
        await tellerOf('two').ring();
        resolve(undefined);
        await first;
        await tellerOf('two').ring();
        expect(sent).toHaveLength(1);
      });

    if (store.isShared)
      test('are told by one process of a fleet', async () => {
        await add(1);
        await Promise.all(['one', 'two', 'three'].map(teller => tellerOf(teller).ring()));
        await Promise.all(['one', 'two', 'three'].map(teller => tellerOf(teller).ring()));
        expect(sent).toHaveLength(1);
      });

    if (!store.isShared)
      test.each(
        ['rings', 'take', 'send', 'setFailure', 'rung'].flatMap(at =>
          accidents.map(each => ({ at, ...each })),
        ),
      )(
        'are told by the next process after a failure $when the step “$at”: $kind',
        async ({ at, ...accident }) => {
          const { alertChannels } = store.outbox;
          const earlier = encodeFailure({ cause: 'no_response' });
          if (at === 'setFailure') await alertChannels.setFailure(channel.name, earlier);
          await add(1);
          expect(await runWith('ring', at, accident)).toBe(true);
          await pass();
          for (let round = 0; round < 2; round += 1) await tellerOf('two').ring();
          const isRepeated =
            ['setFailure', 'rung', 'send'].includes(at) && `${at} ${accident.when}` !== 'send before';
          const isRecorded = `${at} ${accident.when}` === 'rung after';
          expect(sent).toHaveLength(isRepeated && !isRecorded ? 2 : 1);
          expect(sent.every(text => text.includes('REFER-00001'))).toBe(true);
        },
      );
  });

  // Only in one store, because the steps are the same.
  if (!store.isShared)
    describe.each(['inspect', 'take', 'note', 'send', 'setFailure', 'told'])(
      'a failure at the step “%s”',
      at => {
        /** Forgets everything that was told. A channel that has failed is recorded to work again. */
        async function begin() {
          sent.length = 0;
          await store.outbox.alertChannels.keepOnly([]);
          if (at === 'setFailure')
            await store.outbox.alertChannels.setFailure(
              channel.name,
              encodeFailure({ cause: 'no_response' }),
            );
        }
        const isTold = () => ({
          begin: sent.some(text => text.includes(full.problem)),
          end: sent.some(text => /(?:Over|went): /.test(text) && text.includes(full.title)),
        });

        test.each(accidents)('leaves neither a finding nor its end untold: $when, $kind', async accident => {
          await begin();
          findings = [full];
          expect(await runWith('look', at, accident)).toBe(true);
          await pass();
          await tellerOf('two').look();
          expect(isTold()).toEqual({ begin: true, end: false });
          findings = [];
          await pass();
          await runWith('look', at, accident);
          await pass();
          await tellerOf('three').look();
          expect(isTold().end).toBe(true);
        });

        test.each(accidents)(
          'is followed by a message that the finding has ended, if it has by the next start: $when, $kind',
          async accident => {
            await begin();
            findings = [full];
            await runWith('look', at, accident);
            findings = [];
            await pass();
            await tellerOf('two').look();
            expect(isTold()).not.toEqual({ begin: true, end: false });
          },
        );
      },
    );
});
