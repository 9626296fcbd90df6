import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const proxy = 'https://forms.example.com';
const inbox = 'https://inbox.example.com/inbox';
const running: ChildProcess[] = [];
let site: string;

function run(env: Record<string, string>) {
  const file = new URL('main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [file], { env: { PROXY_URL: proxy, INBOX_URL: inbox, ...env } });
  running.push(child);
  return { child, ended: once(child, 'close'), said: text(child.stderr) };
}
async function listening(child: ChildProcess): Promise<string> {
  const [line] = await once(child.stdout!, 'data');
  expect(String(line)).toMatch(/^site listening on http:\/\/127\.0\.0\.1:\d+\n$/);
  return String(line).trim().split(' ').at(-1)!;
}
/** Requests a path exactly as written; `fetch` would normalise it. */
async function statusOf(path: string): Promise<number | undefined> {
  const asked = request(site, { path }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

beforeAll(async () => {
  site = await listening(run({ PORT: '0' }).child);
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

test.each([
  ['/tag.html', 'personal-injury'],
  ['/house-move.html', 'house-move'],
  ['/employment.html', 'employment'],
  ['/steps.html', 'personal-injury'],
])('%s has the tag of %s, with a phone number until the form has loaded', async (path, caseType) => {
  const html = await (await fetch(`${site}${path}`)).text();
  expect(html).toContain(
    `<script type="module" src="${proxy}/enquiry-form.js?case-type=${caseType}"></script>`,
  );
  expect(html).toContain(` case-type="${caseType}">`);
  expect(/<enquiry-form[^>]*>(.*)<\/enquiry-form>/s.exec(html)?.[1]).toMatch(/tel:.*mailto:/s);
  expect(html).toContain(`href="${inbox}"`);
  expect(html).not.toContain('{{');
});

test('a page loads nothing but the form from another origin', async () => {
  for (const path of ['/tag.html', '/house-move.html', '/steps.html', '/site.css']) {
    const source = await (await fetch(`${site}${path}`)).text();
    const addresses = [...source.matchAll(/(?:src="|url\(|@import\s+|<link[^>]*href=")([^")]*)/g)];
    for (const [, address] of addresses)
      expect(address).toMatch(/^(\/|data:|https:\/\/forms\.example\.com\/)/);
  }
});

test('the policy names no other origin than the proxy’s', async () => {
  const policy = (await fetch(`${site}/tag.html`)).headers.get('content-security-policy');
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'self' ${proxy}`,
    `connect-src ${proxy}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "require-trusted-types-for 'script'",
    "trusted-types lit-html 'allow-duplicates'",
    "base-uri 'none'",
    `form-action 'self' ${proxy}`,
    "frame-ancestors 'none'",
  ]);
});

test('the main page gets its prerendered form from the proxy, and its policy allows the style and the POST', async () => {
  const form = '<enquiry-form case-type="personal-injury">$& the form</enquiry-form>';
  const asked: string[] = [];
  const stub = createServer((request, response) => {
    asked.push(request.url!);
    response.setHeader('enquiry-policy', "script-src x; style-src 'sha256-abc='").end(form);
  }).listen(0, '127.0.0.1');
  await once(stub, 'listening');
  const { port } = stub.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const own = await listening(run({ PORT: '0', PROXY_URL: address }).child);
  const response = await fetch(`${own}/`);
  expect(await response.text()).toContain(form);
  const policy = response.headers.get('content-security-policy')?.split('; ');
  expect(policy).toContain("style-src 'self' 'sha256-abc='");
  expect(policy).toContain(`form-action 'self' ${address}`);
  expect(asked).toEqual(['/forms/personal-injury/prerendered']);
  stub.close();
  stub.closeAllConnections();
  expect(await (await fetch(`${own}/`)).text()).toContain('Please call us');
});

test.each(['/main.ts', '/../main.ts', '/%2e%2e/main.ts', '/..%2fenquiry.config.json', '/constructor'])(
  '%s is not found',
  async path => {
    expect(await statusOf(path)).toBe(404);
  },
);

describe('with the site owner’s config', () => {
  let folder: string;
  let own: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'own-config-'));
    const config = {
      language: 'cy',
      case_types: {
        'boiler-repair': { label: { en: 'Boiler repair', cy: 'Trwsio <boeler>' } },
        callback: { label: 'Ffoniwch fi' },
      },
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    own = await listening(run({ PORT: '0', CONFIG: join(folder, 'config.json') }).child);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('the landing page lists every case type by its label, with its tag', async () => {
    const html = await (await fetch(own)).text();
    expect(html).toContain('Trwsio &lt;boeler&gt;');
    expect(html).toContain('Ffoniwch fi');
    expect(html).toContain(`src=&quot;${proxy}/enquiry-form.js?case-type=boiler-repair&quot;`);
    expect(html).toContain(`href="${inbox}"`);
  });
  test('each case type has a page with its form, and one with the form in steps', async () => {
    for (const [path, layout] of [
      ['/forms/callback', ''],
      ['/forms/callback/steps', ' layout="steps"'],
    ]) {
      const html = await (await fetch(`${own}${path}`)).text();
      expect(html).toContain(`<enquiry-form case-type="callback"${layout}>`);
      expect(html).toContain(
        `<script type="module" src="${proxy}/enquiry-form.js?case-type=callback"></script>`,
      );
    }
  });
  test('the demo’s own pages are not there', async () => {
    expect((await fetch(`${own}/house-move.html`)).status).toBe(404);
    expect((await fetch(`${own}/forms/constructor`)).status).toBe(404);
  });
});
