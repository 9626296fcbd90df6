import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  describeOnEachStore,
  exampleCreateBody,
  newEnquiry,
  openSqliteOutbox,
  runningProcess,
} from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { validConfig, validSettings } from '../../tools/testing/proxy/settings.ts';
import { startMailServer, startWebhook } from '../../tools/testing/proxy/told.ts';
import { hourMs } from '../contract/durations.ts';
import { encodeFailure } from '../outbox/failure.ts';
import { type Finding, findFull, inspect } from '../outbox/inspection.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { openFolderSpool } from '../spool/folder-spool.ts';
import { createAlerts } from './alerts.ts';
import { type Channel, createChannels } from './channels.ts';

const log = pino({ level: 'silent' });
const alertsOf = (outbox: Outbox, channels: Channel[], findings: () => Finding[], teller = 'one') =>
  createAlerts({
    channels,
    heartbeat: undefined,
    alertChannels: outbox.alertChannels,
    inspect: async () => ({ findings: findings() }),
    probeStore: outbox.archive.probe,
    isDelivering: () => true,
    teller,
    site: 'forms.example.com',
    log,
  });

describe('what needs a person', () => {
  const program = programForEachTest();
  let dataFolder: string;
  let outbox: Outbox;
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let shiftMs = 0;
  beforeEach(async () => {
    dataFolder = join(program.folder, 'data');
    shiftMs = 0;
    outbox = await openSqliteOutbox(dataFolder, () => Date.now() + shiftMs);
    await outbox.processes.report(runningProcess(1, 'a'));
    webhook = await startWebhook();
    mailServer = await startMailServer();
  });
  afterEach(async () => {
    await outbox.close();
    webhook.stop();
    await mailServer.stop();
  });

  const add = (facts = {}) => outbox.intake.add({ ...newEnquiry(1), ...facts });
  const drop = () => outbox.operator.drop('REFER-00001');
  const report = (n: number, letter: string, facts = {}) =>
    outbox.processes.report({ ...runningProcess(n, letter), ...facts });
  const orphan = () => join(dataFolder, 'spool', 'orphaned', 'lost');
  const withClosed = (date: string) => ({
    ...exampleConfig,
    hours: { time_zone: 'Europe/London', week: { mon: ['09:00-17:30'] }, closed: [date] },
  });
  const refused = { cause: 'responded', status: 401 } as const;

  /** How each finding begins and ends. */
  const states: Record<
    Exclude<Finding['subject'], 'disk' | 'processes' | 'secret' | 'left_behind'>,
    { begin: () => unknown; end: () => unknown; variables?: Record<string, string>; config?: object }
  > = {
    stopped: {
      begin: () => outbox.processes.remove('process-1'),
      end: () => report(1, 'a'),
    },
    held: {
      async begin() {
        await add();
        const [claim] = await outbox.claims.claim(1, 60_000);
        await outbox.claims.hold(claim!, { failure: refused, isUnknown: false });
      },
      end: drop,
    },
    quarantined: {
      begin: () => add({ state: 'quarantined', suspicion: { signals: ['link_in_name'], score: 6 } }),
      end: drop,
    },
    waiting: {
      async begin() {
        shiftMs = -2 * hourMs;
        await add();
        shiftMs = 0;
      },
      end: drop,
    },
    login: {
      begin: () => report(1, 'a', { login_failure: encodeFailure(refused) }),
      end: () => report(1, 'a'),
    },
    orphans: {
      begin() {
        mkdirSync(join(dataFolder, 'spool', 'orphaned'), { recursive: true });
        writeFileSync(orphan(), 'x');
      },
      end: () => rmSync(orphan()),
    },
    limit: { begin: () => add(), end: drop, variables: { ENQUIRY_OUTBOX_MOST: '1' } },
    hours: {
      begin: () => program.writeConfig(withClosed('2020-12-25')),
      end: () => program.writeConfig(withClosed('12-25')),
    },
    backup: {
      begin: () => program.writeConfig({ ...exampleConfig, backup: { warn_days: 1 } }),
      end: () => outbox.operator.noteBackup(),
    },
    blocking: {
      begin: () => outbox.blockingPages.note('https://www.example.com'),
      end: () => outbox.blockingPages.forget('https://www.example.com'),
    },
    alerts: {
      begin: () => outbox.alertChannels.setFailure('ENQUIRY_HEARTBEAT_URL', encodeFailure(refused)),
      end: () => outbox.alertChannels.setFailure('ENQUIRY_HEARTBEAT_URL', null),
    },
  };

  test.each(Object.entries(states))(
    '%s: the status, the webhook and the mail have it, it is told once, and so is its end',
    async (subject, { begin, end, variables = {} }) => {
      const settings = validSettings({
        ENQUIRY_DATA: dataFolder,
        ENQUIRY_ALERT_URL: webhook.url,
        ENQUIRY_ALERT_EMAIL: 'ada@example.com',
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'forms@example.com',
        ...variables,
      });
      const spool = await openFolderSpool(join(dataFolder, 'spool'));
      let findings: Finding[] = [];
      const alerts = alertsOf(outbox, createChannels(settings.alerts), () => findings);
      /** Looks as the proxy does, two minutes in a row. */
      async function look() {
        const { out } = await program.run('status --json', variables);
        const config = validConfig(program.readConfig());
        const store = { outbox, spool, orphans: spool.orphans };
        findings = (await inspect(store, { settings, config }, Date.now())).findings;
        await alerts.look();
        await alerts.look();
        shiftMs += hourMs / 2;
        return (JSON.parse(out) as { needs: Finding[] }).needs;
      }
      await begin();
      expect(await look()).toEqual([expect.objectContaining({ subject })]);
      const [{ problem, title, command }] = findings as [Finding];
      expect(webhook.requests.map(({ body }) => JSON.parse(body))).toEqual([
        {
          text: expect.stringContaining(`${problem}`),
          needs: [expect.objectContaining({ subject, command })],
        },
      ]);
      const decoded = () =>
        mailServer.mails.map(each => each.replaceAll(/=\r\n/g, '').replaceAll('\r\n', '\n'));
      expect(decoded()).toEqual([expect.stringContaining(command)]);

      await end();
      expect(await look()).toEqual([]);
      expect(webhook.requests).toHaveLength(2);
      expect(webhook.requests[1]!.body).toContain(`Over: ${title}.`);
      expect(decoded()[1]).toContain(`Over: ${title}.`);
      expect(JSON.stringify(webhook.requests) + decoded().join('')).not.toContain(exampleCreateBody.forename);
    },
  );
});

