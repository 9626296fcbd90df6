import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { respond, respondMissingField } from '../delivery/scripted-enquiry-api.ts';
import { body, openSqliteOutbox } from '../outbox/outbox-under-test.ts';
import { exampleConfig } from '../proxy-under-test.ts';
import { openFolderSpool } from '../spool/folder-spool.ts';
import { createProgramUnderTest, type ProgramUnderTest } from './program-under-test.ts';

let program: ProgramUnderTest;
let folder: string;
let enquiryApi: ProgramUnderTest['enquiryApi'];
let run: ProgramUnderTest['run'];
let writeConfig: ProgramUnderTest['writeConfig'];
beforeEach(async () => {
  program = await createProgramUnderTest();
  ({ folder, enquiryApi, run, writeConfig } = program);
});
afterEach(() => program.stop());

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'latin1') : '');

describe('the program', () => {
  test('prints its help', async () => {
    const { out, code } = await run('--help');
    expect(code).toBe(0);
    for (const word of ['serve', 'check', 'outbox drop', 'ids', '--json', '--version', 'Exit codes'])
      expect(out).toContain(word);
  });
  test.each(['sreve', 'outbox', 'outbox show', 'outbox list --state lost', '--verbose', 'check now'])(
    'says that "%s" is a misuse',
    async words => {
      const { err, code } = await run(words);
      expect(code).toBe(2);
      expect(err).toContain('--help');
    },
  );
  test('does not start with invalid settings, and lists every error without values', async () => {
    writeConfig({ ...exampleConfig, colour: 'red' });
    const { err, code } = await run('serve', { PORT: 'x', ENQUIRY_SECRET: 'hunter2' });
    expect(code).toBe(1);
    expect(err).toContain('3 configuration errors');
    expect(err).toContain('colour is not a setting');
    expect(err).not.toContain('hunter2');
  });
});

describe('check', () => {
  test('verifies the login without creating anything', async () => {
    enquiryApi.otherwise = respondMissingField('forename');
    const { out, code } = await run('check');
    expect(code).toBe(0);
    expect(out).toMatch(/ok +settings/);
    expect(out).toMatch(/warning +privacy/);
    expect(out).toMatch(/ok +store/);
    expect(out).toMatch(/ok +enquiry API and login/);
    expect(out).toMatch(/ok +clock/);
    expect(enquiryApi.requests.map(({ body }) => body.forename)).toEqual(['']);
  });
  test('gives advice when the login is wrong', async () => {
    enquiryApi.otherwise = respond(401, { code: 401, message: 'x', data: { status: 'rest_cannot_access' } });
    const { out, code } = await run('check --json');
    expect(code).toBe(1);
    const findings = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(findings.find(({ check }) => check === 'enquiry API and login')).toMatchObject({
      status: 'failed',
      advice: expect.stringContaining('check ENQUIRY_API_USERNAME and ENQUIRY_API_PASSWORD'),
    });
    expect(out).not.toContain('hunter2');
  });
  test.each(['', 'too short'])(
    'fails when the secret file holds "%s", and so does the proxy',
    async secret => {
      enquiryApi.otherwise = respondMissingField('forename');
      const path = join(folder, 'data', 'secret');
      await run('check'); // Makes the outbox, without which the secret would be one of a lost outbox.
      writeFileSync(path, secret);
      const { out, code } = await run('check');
      expect(code).toBe(1);
      expect(out).toContain(`failed   secret: ${path} contains ${secret.length} characters`);
      const served = await run('serve', { PORT: '0' });
      expect(served.code).toBe(1);
      expect(served.err).toContain(`${path} contains ${secret.length} characters`);
      expect(served.err).toContain('delete it so that the proxy generates a new secret');
    },
  );
  test('does not create the secret', async () => {
    enquiryApi.otherwise = respondMissingField('forename');
    expect((await run('check')).out).toMatch(/ok +secret/);
    expect(existsSync(join(folder, 'data', 'secret'))).toBe(false);
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
    expect(enquiryApi.requests).toEqual([]);
  });
  test('fails when the enquiry API is unreachable', async () => {
    const { out, code } = await run('check', { ENQUIRY_API_URL: 'http://127.0.0.1:9/rest/enquiries/v1' });
    expect(code).toBe(1);
    expect(out).toContain('no connection (ECONNREFUSED)');
  });
});

