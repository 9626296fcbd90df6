import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../tools/testing/proxy/any-character.ts';
import { createReference, createSigner } from './identifiers.ts';

const [old, current] = ['o'.repeat(32), 'c'.repeat(32)];
const day = 24 * 3_600_000;

test('an upload token is for one enquiry, for 24 hours', { tags: 'asvs-9.2.1' }, () => {
  const signer = createSigner([current]);
  const token = signer.token('7K2PQ-2M9XD', 'injury', 0);
  expect(signer.caseTypeOf(token, '7K2PQ-2M9XD', day)).toBe('injury');
  expect(signer.caseTypeOf(token, '7K2PQ-2M9XD', day + 1)).toBeUndefined();
  expect(signer.caseTypeOf(token, '7K2PQ-2M9XE', 0)).toBeUndefined();
  for (const forged of [token.replace(/^\d+/, '999999999'), token.replace('injury', 'other'), ''])
    expect(signer.caseTypeOf(forged, '7K2PQ-2M9XD', 0)).toBeUndefined();
});

test('an upload token for later is valid until the time that it was made for', { tags: 'asvs-9.2.1' }, () => {
  const signer = createSigner([current]);
  const token = signer.tokenUntil((7 * day) / 1000, '7K2PQ-2M9XD', 'injury');
  expect(signer.caseTypeOf(token, '7K2PQ-2M9XD', 7 * day)).toBe('injury');
  expect(signer.caseTypeOf(token, '7K2PQ-2M9XD', 7 * day + 1)).toBeUndefined();
  expect(signer.caseTypeOf(token, '7K2PQ-2M9XE', 0)).toBeUndefined();
});

test.each(['a', '2.b_c-d', 'x'.repeat(100)])('an upload token names the case type %s', caseType => {
  const signer = createSigner([current]);
  const token = signer.token('7K2PQ-2M9XD', caseType, 0);
  expect(token).toMatch(/^[\w.-]+$/);
  expect(signer.caseTypeOf(token, '7K2PQ-2M9XD', 0)).toBe(caseType);
});

test('a test link is for the pages of one origin, until it expires', { tags: 'asvs-9.2.3' }, () => {
  const signer = createSigner([current]);
  const [origin, hour] = ['https://www.example.com', 3_600];
  const token = signer.testToken(origin, hour);
  expect(signer.isTestToken(token, origin, 3_600_000)).toBe(true);
  expect(signer.isTestToken(token, origin, 3_600_001)).toBe(false);
  expect(signer.isTestToken(token, origin, 3_600_000 + day, day)).toBe(true);
  expect(signer.isTestToken(token, origin, 3_600_001 + day, day)).toBe(false);
  expect(signer.isTestToken(token, 'https://shop.example.com', 0)).toBe(false);
  expect(signer.isTestToken(token.replace('3600', '9999'), origin, 0)).toBe(false);
  expect(createSigner([old]).isTestToken(token, origin, 0)).toBe(false);
  for (const forged of ['', '3600.', `3600.${'A'.repeat(43)}`])
    expect(signer.isTestToken(forged, origin, 0)).toBe(false);
});

test('a test link and an upload token can’t replace each other', { tags: 'asvs-9.2.2' }, () => {
  const signer = createSigner([current]);
  expect(signer.isTestToken(signer.token('7K2PQ-2M9XD', 'injury', 0), '7K2PQ-2M9XD', 0)).toBe(false);
  const test = signer.testToken('7K2PQ-2M9XD injury', 3_600);
  for (const forged of [test, `${test}.injury`])
    expect(signer.caseTypeOf(forged, '7K2PQ-2M9XD', 0)).toBeUndefined();
});

test('a signature made with an old secret is accepted while that secret is listed', {
  tags: 'asvs-9.1.3',
}, () => {
  const token = createSigner([old]).token('7K2PQ-2M9XD', 'injury', 0);
  const digest = createSigner([old]).digest('text');
  expect(createSigner([current, old]).caseTypeOf(token, '7K2PQ-2M9XD', 0)).toBe('injury');
  expect(createSigner([current, old]).isDigest(digest, 'text')).toBe(true);
  expect(createSigner([current]).caseTypeOf(token, '7K2PQ-2M9XD', 0)).toBeUndefined();
});

test('a page’s key is signed, and accepted with an old secret', () => {
  const uuid = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
  const key = createSigner([old]).pageKey(uuid);
  expect(createSigner([current, old]).isPageKey(key)).toBe(true);
  const others = [key.replace('1b4e', '1b4f'), `${key}A`, uuid, ''];
  for (const forged of others) expect(createSigner([old]).isPageKey(forged)).toBe(false);
  expect(createSigner([current]).isPageKey(key)).toBe(false);
});

