import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { respond, respondMissingField } from '../delivery/scripted-enquiry-api.ts';
import { newEnquiry, openSqliteOutbox } from '../outbox/outbox-for-tests.ts';
import { exampleConfig } from '../proxy-for-tests.ts';
import { createProgramUnderTest, type ProgramUnderTest } from './program-for-tests.ts';

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

describe('the program', () => {
  test('prints its version', async () => {
    expect(await run('--version')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
  test('ends without an error when the reader of its output has read enough', async () => {
    const child = spawn('sh', ['-c', `"${process.execPath}" proxy/main.ts openapi | head -c 10`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(await Promise.all([text(child.stdout), text(child.stderr)])).toEqual(['{\n  "opena', '']);
  });
  test('prints its help', async () => {
    const { out, code } = await run('--help');
    expect(code).toBe(0);
    for (const word of [
      'serve',
      'check',
      'status',
      'outbox drop',
      'test-link',
      'snippet',
      'report',
      'ids',
      '--json',
      '--version',
      'Exit codes',
    ])
      expect(out).toContain(word);
  });
  test.each([
    'sreve',
    'outbox',
    'outbox show',
    'outbox list --state lost',
    '--verbose',
    'check now',
    'serve --config mine.json',
    'test-link',
    'test-link https://www.example.com/',
    'test-link --page www.example.com',
    'test-link --page javascript:alert(1)',
    'snippet',
    'snippet --page www.example.com',
  ])('says that "%s" is a misuse', async words => {
    const { err, code } = await run(words);
    expect(code).toBe(2);
    expect(err).toContain('--help');
  });
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
    expect(out).toMatch(/CSS that reserves the form's height .*enquiry-form\[case-type=/s);
    expect(enquiryApi.requests.map(({ body }) => body.forename)).toEqual(['']);
  });
  test.each([
    ['warns if visitors must come through a web server that is not trusted', {}, 'warning'],
    ['accepts a web server that is trusted', { TRUSTED_PROXY_HOPS: '1' }, 'ok'],
    ['accepts visitors without a web server', { HOST: '0.0.0.0' }, 'ok'],
  ])('%s', async (_, variables, status) => {
    enquiryApi.otherwise = respondMissingField('forename');
    const { out, code } = await run('check', variables);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`${status} +web servers in front`));
  });
  test('checks a config file alone, without the other settings', async () => {
    writeFileSync(join(folder, 'mine.json'), '{ "origins": [], "case_types": { "a": { "label": "" } } }');
    const failed = await run('check --config mine.json', { ENQUIRY_API_URL: '' });
    expect(failed.code).toBe(1);
    expect(failed.out).toContain('failed   settings: mine.json: case_types.a.label');
    writeFileSync(join(folder, 'mine.json'), '{ "origins": [], "case_types": { "a": { "label": "A" } } }');
    const { out, code } = await run('check --config mine.json', { ENQUIRY_API_URL: '' });
    expect(code).toBe(0);
    expect(out).toMatch(/ok +settings/);
    expect(out).toMatch(/warning +origins/);
    expect(enquiryApi.requests).toEqual([]);
  });
  test('fails for held deliveries, and warns about quarantined ones and those that have waited for an hour', async () => {
    enquiryApi.otherwise = respondMissingField('forename');
    const outbox = await openSqliteOutbox(join(folder, 'data'), () => Date.now() - 3_600_001);
    const suspicion = { signals: ['link_in_name'], score: 6 };
    for (const n of [1, 2]) await outbox.intake.add({ ...newEnquiry(n), state: 'quarantined', suspicion });
    await outbox.intake.add(newEnquiry(3));
    const warned = await run('check');
    expect(warned.out).toMatch(/warning +deliveries: 2 enquiries are quarantined\./);
    expect(warned.out).toMatch(/warning +deliveries: 1 delivery is waiting\. It arrived 1 h ago\./);
    expect(warned.code).toBe(0);
    const [claim] = await outbox.claims.claim(1, 60_000);
    await outbox.claims.hold(claim!, { reason: 'responded 400', isUnknown: false });
    await outbox.close();
    const { out, code } = await run('check');
    expect(out).toMatch(
      /failed +deliveries: 1 delivery is held\..* enquiry-proxy outbox list --state held\n/,
    );
    expect(code).toBe(1);
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
