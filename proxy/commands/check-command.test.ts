import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  holdOne,
  newEnquiry,
  openSqliteOutbox,
  postgresForAllTests,
  runningProcess,
} from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { startScriptedClamd } from '../../tools/testing/proxy/scripted-clamd.ts';
import {
  type Respond,
  respond,
  respondMissingField,
} from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import { startWebhook } from '../../tools/testing/proxy/told.ts';
import { openFleetStore } from '../outbox/outbox.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);
const writeConfig = (config: object) => program.writeConfig(config);
beforeEach(() => {
  program.enquiryApi.otherwise = respondMissingField('forename');
});

describe('check', () => {
  test('verifies the login without creating anything', async () => {
    const { out, code } = await run('check');
    expect(code).toBe(0);
    expect(out).toMatch(/ok +settings/);
    expect(out).toMatch(/warning +privacy/);
    expect(out).toMatch(/ok +store/);
    expect(out).toMatch(/ok +enquiry API and login/);
    expect(out).toMatch(/ok +clock/);
    expect(program.enquiryApi.requests.map(({ body }) => body.forename)).toEqual(['']);
  });
  test('warns if other users can read who may use the desk', async () => {
    const users = join(program.folder, 'users');
    const line = `ada:scrypt$${'a'.repeat(22)}$${'b'.repeat(43)}\n`;
    for (const [mode, status] of [
      [0o644, 'warning'],
      [0o640, 'ok'],
    ] as const) {
      writeFileSync(users, line);
      chmodSync(users, mode);
      const { out, code } = await run('check', { ENQUIRY_DESK_USERS_FILE: users });
      expect([code, out]).toEqual([
        0,
        expect.stringContaining(`${status.padEnd(7)}  permissions of ENQUIRY_DESK_USERS_FILE`),
      ]);
    }
  });
  test('creates nothing in a folder without an outbox, which may be the wrong one', async () => {
    const { out } = await run('check');
    expect(out).toMatch(/ok +store in .*data: will be created at the first start\n/);
    expect(out).toMatch(/ok +secret/);
    expect((await run('outbox list')).err).toContain('there is no outbox in');
    expect(existsSync(join(program.folder, 'data'))).toBe(false);
  });
  test('names the case types without a privacy notice', async () => {
    const privacy = { text: 'Private' };
    const { injury, other } = exampleConfig.case_types;
    writeConfig({ ...exampleConfig, case_types: { injury, other: { ...other, privacy } } });
    expect((await run('check')).out).toMatch(/warning +privacy: .*\(missing for injury\)/);
    writeConfig({ ...exampleConfig, privacy });
    expect((await run('check')).out).not.toMatch(/warning +privacy/);
  });
  test('warns if the last closed date has passed, and not about days of each year', async () => {
    const write = (...closed: string[]) =>
      writeConfig({ ...exampleConfig, hours: { time_zone: 'UTC', week: { mon: ['09:00-17:30'] }, closed } });
    write('12-25', '2020-04-13');
    const { out, code } = await run('check --config enquiry.config.json');
    expect(code).toBe(0);
    expect(out).toMatch(
      /warning +hours: The last date in hours\.closed, 2020-04-13, has passed, .*: npx enquiry-form reload\n/,
    );
    write('12-25', '9999-12-31');
    expect((await run('check --config enquiry.config.json')).out).not.toContain('hours');
  });
  test('warns of a promised call to visitors who may give no number, with what to write instead', async () => {
    const write = (next: unknown, required = false) =>
      writeConfig({
        ...exampleConfig,
        contact: [
          { field: 'forename', required: true },
          { field: 'telephone_mobile', required },
          { field: 'email' },
        ],
        case_types: { injury: { label: { en: 'Injury', de: 'Unfall' }, next } },
      });
    const adviceFor = async () => /warning +next: .*/.exec((await run('check')).out)?.[0];
    const next = { en: 'We’ll call you.', de: 'Wir rufen Sie an.' };
    write(next);
    expect(await adviceFor()).toContain(
      'injury promises a call, but a visitor may give no phone number: write "next": {"phone":' +
        '{"en":"We’ll call you.","de":"Wir rufen Sie an."},"email":' +
        '{"en":"We’ll reply to {contact}.","de":"Wir antworten Ihnen an {contact}."}}',
    );
    write({ phone: next, email: { en: 'We’ll write to {contact}.', de: 'Wir schreiben an {contact}.' } });
    expect(await adviceFor()).toBeUndefined();
    write(next, true);
    expect(await adviceFor()).toBeUndefined();
    write('We’ll call or email you.');
    expect(await adviceFor()).toBeUndefined();
  });
  test('warns if case types that are sent under one name have different questions with one id', async () => {
    const question = (type: string) => ({ id: 'when', type, label: 'When?', send_as: 'AccidentDate' });
    const write = (type: string, send_as: string) =>
      writeConfig({
        origins: [],
        case_types: {
          injury: { label: 'Injury', send_as, questions: [question('date')] },
          Injury: { label: 'Injury', questions: [question(type)] },
        },
      });
    write('text', 'Injury');
    expect((await run('check')).out).toContain(
      'warning  names: injury and Injury are both sent as "Injury", but "AccidentDate" is date in one and text in the other',
    );
    for (const [type, name] of [
      ['date', 'Injury'],
      ['text', 'Other'],
    ] as const) {
      write(type, name);
      expect((await run('check')).out).not.toContain('names:');
    }
  });
  test.each([
    ['stream: Win.Test.EICAR_HDB-1 FOUND\0', 0, /ok +scanner\n/],
    ['stream: OK\0', 1, /failed +scanner: the EICAR test file not recognised: check ENQUIRY_SCAN_URL, and/],
    ['UNKNOWN COMMAND\0', 1, /failed +scanner: file not scanned: unknown reply: check ENQUIRY_SCAN_URL/],
  ])('sends the EICAR test file to the scanner, which says %j', async (reply, code, expected) => {
    const clamd = await startScriptedClamd();
    onTestFinished(() => clamd.stop());
    clamd.script.push(reply);
    const result = await run('check', { ENQUIRY_SCAN_URL: clamd.url });
    expect(result.out).toMatch(expected);
    expect(result.code).toBe(code);
    expect(clamd.files.map(({ length }) => length)).toEqual(code === 0 ? [68, 1_000] : [68]);
    // The hash that the vendors of scanners have published.
    expect(createHash('sha256').update(clamd.files[0]!).digest('hex')).toBe(
      '275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f',
    );
  });
  test.each([
    [
      1_000,
      'INSTREAM size limit exceeded. ERROR\0',
      /warning .+: INSTREAM size limit .+ above max_bytes \(1,000\)/,
    ],
    [
      2 ** 26 + 1,
      'stream: OK\0',
      /warning .+: larger than 64 MiB\): set StreamMaxLength .+ to at most 67,108,864/,
    ],
    [
      2 ** 25,
      'stream: OK\0',
      /ok +scanner: make sure that MaxFileSize of clamd is above max_bytes \(33,554,432\)/,
    ],
  ])(
    'says what the scanner needs for files of %d bytes if it says %j',
    async (max_bytes, reply, expected) => {
      const clamd = await startScriptedClamd();
      onTestFinished(() => clamd.stop());
      clamd.script.push('stream: Eicar FOUND\0', reply);
      program.writeConfig({ ...exampleConfig, attachments: { max_files: 2, max_bytes } });
      const result = await run('check', { ENQUIRY_SCAN_URL: clamd.url });
      expect(result.out).toMatch(expected);
      expect(result.code).toBe(0);
    },
  );
  test.each([
    ['warns if visitors must come through a web server that is not trusted', {}, 'warning'],
    ['accepts a web server that is trusted', { TRUSTED_PROXY_HOPS: '1' }, 'ok'],
    ['accepts visitors without a web server', { HOST: '0.0.0.0' }, 'ok'],
  ])('%s', async (_, variables, status) => {
    const { out, code } = await run('check', variables);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`${status} +web servers in front`));
  });
  test('checks a config file alone, without the other settings', async () => {
    writeFileSync(
      join(program.folder, 'mine.json'),
      '{ "origins": [], "case_types": { "a": { "label": "" } } }',
    );
    const failed = await run('check --config mine.json', { ENQUIRY_API_URL: '' });
    expect(failed.code).toBe(1);
    expect(failed.out).toContain(
      'failed   config: mine.json:1:50: case type "a", "label": must not be empty: write',
    );
    const [mistake] = (await run('check --config mine.json --json')).out.split('\n');
    expect(JSON.parse(mistake!)).toEqual({
      check: 'config',
      status: 'failed',
      advice: expect.stringMatching(/^mine\.json:1:50: case type "a", "label": must not be empty/),
      file: 'mine.json',
      level: 'error',
      line: 1,
      column: 50,
      text: '{ "origins": [], "case_types": { "a": { "label": "" } } }',
      mark: { start: 49, end: 51 },
      path: 'case_types.a.label',
      place: 'case type "a"',
      message: expect.stringMatching(/^case type "a", "label": must not be empty/),
    });
    writeFileSync(
      join(program.folder, 'mine.json'),
      '{ "origins": [], "case_types": { "a": { "label": "A" } } }',
    );
    const { out, code } = await run('check --config mine.json', { ENQUIRY_API_URL: '' });
    expect(code).toBe(0);
    expect(out).toMatch(/ok +settings/);
    expect(out).toMatch(/warning +origins/);
    expect(program.enquiryApi.requests).toEqual([]);
  });
  test('fails for held deliveries, and warns about suspects and those that have waited for an hour', async () => {
    let agoMs = 3_600_001;
    const outbox = await openSqliteOutbox(join(program.folder, 'data'), () => Date.now() - agoMs);
    const suspicion = { signals: ['link_in_name'], score: 6 };
    for (const n of [1, 2]) await outbox.intake.add({ ...newEnquiry(n), state: 'held', suspicion });
    await outbox.intake.add(newEnquiry(3));
    agoMs = 0;
    await outbox.processes.report(runningProcess(1, 'a'));
    const warned = await run('check');
    expect(warned.out).toMatch(/warning +held deliveries: 2 deliveries are held: suspected spam\./);
    expect(warned.out).toMatch(
      /warning +deliveries that wait for over an hour: 1 delivery is waiting\. It arrived 1 h ago\./,
    );
    expect(warned.code).toBe(0);
    await holdOne(outbox);
    await outbox.close();
    const { out, code } = await run('check');
    expect(out).toMatch(
      /failed +held deliveries: 1 delivery is held: refused by the enquiry API\..* npx enquiry-form outbox list --state held\n/,
    );
    expect(code).toBe(1);
  });
  test('sends a test through every channel for alerts, and says what happened', async () => {
    const webhook = await startWebhook();
    expect((await run('check')).out).toMatch(/warning +alerts: nobody is told/);
    expect((await run('check', { ADMIN_PORT: '0' })).out).toMatch(/ok +alerts\n/);
    writeConfig({ ...exampleConfig, alerts: { new_enquiries: true } });
    expect((await run('check', { ADMIN_PORT: '0' })).out).toMatch(/alerts: nobody is told of new enquiries/);
    writeConfig(exampleConfig);
    const variables = {
      ENQUIRY_ALERT_URL: webhook.url,
      ENQUIRY_ALERT_EMAIL: 'ada@example.com',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'forms@example.com',
      ENQUIRY_HEARTBEAT_URL: `${webhook.url}/beat`,
    };
    const paths = () => webhook.requests.map(({ path }) => path).sort();
    const { out, code } = await run('check --alert', variables);
    expect(code).toBe(1);
    expect(out).toMatch(/ok +ENQUIRY_ALERT_URL: a test was sent/);
    expect(out).toMatch(/failed +ENQUIRY_ALERT_EMAIL: the test could not be sent \(no response \(E\w+\)\)/);
    // There is no outbox yet.
    expect(out).toMatch(/ok +ENQUIRY_HEARTBEAT_URL: a test was sent, as a failure: see "status"\n/);
    expect(paths()).toEqual(['/hook', '/hook/beat/fail']);
    await program.changeOutbox(async ({ processes, intake }) => {
      await processes.report(runningProcess(1, 'a'));
      await intake.add({ ...newEnquiry(1), state: 'held' });
    });
    await run('check --alert', variables);
    await program.changeOutbox(({ operator }) => operator.drop('REFER-00001'));
    expect((await run('status', variables)).code).toBe(0);
    expect((await run('check --alert', variables)).out).toMatch(/ENQUIRY_HEARTBEAT_URL: a test was sent\n/);
    webhook.stop();
    expect(paths().slice(3)).toEqual(['/hook/beat', '/hook/beat/fail', '/hook/beat/fail']);
  });
  const unreachable = { ENQUIRY_API_URL: 'http://127.0.0.1:9/rest/enquiries/v1' };
  test.each<[string, string, Respond | undefined, Record<string, string>?]>([
    ['is wrong', 'check ENQUIRY_API_USERNAME and ENQUIRY_API_PASSWORD', respond(401, {})],
    [
      'is forbidden',
      'responded 403; the login may lack permission, or a firewall',
      respond(403, 'Forbidden'),
    ],
    ['gets no response', 'no connection (ECONNREFUSED)', undefined, unreachable],
  ])('fails with advice when the login %s', async (_, advice, otherwise, variables) => {
    if (otherwise) program.enquiryApi.otherwise = otherwise;
    const { out, code } = await run('check', variables);
    expect(code).toBe(1);
    expect(/failed +enquiry API and login: (.*)/.exec(out)?.[1]).toContain(advice);
    expect(out).not.toContain('hunter2');
  });
  test.each(['', 'too short'])('fails when the secret file holds "%s"', async secret => {
    const path = join(program.folder, 'data', 'secret');
    await program.changeOutbox(async () => {});
    writeFileSync(path, secret);
    const { out, code } = await run('check');
    expect(code).toBe(1);
    expect(out).toContain(`failed   secret: ${path} contains ${secret.length} characters`);
  });
  test('fails when certificates are not verified, as the proxy does, and lists the other problems', async () => {
    const variables = { NODE_TLS_REJECT_UNAUTHORIZED: '0', PORT: 'x' };
    const { out, code } = await run('check', variables);
    expect(code).toBe(1);
    expect(out).toContain('failed   settings: environment: NODE_TLS_REJECT_UNAUTHORIZED turns off');
    expect(out).toContain('failed   settings: environment: PORT must be a whole number');
    const served = await run('serve', variables);
    expect(served.code).toBe(1);
    expect(served.err).toContain('2 configuration errors');
    expect(served.err).toContain('NODE_TLS_REJECT_UNAUTHORIZED turns off');
    expect(program.enquiryApi.requests).toEqual([]);
  });
});

