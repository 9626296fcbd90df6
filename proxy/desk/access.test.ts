import { createHook } from 'node:async_hooks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEnquiry } from '../../tools/testing/proxy/outbox.ts';
import { createProxyUnderTest, exampleConfig, type ProxyUnderTest } from '../../tools/testing/proxy/proxy.ts';
import { hashPassword } from '../settings/secrets.ts';
import { createPasswordCheck, deskPath } from './access.ts';

const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

test.each([
  ['localhost:9090', '/'],
  ['LOCALHOST:9090', '/'],
  ['localhost:80', '/'],
  ['127.0.0.1:9090', '/'],
  ['127.8.8.8', '/'],
  ['[::1]:9090', '/'],
  ['desk.example.com', '/desk/'],
  ['Desk.Example.com', '/desk/'],
  ['desk.example.com:8080', undefined],
  ['evil.example', undefined],
  ['127.0.0.1.evil.example', undefined],
  ['localhost.evil.example', undefined],
  ['localhost@evil.example', undefined],
  ['evil.example#localhost', undefined],
  ['2130706433', undefined],
  ['', undefined],
  [undefined, undefined],
])('requests for the host %s get the pages at %s', (host, path) => {
  expect(deskPath(host, new URL('https://desk.example.com/desk/'))).toBe(path);
});

describe('a password', () => {
  let users: { name: string; hash: string }[];
  beforeAll(async () => {
    users = [{ name: 'ada', hash: await hashPassword('grüß:dich') }];
  });
  const clock = { ms: 0 };
  const createCheck = () =>
    createPasswordCheck(
      () => users,
      () => clock.ms,
    );

  test('is right or wrong, whatever its characters', async () => {
    const check = createCheck();
    expect(await check(basic('ada', 'grüß:dich'), 'a')).toBe('ada');
    for (const header of [
      undefined,
      '',
      'Basic',
      'Basic ?',
      'Basic YQ==',
      'Bearer x',
      basic('ada', ''),
      basic('', ''),
    ])
      expect(await check(header, 'b')).toBeUndefined();
  });

  test('can be wrong five times a minute from one address, also at the same time, except for who has signed in', {
    tags: 'asvs-6.3.1',
  }, async () => {
    const check = createCheck();
    expect(await check(basic('ada', 'grüß:dich'), 'a')).toBe('ada');
    const guesses = await Promise.allSettled(
      Array.from({ length: 7 }, (_, n) => check(basic('ada', `guess ${n}`), 'a')),
    );
    expect(guesses.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    await expect(check(basic('eve', 'x'), 'a')).rejects.toThrow();
    expect(await check(basic('ada', 'grüß:dich'), 'a')).toBe('ada');
    expect(await check(basic('ada', 'x'), 'b')).toBeUndefined();
    clock.ms += 60_000;
    expect(await check(basic('ada', 'x'), 'a')).toBeUndefined();
  });

  test('is right after four wrong ones, and in several tabs at the same time', async () => {
    const check = createCheck();
    for (let n = 0; n < 4; n++) expect(await check(basic('ada', `guess ${n}`), 'a')).toBeUndefined();
    expect(await check(basic('ada', 'grüß:dich'), 'a')).toBe('ada');
    const other = createCheck();
    const tabs = await Promise.all(Array.from({ length: 5 }, () => other(basic('ada', 'grüß:dich'), 'a')));
    expect(tabs).toEqual(tabs.map(() => 'ada'));
  });

  test('is hashed for an unknown name, too, so that the time doesn’t tell which names exist', async () => {
    const check = createCheck();
    await check(basic('first', 'x'), 'first');
    const hashes: string[] = [];
    const init = (_id: number, type: string) => void (type === 'SCRYPTREQUEST' && hashes.push(type));
    const hook = createHook({ init }).enable();
    for (const [index, name] of ['ada', 'eve'].entries()) {
      await check(basic(name, 'x'), name);
      expect(hashes).toHaveLength(index + 1);
    }
    hook.disable();
  });

  test('stops working when the file has another one', {
    tags: 'asvs-7.4.2',
  }, async () => {
    const check = createCheck();
    expect(await check(basic('ada', 'grüß:dich'), 'a')).toBe('ada');
    users = [{ name: 'ada', hash: await hashPassword('new') }];
    expect(await check(basic('ada', 'grüß:dich'), 'a')).toBeUndefined();
    expect(await check(basic('ada', 'new'), 'a')).toBe('ada');
  });
});

describe('the desk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-'));
  const file = join(folder, 'users');
  let proxy: ProxyUnderTest;
  let desk: Awaited<ReturnType<ProxyUnderTest['createDesk']>>;
  const login = { ada: basic('ada', 'right') };
  beforeAll(async () => {
    const hash = await hashPassword('right');
    writeFileSync(file, `# The clerks\nada:${hash}\nbob:${hash}\n`, { mode: 0o600 });
    proxy = await createProxyUnderTest(exampleConfig, undefined, { ENQUIRY_DESK_USERS_FILE: file });
    desk = await proxy.createDesk();
    const suspicion = { signals: ['link_in_name'], score: 6 };
    await proxy.outbox.intake.add({ ...newEnquiry(1), state: 'held', suspicion });
  });
  afterAll(async () => {
    await proxy.stop();
    rmSync(folder, { recursive: true });
  });
  const readPage = async (path: string, user: string) =>
    (await open(path, { authorization: basic(user, 'right') })).text();
  const open = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    desk.request(`http://localhost${path}`, { ...init, headers: { host: 'localhost', ...headers } });

  test.each(['/', '/held', '/enquiries/7K2PQ-2M9XD', '/nothing'])(
    'tells nobody else anything at %s',
    async path => {
      const response = await open(path);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="Enquiry desk", charset="UTF-8"');
      const rebound = await open(path, { host: 'evil.example', authorization: login.ada });
      expect(rebound.status).toBe(403);
    },
  );

  test('is kept by nobody, runs only its own script and shows itself in no frame', async () => {
    const { headers } = await open('/', { authorization: login.ada });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'.*script-src 'sha256-\S+'; style-src 'sha256-\S+'$/,
      ),
    });
  });

  const sameOrigin = { 'sec-fetch-site': 'same-origin' };
  test.each([
    ['without a token', 403, '', sameOrigin],
    ['with a token of another user', 403, 'bob', sameOrigin],
    ['from another site', 403, 'ada', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' }],
    ['from another port', 403, 'ada', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:81' }],
    ['from another site, by an older browser', 403, 'ada', { origin: 'http://evil.example' }],
    ['from a frame without an origin', 403, 'ada', { origin: 'null' }],
    ['that does not say where it is from', 403, 'ada', {}],
    ['from the same site', 404, 'ada', sameOrigin],
    [
      'from the same site behind a web server, by an older browser',
      404,
      'ada',
      { origin: 'https://LOCALHOST' },
    ],
  ])('a form %s gets %i', async (_, status, owner, headers: Record<string, string>) => {
    const page = owner === '' ? '' : await readPage('/enquiries/REFER-00001', owner);
    const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const response = await open(
      '/nothing',
      { authorization: login.ada, ...headers },
      { method: 'POST', body: new URLSearchParams({ token }) },
    );
    expect(response.status).toBe(status);
  });
  test('a name from a header counts only if the settings trust it', async () => {
    expect((await open('/', { 'x-forwarded-user': 'ada' })).status).toBe(401);
  });
});

