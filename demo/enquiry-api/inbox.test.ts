import { describe, expect, test } from 'vitest';
import { ada, enquiryApi, letter } from './enquiry-api-for-tests.ts';

const { ask, post, inbox, restart } = enquiryApi();

test('enquiries and files survive a restart', async () => {
  await post('create', ada);
  await post('upload', letter);
  const before = await inbox();
  await restart();
  expect((await inbox()).enquiries).toEqual(before.enquiries);
  expect((await ask(`/inbox/files/${before.enquiries[0]?.files[0]?.id}`)).status).toBe(200);
  expect((await post('create', ada)).body.result).toBe(4712);
});

describe('the page', () => {
  test('has a strict policy and loads nothing from another origin', async () => {
    expect((await ask('/', { redirect: 'manual' })).headers.get('location')).toBe('/inbox');
    const page = await ask('/inbox');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    const html = await page.text();
    for (const [, path] of html.matchAll(/(?:href|src)="(\/[^"]*)"/g)) {
      expect((await ask(path!)).status).toBe(200);
    }
    expect(html).not.toMatch(/https?:/);
  });

  test('inserts what it received as text only', async () => {
    const script = await (await ask('/inbox.js')).text();
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval/);
  });

  test('can empty the inbox and switch faults, and no other page can', async () => {
    const { origin } = new URL((await ask('/inbox')).url);
    for (const [sender, status] of [
      ['https://evil.example', 403],
      ['null', 403],
      [origin, 200],
    ] as const) {
      const headers = { origin: sender };
      expect((await ask('/inbox', { method: 'DELETE', headers })).status).toBe(status);
      expect((await ask('/faults', { method: 'PUT', headers, body: '{}' })).status).toBe(status);
    }
  });

  test('serves nothing else', async () => {
    for (const path of ['/inbox.ts', '/spec-gaps.ts', '/..%2fmain.ts', '/rest']) {
      expect((await ask(path)).status).toBe(404);
    }
  });
});