describe('check with a database', () => {
  const postgres = postgresForAllTests();
  let databases = 0;
  let variables: Record<string, string>;
  let client: pg.Client;
  beforeEach(async () => {
    const url = await postgres.database(`check_${++databases}`);
    variables = { DATABASE_URL: url, ENQUIRY_SECRET: 's'.repeat(32) };
    client = new pg.Client(url);
    await client.connect();
  });
  afterEach(() => client.end());
  const open = async () => (await openFleetStore(variables.DATABASE_URL!, pino({ level: 'silent' }))).outbox;

  test('leaves the tables of an earlier version alone, as every command does beside a proxy', async () => {
    mkdirSync(join(program.folder, 'data'), { mode: 0o700 });
    const sqlite = new DatabaseSync(join(program.folder, 'data/outbox.db'));
    // An earlier version had run other migrations, so that this one's are missing.
    const create = 'create table kysely_migration (name text, timestamp text)';
    sqlite.exec(create);
    await client.query(create);
    const older = 'an earlier version has used the outbox, and this one updates the tables when it starts';
    for (const settings of [{}, variables]) {
      const { out, code } = await run('check', settings);
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^warning +store in .*: ${older}`, 'm'));
      expect(await run('outbox list', settings)).toMatchObject({
        err: expect.stringContaining(older),
        code: 1,
      });
    }
    expect(sqlite.prepare('select name from sqlite_master').all()).toEqual([{ name: 'kysely_migration' }]);
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([{ tablename: 'kysely_migration' }]);
    sqlite.close();
  });
  test('warns if the processes of a fleet have differed for more than ten minutes', async () => {
    const outbox = await open();
    const age = (id: string, minutes: number) =>
      client.query(`update processes set hash_since = hash_since - ${minutes * 60_000} where id = '${id}'`);
    const check = async (name = 'processes that differ') => {
      const { out } = await run('check', variables);
      return out.split('\n').find(line => new RegExp(`^\\w+ +${name}\\b`).test(line));
    };
    for (const n of [1, 2]) await outbox.processes.report(runningProcess(n, 'a'));
    await outbox.processes.report(runningProcess(3, 'b'));
    await age('process-1', 30);
    expect(await check()).toBeUndefined();
    await age('process-3', 9);
    expect(await check()).toBeUndefined();
    await age('process-3', 2);
    expect(await check()).toMatch(
      /^warning +processes that differ: .* Probably outdated: web-1 \(4711\), web-2 \(4712\)\./,
    );
    for (const n of [1, 2]) await outbox.processes.report(runningProcess(n, 'b'));
    expect(await check()).toBeUndefined();
    await outbox.processes.report({ ...runningProcess(1, 'b'), secret_ids: 'new current' });
    expect(await check('the rotation of the secret')).toMatch(
      /^warning +the rotation of the secret: web-1 \(4711\) signs with a secret that web-\d/,
    );
    await outbox.close();
  });
  test('says that the disk of a PostgreSQL database is full', async () => {
    expect((await run('check', variables)).out).toContain(
      'ok       store in PostgreSQL: will be created at the first start\n',
    );
    await (await open()).close();
    const { out: fine } = await run('check', variables);
    expect(fine).toContain('ok       store in PostgreSQL\n');
    await client.query(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    await client.query(
      'create trigger fail before insert on write_probe for each row execute function fail()',
    );
    const { out, code } = await run('check', variables);
    expect(code).toBe(1);
    expect(out).toContain('failed   store in PostgreSQL: database disk full: ');
  });
});
