import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgramUnderTest, type ProgramUnderTest } from '../../tools/testing/proxy/program.ts';
import { createSigner } from '../enquiry/identifiers.ts';

const secret = 's'.repeat(32);
let program: ProgramUnderTest;
let run: ProgramUnderTest['run'];
beforeEach(async () => {
  program = await createProgramUnderTest();
  ({ run } = program);
});
afterEach(() => program.stop());

test('prints only the address, with a fragment that is valid for an hour, and says until when', async () => {
  const page = 'https://www.example.com/landing?utm_source=radio';
  const { out, err, code } = await run(`test-link --page ${page}`, { ENQUIRY_SECRET: secret });
  expect(code).toBe(0);
  const [, token] = /^https:\/\/www\.example\.com\/landing\?utm_source=radio#enquiry-test=(.+)\n$/.exec(out)!;
  const expires = Number.parseInt(token!, 10) * 1_000;
  const signer = createSigner([secret]);
  expect(signer.isTestToken(token!, 'https://www.example.com', expires)).toBe(true);
  expect(expires - Date.now()).toBeGreaterThan(3_500_000);
  expect(expires - Date.now()).toBeLessThan(3_600_001);
  expect(err).toContain(`Valid until ${new Date(expires).toISOString()}`);
});

test('replaces the fragment of the address and says so', async () => {
  const page = 'https://www.example.com/#contact';
  const { out, err } = await run(`test-link --json --page ${page}`, { ENQUIRY_SECRET: secret });
  expect(JSON.parse(out)).toEqual({
    address: expect.stringMatching(/^https:\/\/www\.example\.com\/#enquiry-test=\d+\.[\w-]{43}$/),
    expires_at: expect.any(String),
  });
  expect(err).toContain('replaces the fragment #contact');
});

test('signs with the secret that the proxy has generated', async () => {
  const words = 'test-link --page https://www.example.com/';
  const early = await run(words);
  expect(early).toMatchObject({ code: 1, out: '', err: expect.stringContaining('start the proxy once') });
  mkdirSync(join(program.folder, 'data'));
  writeFileSync(join(program.folder, 'data', 'secret'), secret);
  const [, token] = /#enquiry-test=(.+)\n$/.exec((await run(words)).out)!;
  expect(createSigner([secret]).isTestToken(token!, 'https://www.example.com', 0)).toBe(true);
});

test('refuses a page that may not send enquiries, and says what to do', async () => {
  const words = 'test-link --page https://shop.example.com/';
  const refused = await run(words, { ENQUIRY_SECRET: secret });
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('add it to "origins" in');
  const own = await run(words, { ENQUIRY_SECRET: secret, ENQUIRY_PUBLIC_ORIGIN: 'https://shop.example.com' });
  expect(own.code).toBe(0);
});
