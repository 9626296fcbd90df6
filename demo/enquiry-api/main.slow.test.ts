import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
const running: { child: ChildProcess; ended: Promise<unknown> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'enquiry-api-main-'));
});
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true });
});

function run(env: Record<string, string>) {
  const file = new URL('main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [file], { env: { PORT: '0', STANDIN_DATA: folder, ...env } });
  const process_ = { child, ended: once(child, 'close'), said: text(child.stderr) };
  running.push(process_);
  return process_;
}
async function listening(child: ChildProcess): Promise<string> {
  const [line] = await once(child.stdout!, 'data');
  expect(String(line)).toMatch(/^enquiry API listening on http:\/\/127\.0\.0\.1:\d+\n$/);
  return String(line).trim().split(' ').at(-1)!;
}
function create(url: string, login: string): Promise<Response> {
  return fetch(`${url}/rest/enquiry-service/v1/enquiries/create`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(login).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: '{"forename":"Ada"}',
  });
}

test('without a login in the environment, it accepts the demo login and prints its address', async () => {
  const { child } = run({});
  const url = await listening(child);
  expect((await create(url, 'demo:demo-password')).status).toBe(201);
  expect((await create(url, 'demo:demo application password')).status).toBe(201);
  expect((await create(url, 'demo:')).status).toBe(401);
});

test('the login comes from the environment', async () => {
  const { child } = run({
    STANDIN_USERNAME: 'ünlü',
    STANDIN_PASSWORD: 'a:b',
    STANDIN_APPLICATION_PASSWORD: 'c',
  });
  const url = await listening(child);
  expect((await create(url, 'ünlü:a:b')).status).toBe(201);
  expect((await create(url, 'ünlü:c')).status).toBe(201);
  expect((await create(url, 'demo:demo-password')).status).toBe(401);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s stops it at once, even with pending requests', async signal => {
  const { child, ended, said } = run({});
  const url = await listening(child);
  await fetch(`${url}/faults`, { method: 'PUT', body: '{"fault":"slow","delay_ms":100000,"times":1}' });
  const hanging = create(url, 'demo:demo-password').catch(() => 'broken off');
  await expect.poll(async () => (await fetch(`${url}/faults`)).text()).toContain('"none"');
  const asked = performance.now();
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - asked).toBeLessThan(1_000);
  expect(await hanging).toBe('broken off');
  expect(await said).toBe('');
});

test('a port that is in use or malformed is reported in one sentence', async () => {
  const { port } = new URL(await listening(run({}).child));
  for (const [PORT, sentence] of [
    [port, `Port ${port} is in use; set PORT to another one.\n`],
    ['http', 'The enquiry API could not start: PORT must be a number from 0 to 65535.\n'],
  ] as const) {
    const second = run({ PORT });
    expect(await second.ended).toEqual([1, null]);
    expect(await second.said).toBe(sentence);
  }
});
