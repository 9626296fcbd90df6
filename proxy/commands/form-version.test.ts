import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { validConfig } from '../../tools/testing/proxy/settings.ts';
import { createDefinitions } from '../enquiry/definitions.ts';
import { sha256 } from '../enquiry/identifiers.ts';
import type { Outbox } from '../outbox/outbox.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);
/** The store of a running proxy. */
let outbox: Outbox;
beforeEach(async () => {
  outbox = await openSqliteOutbox(join(program.folder, 'data'));
});
afterEach(async () => {
  await outbox.close();
});

/** Opens the store as a proxy does, and publishes a config. */
async function publish(outbox: Outbox, published: object = exampleConfig) {
  const definitions = await createDefinitions(validConfig(published), outbox.archive);
  const define = (lang?: string) => definitions.current('injury', lang)!;
  return { define, hash: define().definition };
}

/** The first digits of a hash, as enquiries have them. */
const digitsOf = (hash: string) => Buffer.from(hash.slice(7), 'base64url').toString('hex').slice(0, 12);

test('prints the definition as browsers get it in a language, and the archived one, as JSON', async () => {
  const { define, hash } = await publish(outbox);
  for (const lang of ['en', 'cy']) {
    const { definition, archived } = JSON.parse((await run(['form', hash, '--lang', lang, '--json'])).out);
    expect(definition).toEqual(JSON.parse(JSON.stringify(define(lang))));
    expect(sha256(JSON.stringify(archived))).toBe(hash);
  }
});

test('finds a form by the value of enquiry_form_version or a part of it, long after the config has changed', async () => {
  const { hash } = await publish(outbox);
  await publish(outbox, { ...exampleConfig, privacy: { text: 'New' } });
  const digits = digitsOf(hash);
  for (const version of [digits, digits.slice(0, 8).toUpperCase(), `${digits} 0.1.0`]) {
    const { out, code } = await run(['form', version, '--json']);
    expect(JSON.parse(out).definition.definition).toBe(hash);
    expect(code).toBe(0);
  }
});

test('says when there is no such form, when there are several, and when it has no such language', async () => {
  const { hash } = await publish(outbox);
  const unknown = await run('form 0123456789ab');
  expect([unknown.out, unknown.code]).toEqual(['', 1]);
  expect(unknown.err).toMatch(/^enquiry-form: there is no form version "0123456789ab" in this database: /);
  expect(await run(['form', hash, '--lang', 'de'])).toEqual({
    out: '',
    err: 'enquiry-form: this form version isn’t in the language "de", but in cy and en\n',
    code: 1,
  });
  // The hashes of these two have the same first digits.
  const records = [74_553, 93_212].map(n => JSON.stringify({ case_type: 'injury', n }));
  const both = records.map(definition => ({ hash: sha256(definition), definition }));
  await outbox.archive.keepDefinitions(both);
  const several = await run('form 6f53e172');
  expect([several.out, several.code]).toEqual(['', 1]);
  for (const each of both) expect(several.err).toContain(`${each.hash} (injury)`);
  for (const malformed of ['6f53e17', 'sha256-6f53e172', `${digitsOf(hash)}0`]) {
    const { err, code } = await run(['form', malformed]);
    expect(err).toMatch(/^VERSION must be /);
    expect(code).toBe(2);
  }
});
