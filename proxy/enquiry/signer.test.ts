import { expect, test } from 'vitest';
import { createReference } from './reference.ts';
import { createSigner } from './signer.ts';

const [old, current] = ['o'.repeat(32), 'c'.repeat(32)];
const day = 24 * 3_600_000;

test('an upload token is for one enquiry, for 24 hours', () => {
  const signer = createSigner([current]);
  const token = signer.token('7K2PQ-2M9XD', 0);
  expect(signer.isToken(token, '7K2PQ-2M9XD', day)).toBe(true);
  expect(signer.isToken(token, '7K2PQ-2M9XD', day + 1)).toBe(false);
  expect(signer.isToken(token, '7K2PQ-2M9XE', 0)).toBe(false);
  expect(signer.isToken(token.replace(/^\d+/, '999999999'), '7K2PQ-2M9XD', 0)).toBe(false);
  expect(signer.isToken('', '7K2PQ-2M9XD', 0)).toBe(false);
});

test('a signature made with an old secret is accepted while that secret is listed', () => {
  const token = createSigner([old]).token('7K2PQ-2M9XD', 0);
  const digest = createSigner([old]).digest('text');
  expect(createSigner([current, old]).isToken(token, '7K2PQ-2M9XD', 0)).toBe(true);
  expect(createSigner([current, old]).isDigest(digest, 'text')).toBe(true);
  expect(createSigner([current]).isToken(token, '7K2PQ-2M9XD', 0)).toBe(false);
});

test('different bodies have different digests', () => {
  const signer = createSigner([current]);
  expect(signer.isDigest(signer.digest('a'), 'a')).toBe(true);
  expect(signer.isDigest(signer.digest('a'), 'b')).toBe(false);
});

test('a reference can be read out on the phone', () => {
  expect(createReference(() => Uint8Array.from([7, 20, 2, 23, 24, 2, 21, 9, 29, 255]))).toBe('7M2QR-2N9XZ');
});