describe('outbox', () => {
  /** Leaves a held enquiry with a file in the data folder, as a proxy would. */
  async function leaveHeld() {
    const outbox = await openSqliteOutbox(join(folder, 'data'));
    const spool = await openFolderSpool(join(folder, 'data', 'spool'));
    async function* letter() {
      yield Buffer.from('%PDF-1.4');
    }
    const reference = '7K2PQ-2M9XD';
    const spooled = await spool.save(letter(), { reference, key: randomUUID() });
    const row = { reference, digest: 'x' };
    const file = { name: 'letter.pdf', mime: 'application/pdf', postname: 'letter.pdf' };
    await outbox.intake.add({
      ...row,
      kind: 'enquiry',
      route: '/enquiries',
      idempotency_key: 'a',
      content: { ...body, forename: 'Ada', surname: 'Quetzalcoatl' },
    });
    await outbox.intake.add({
      ...row,
      kind: 'attachment',
      route: '/a',
      idempotency_key: 'b',
      content: { file, bytes: 8 },
      spool_file: spooled.name,
    });
    const [claim] = await outbox.claims.claim(1, 60_000);
    await outbox.claims.hold(claim!, { reason: 'responded 400', isUnknown: false });
    await outbox.close();
    return reference;
  }
  const spool = () => readdirSync(join(folder, 'data', 'spool'));

  test('lists held deliveries without visitor data', async () => {
    const reference = await leaveHeld();
    const { out, code } = await run('outbox list --state held');
    expect(code).toBe(0);
    expect(out).toContain(`${reference}  enquiry     held`);
    expect(out).toContain('responded 400');
    expect(out).not.toContain('Ada');
    expect((await run('outbox list --json')).out.trim().split('\n')).toHaveLength(2);
  });
  test('lists thousands of deliveries completely, even to a slow reader', async () => {
    const outbox = await openSqliteOutbox(join(folder, 'data'));
    const one = { kind: 'enquiry', route: '/enquiries', digest: 'x', content: body } as const;
    const numbers = Array.from({ length: 3_000 }, (_, number) => String(number));
    await Promise.all(
      numbers.map(number => outbox.intake.add({ ...one, idempotency_key: number, reference: number })),
    );
    await outbox.close();
    expect((await run('outbox list --json')).out.trim().split('\n')).toHaveLength(3_000);
  });
  test('shows, releases and retries a delivery', async () => {
    const reference = await leaveHeld();
    expect((await run(`outbox show ${reference.toLowerCase()}`)).out).toContain('"forename": "Ada"');
    expect((await run(`outbox release ${reference}`)).out).toContain('enquiry is released');
    const again = await run(`outbox release ${reference}`);
    expect(again.code).toBe(1);
    expect(again.err).toContain('nothing is held');
    expect((await run(`outbox retry ${reference}`)).code).toBe(0);
    expect((await run('outbox show AAAAA-AAAAA')).code).toBe(1);
  });
  test('drops a delivery after a confirmation and a copy', async () => {
    const reference = await leaveHeld();
    const doubt = await run(`outbox drop ${reference}`, {}, 'no\n');
    expect(doubt).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was deleted') });
    const { code } = await run(`outbox drop ${reference} --to copy`, {}, `${reference}\n`);
    expect(code).toBe(0);
    expect(spool()).toEqual([]);
    const copies = readdirSync(join(folder, 'copy')).sort();
    expect(copies).toEqual(['1-enquiry.json', '2-attachment.json', '2-letter.pdf']);
    expect(readFileSync(join(folder, 'copy', '2-letter.pdf'), 'latin1')).toBe('%PDF-1.4');
    expect((await run('outbox list')).out).toContain('There are no waiting or held deliveries');
  });
  test('keeps no copy for an erasure request', async () => {
    const reference = await leaveHeld();
    expect((await run(`outbox drop ${reference} --yes --no-copy`)).code).toBe(0);
    for (const file of ['outbox.db', 'outbox.db-wal'])
      expect(readIfThere(join(folder, 'data', file))).not.toContain('Quetzalcoatl');
    expect(existsSync(join(folder, reference))).toBe(false);
    expect(spool()).toEqual([]);
  });
  test('deletes nothing while a part is being sent, and lists that part', async () => {
    const reference = await leaveHeld();
    await run(`outbox release ${reference}`);
    const outbox = await openSqliteOutbox(join(folder, 'data'));
    await outbox.claims.claim(1, 60_000);
    const { out, err, code } = await run(`outbox drop ${reference} --yes --no-copy`);
    await outbox.close();
    expect(code).toBe(1);
    expect(out).toContain(`${reference}: enquiry 1 is in flight`);
    expect(err).toContain('nothing was deleted');
    expect(spool()).toHaveLength(1);
    expect((await run('outbox list --json')).out.trim().split('\n')).toHaveLength(2);
  });

  test('says when there is no outbox', async () => {
    expect(await run('outbox list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no outbox'),
    });
  });
});

describe('ids', () => {
  const changed = structuredClone(exampleConfig) as {
    case_types: { injury: { questions: Record<string, unknown>[] } };
  };

  test('fails until the ids are recorded, then reports changes to them', async () => {
    expect((await run('ids')).code).toBe(1);
    expect((await run('ids --accept')).code).toBe(0);
    expect((await run('ids')).code).toBe(0);
    const [when, hurt] = changed.case_types.injury.questions;
    changed.case_types.injury.questions = [{ ...when, type: 'text', max: undefined }, hurt!];
    writeConfig(changed);
    const { out, code } = await run('ids');
    expect(code).toBe(1);
    expect(out).toContain('injury: "when" changed its type from date to text.');
    expect(out).toContain('injury: "where" was removed.');
    await run('ids --accept');
    expect((await run('ids')).code).toBe(0);
  });
});