describeOnEachStore('alerts', store => {
  const sent: string[] = [];
  let failure: Awaited<ReturnType<Channel['send']>>;
  let onSend = () => {};
  const channel: Channel = {
    name: 'ENQUIRY_ALERT_URL',
    async send({ text }) {
      onSend();
      if (!failure) sent.push(text);
      return failure;
    },
  };
  const [full] = findFull([{ limit: 'spam.most', used: 9, most: 10 }], undefined);
  beforeEach(() => {
    sent.length = 0;
    failure = undefined;
    onSend = () => {};
  });
  /** Ends the lease of the teller, as if it had been killed minutes ago, and lets the next message be due. */
  const pass = () => store.execute('update alert_channels set lease_until = 1, told_at = 1');

  test('one process of a fleet tells, and another goes on when it is gone', async () => {
    const [one, two] = ['one', 'two'].map(teller => alertsOf(store.outbox, [channel], () => [full!], teller));
    await Promise.all([one!.look(), two!.look()]);
    expect(sent).toHaveLength(1);
    await pass();
    await two!.look();
    await one!.look();
    expect(sent).toHaveLength(2); // What lasts, a day later.
  });

  test('a channel that fails is itself a finding until a message is sent, and what ended meanwhile is told', async () => {
    let findings = [full!];
    const alerts = alertsOf(store.outbox, [channel], () => findings);
    failure = { cause: 'responded', status: 404 };
    await alerts.look();
    expect(await store.outbox.alertChannels.failing()).toEqual([
      { name: channel.name, failure: encodeFailure(failure) },
    ]);
    findings = [];
    failure = undefined;
    await alerts.look();
    expect(sent).toEqual([expect.stringContaining(`Came and went: ${full!.title}.`)]);
    expect(await store.outbox.alertChannels.failing()).toEqual([]);
  });

  test('a kill after the message lets the next process tell it again, rather than not at all', async () => {
    const alerts = alertsOf(store.outbox, [channel], () => [full!]);
    onSend = () => {
      throw new Error('killed');
    };
    await expect(alerts.look()).rejects.toThrow('killed');
    onSend = () => {};
    await pass();
    await alertsOf(store.outbox, [channel], () => [full!], 'two').look();
    expect(sent).toHaveLength(1);
  });
});
