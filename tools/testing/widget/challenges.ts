import type { Challenge } from '../../../proxy/contract/enquiry.ts';

/** A challenge with this solution that can be solved quickly. */
export async function challengeFor(
  number: number,
  changes: Partial<Omit<Challenge, 'target'>> = {},
): Promise<Challenge> {
  const asked = { token: '1771113600.x8Q_-', salt: 'p3VvZ0cQ', iterations: 10, max: 20, ...changes };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey('raw', bytes(`${number}`), 'PBKDF2', false, ['deriveBits']);
  const algorithm = {
    name: 'PBKDF2',
    hash: 'SHA-256',
    salt: bytes(asked.salt),
    iterations: asked.iterations,
  };
  const derived = new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 64));
  const target = Array.from(derived, byte => byte.toString(16).padStart(2, '0')).join('');
  return { ...asked, target };
}