test('a web server on this machine names the person, if the settings trust its header', async () => {
  const variables = {
    ENQUIRY_DESK_TRUSTED_HEADER: 'X-Forwarded-User',
    ENQUIRY_DESK_URL: 'https://desk.example.com/d/',
  };
  const proxy = await createProxyUnderTest(exampleConfig, undefined, variables);
  const desk = await proxy.createDesk();
  const open = (remoteAddress: string, ...names: string[]) =>
    desk.request('http://localhost/', { headers: { host: 'desk.example.com' } }, {
      incoming: { socket: { remoteAddress }, headersDistinct: { 'x-forwarded-user': names } },
    } as object);
  const page = await open('::ffff:127.0.0.1', 'ada@example.com');
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/ada@example\.com.*href="\/d\/held"|href="\/d\/held".*ada@example\.com/s);
  const inUtf8 = Buffer.from('Grüß\u009b').toString('latin1');
  expect(await (await open('127.0.0.1', inUtf8)).text()).toContain('Signed in as Grüß\\u{9b}.');
  for (const names of [[], [''], ['ada', 'eve'], ['', 'eve']])
    expect((await open('127.0.0.1', ...names)).status).toBe(401);
  expect((await open('192.0.2.1', 'ada')).status).toBe(401);
  await proxy.stop();
});

test('without users, the desk has figures only', async () => {
  const proxy = await createProxyUnderTest();
  const desk = await proxy.createDesk();
  const open = (path: string, init?: RequestInit) =>
    desk.request(`http://localhost${path}`, { headers: { host: 'localhost' }, ...init });
  const page = await open('/');
  expect(page.status).toBe(200);
  expect(await page.text()).not.toMatch(/method="post"|href="\/held/);
  expect((await open('/held')).status).toBe(404);
  expect((await open('/enquiries/7K2PQ-2M9XD')).status).toBe(404);
  expect((await open('/held/drop', { method: 'POST' })).status).toBe(404);
  await proxy.stop();
});
