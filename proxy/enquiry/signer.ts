import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs upload tokens and request digests. */
export interface Signer {
  /** Creates an upload token, which lets its bearer add attachments to this enquiry for 24 h. */
  token(reference: string, now: number): string;
  isToken(token: string, reference: string, now: number): boolean;
  /** Computes a keyed digest of a request, which identifies a repeated request. Reveals nothing about the text to
   * readers of the database. */
  digest(text: string): string;
  isDigest(digest: string, text: string): boolean;
}

const tokenSeconds = 24 * 3_600;

/** Signs with the first secret and accepts the signatures of all, so that secrets can be rotated. */
export function createSigner(secrets: string[]): Signer {
  const keysFor = (purpose: string) =>
    secrets.map(secret => Buffer.from(hkdfSync('sha256', secret, '', `enquiry-form ${purpose}`, 32)));
  const tokenKeys = keysFor('upload token');
  const digestKeys = keysFor('digest');
  const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const isSigned = (keys: Buffer[], signature: string, text: string) =>
    keys.some(key => isEqual(signature, sign(key, text)));

  return {
    token(reference, now) {
      const expires = Math.floor(now / 1000) + tokenSeconds;
      return `${expires}.${sign(tokenKeys[0]!, `${reference}.${expires}`)}`;
    },
    isToken(token, reference, now) {
      const [, expires, signature] = /^(\d{1,12})\.([\w-]+)$/.exec(token) ?? [];
      if (expires === undefined || signature === undefined || Number(expires) * 1000 < now) return false;
      return isSigned(tokenKeys, signature, `${reference}.${expires}`);
    },
    digest: text => sign(digestKeys[0]!, text),
    isDigest: (digest, text) => isSigned(digestKeys, digest, text),
  };
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