test('a derived key is a UUID that depends on the key and the text', () => {
  const { deriveKeys } = createSigner([current]);
  const [key] = deriveKeys('a', 'text');
  expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(deriveKeys('a', 'text')).toEqual([key]);
  expect(new Set([deriveKeys('a', 'b'), deriveKeys('a', 'c'), deriveKeys('c', 'b')].flat()).size).toBe(3);
});

test('derived keys are computed with each secret, the current one first', () => {
  const both = createSigner([current, old]);
  const each = [createSigner([current]), createSigner([old])];
  expect(both.deriveKeys('a', 'text')).toEqual(each.flatMap(({ deriveKeys }) => deriveKeys('a', 'text')));
  expect(both.secretIds).toEqual(each.flatMap(({ secretIds }) => secretIds));
  expect(new Set(both.secretIds).size).toBe(2);
});

test('a sealed text can be opened for an hour, and is accepted with an old secret', () => {
  const text = 'front bumper.jpg\u{1F697} é';
  const sealed = createSigner([old]).seal(text, 0);
  expect(sealed).toMatch(/^[\w-]+$/);
  expect(sealed).not.toBe(createSigner([old]).seal(text, 0));
  expect(createSigner([current, old]).open(sealed, 3_599_999)).toEqual({ text, isExpired: false });
  expect(createSigner([current, old]).open(sealed, 3_600_000)).toEqual({ text, isExpired: true });
  expect(createSigner([current]).open(sealed, 0)).toBeUndefined();
});

test('a forged seal is never opened', { tags: ['asvs-9.1.1', 'asvs-11.3.1'] }, () => {
  const { seal, open } = createSigner([current]);
  const bytes = Buffer.from(seal('text', 0), 'base64url');
  void fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const forged = Buffer.from(bytes);
      forged[at]! ^= change;
      expect(open(forged.toString('base64url'), 0)).toBeUndefined();
      expect(open(bytes.subarray(0, at).toString('base64url'), 0)).toBeUndefined();
    }),
  );
});

test('only the tokens that were signed are accepted, and no text makes the check throw', {
  tags: ['asvs-9.1.1', 'asvs-9.1.2'],
}, () => {
  const signer = createSigner([current, old]);
  const tokens = {
    upload: signer.token('7K2PQ-2M9XD', 'injury', 0),
    test: signer.testToken('https://www.example.com', 3_600),
  };
  const isAccepted = (token: string) =>
    signer.caseTypeOf(token, '7K2PQ-2M9XD', 0) !== undefined ||
    signer.isTestToken(token, 'https://www.example.com', 0);
  const isDigest = (digest: string) => signer.isDigest(digest, 'text');
  const token = fc.constantFrom(tokens.upload, tokens.test);
  const character = fc.string({ unit: anyCharacter, maxLength: 1 });
  const changed = fc
    .tuple(token, fc.nat({ max: 60 }), character)
    .map(([each, at, replacement]) => each.slice(0, at) + replacement + each.slice(at + 1))
    .filter(each => !Object.values(tokens).includes(each));
  const signature = fc.string({ unit: fc.constantFrom(...'aZ9-_=é'), minLength: 43, maxLength: 43 });
  const forged = fc.oneof(
    changed,
    fc.string({ unit: anyCharacter }),
    signature,
    fc.tuple(fc.nat(), signature).map(each => each.join('.')),
    fc.constantFrom(`${'9'.repeat(400)}.${'A'.repeat(43)}`, `-1.${'A'.repeat(43)}`, `1e9.${'A'.repeat(43)}`),
  );
  expect(Object.values(tokens).every(isAccepted)).toBe(true);
  const property = fc.property(forged, each => {
    expect([isAccepted(each), isDigest(each)]).toEqual([false, false]);
  });
  void fc.assert(property, { numRuns: 3_000 });
});

test('different bodies have different digests', () => {
  const signer = createSigner([current]);
  expect(signer.isDigest(signer.digest('a'), 'a')).toBe(true);
  expect(signer.isDigest(signer.digest('a'), 'b')).toBe(false);
});

test('a reference can be read out on the phone', () => {
  expect(createReference(() => Uint8Array.from([7, 20, 2, 23, 24, 2, 21, 9, 29, 255]))).toBe('7M2QR-2N9XZ');
});
