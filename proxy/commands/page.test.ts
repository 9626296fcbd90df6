import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { canonicalJson, createSigner, sha256 } from '../enquiry/identifiers.ts';
import { openStore } from '../outbox/outbox.ts';
import { silent } from './command.ts';

const secret = 's'.repeat(32);
const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);

test('prints only the address, with a fragment that is valid for an hour, and says until when', {
  tags: 'asvs-14.2.1',
}, async () => {
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
  const own = await run(words, { ENQUIRY_SECRET: secret, ENQUIRY_PUBLIC_URL: 'https://shop.example.com' });
  expect(own.code).toBe(0);
});

describe('preview', () => {
  const words = 'preview --page https://www.example.com/contact?utm_source=radio';
  const variables = { ENQUIRY_SECRET: secret };
  const link =
    /^https:\/\/www\.example\.com\/contact\?utm_source=radio#enquiry-test=([\w.-]+)&enquiry-preview=(.+)\n$/;

  /** Opens the store as the proxy does. */
  const open = () => openStore(program.storeSettings(), Date.now, silent);
  async function readArchive(): Promise<Record<string, unknown>[]> {
    const { outbox } = await open();
    const definitions = await outbox.archive.allDefinitions();
    await outbox.close();
    return definitions.map(each => JSON.parse(each));
  }
  beforeEach(async () => (await open()).outbox.close());

  test('archives the definitions of the config on disk, and prints a test link that names them', async () => {
    const { out, err, code } = await run(words, variables);
    expect(code).toBe(0);
    const [, token, named] = link.exec(out)!;
    expect(createSigner([secret]).isTestToken(token!, 'https://www.example.com', Date.now())).toBe(true);
    expect(named).toMatch(/^injury:[\w-]{43},other:[\w-]{43}$/);
    expect(err).toContain('never delivered');
    const archived = await readArchive();
    expect(archived.map(({ case_type }) => case_type).toSorted()).toEqual(['injury', 'other']);
    const hashes = archived.map(each => `${each.case_type}:${sha256(canonicalJson(each)).slice(7)}`);
    expect(hashes.toSorted()).toEqual(named!.split(','));
  });

  test('takes only the case types that are named', async () => {
    const { out } = await run(`${words} --case-type other --json`, variables);
    const { address, case_types, expires_at } = JSON.parse(out);
    expect(address).toMatch(/&enquiry-preview=other:[\w-]{43}$/);
    expect({ case_types, expires_at }).toEqual({ case_types: ['other'], expires_at: expect.any(String) });
    expect((await readArchive()).map(({ case_type }) => case_type)).toEqual(['other']);
  });

  test.each([
    ['a page that may not send enquiries', '--page https://shop.example.com/', 1, 'add it to "origins" in'],
    [
      'an unknown case type',
      '--page https://www.example.com/ --case-type ijnury',
      2,
      'no case type "ijnury"',
    ],
  ])('refuses %s', async (_, options, code, message) => {
    const refused = await run(`preview ${options}`, variables);
    expect(refused).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
  });

  test('archives nothing of a config with errors, and names each error', async () => {
    program.writeConfig({ ...exampleConfig, orgins: [], case_types: { injury: { label: 7 } } });
    const { out, err, code } = await run(words, variables);
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err).toContain('"orgins": is not a setting');
    expect(err).toContain('case type "injury", "label": must be a text');
    expect(await readArchive()).toEqual([]);
  });
});
