import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Crockford's base32: no I, L, O or U, so that a reference can be read out on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What an enquiry's reference looks like. */
export const referencePattern = new RegExp(`^[${alphabet}]{5}-[${alphabet}]{5}$`);

/** Creates an enquiry's reference, like `7K2PQ-2M9XD`. */
export function createReference(randomBytes: (count: number) => Uint8Array): string {
  const characters = [...randomBytes(10)].map(byte => alphabet[byte % 32]);
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
}

/** Encodes a value as JSON with sorted keys, so that equal values have equal encodings. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** The hash that identifies a definition or an asset: `sha256-` and base64url. */
export function sha256(content: string | Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64url')}`;
}

/** The first 12 hex digits of a hash, by which people name a definition. */
export function toDigits(hash: string): string {
  return Buffer.from(hash.slice('sha256-'.length), 'base64url').toString('hex').slice(0, 12);
}

/** Whether a text has the form of a hash. */
export function isHash(text: string): boolean {
  return /^sha256-[\w-]{43}$/.test(text);
}

/** The format of an upload token: the signed part, and the case type. */
export const uploadTokenPattern = /^(\d+\.[\w-]+)\.(.+)$/;

const tokenSeconds = 24 * 3_600;

/** The format of the idempotency key of a page: the UUID, the time in seconds since 1970, and the signature. */
const pageKeyPattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]+)$/;
const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Returns the UUID in the idempotency key of a page, whoever signed it: also after its secret was removed. The key of an
 * enquiry that another page couldn't send is the UUID itself. Undefined if the text is neither. */
export const uuidOfPageKey = (key: string): string | undefined =>
  pageKeyPattern.exec(key)?.[1] ?? uuidPattern.exec(key)?.[0];

/** Sealed texts can be opened for an hour. */
const sealedSeconds = 3_600;
const ivBytes = 12;
const tagBytes = 16;

/** Derives the key for a purpose. Importing its bytes again for each signature would take six times as long as that. */
const deriveKey = (secret: string, purpose: string) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `enquiry-form ${purpose}`, 32)));
const sign = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url');
const isSigned = (keys: KeyObject[], signature: string, text: string) =>
  keys.some(key => isEqual(signature, sign(key, text)));

const createToken = (keys: KeyObject[], subject: string, expires: number) =>
  `${expires}.${sign(keys[0]!, `${subject}.${expires}`)}`;
function isTokenFor(keys: KeyObject[], subject: string, token: string, now: number): boolean {
  const [, expires, signature] = /^(\d{1,12})\.([\w-]+)$/.exec(token) ?? [];
  if (expires === undefined || signature === undefined || Number(expires) * 1000 < now) return false;
  return isSigned(keys, signature, `${subject}.${expires}`);
}

export type Signer = ReturnType<typeof createSigner>;

/** Signs upload tokens, the tokens of test links, challenges, the keys of pages and request digests, and encrypts receipts:
 * with the first secret. Accepts the signatures of all, so that secrets can be rotated. What can't be compared, but is
 * searched for, such as a derived key, is computed with each secret, the first one first. */
export function createSigner(secrets: string[]) {
  const keysFor = (purpose: string) => secrets.map(secret => deriveKey(secret, purpose));
  const tokenKeys = keysFor('upload token');
  const testKeys = keysFor('test link');
  const digestKeys = keysFor('digest');
  const challengeKeys = keysFor('challenge');
  const pageKeys = keysFor('page key');
  const derivationKeys = keysFor('derived key');
  const sealKeys = keysFor('seal');
  const deskKeys = keysFor('desk');
  const loadedKey = keysFor('loaded')[0]!;

  /** Creates an upload token, which lets its bearer add attachments to this enquiry until `expires`, in seconds since 1970,
   * and nothing else. It names the case type, because a delivered enquiry no longer has it. */
  const tokenUntil = (expires: number, reference: string, caseType: string) =>
    `${createToken(tokenKeys, `${reference} ${caseType}`, expires)}.${caseType}`;

  return {
    tokenUntil,
    /** Creates an upload token that is valid for 24 h. */
    token: (reference: string, caseType: string, now: number) =>
      tokenUntil(Math.floor(now / 1000) + tokenSeconds, reference, caseType),
    /** Returns the case type of an upload token for this enquiry; undefined if it is none, or has expired. */
    caseTypeOf(token: string, reference: string, now: number): string | undefined {
      const [, signed = '', caseType] = uploadTokenPattern.exec(token) ?? [];
      if (caseType === undefined) return undefined;
      return isTokenFor(tokenKeys, `${reference} ${caseType}`, signed, now) ? caseType : undefined;
    },
    /** Creates the token of a test link for the pages of this origin. Valid until `expires`, in seconds since 1970. */
    testToken: (origin: string, expires: number) => createToken(testKeys, origin, expires),
    /** Whether this is the token of a test link for the pages of this origin that expired less than `lateMs` ago
     * (default: hasn't expired). */
    isTestToken: (token: string, origin: string, now: number, lateMs = 0) =>
      isTokenFor(testKeys, origin, token, now - lateMs),
    /** Creates the token of a form of the desk for this user. Valid for 24 h. */
    deskToken: (user: string, now: number) =>
      createToken(deskKeys, user, Math.floor(now / 1000) + tokenSeconds),
    isDeskToken: (token: string, user: string, now: number) => isTokenFor(deskKeys, user, token, now),
    /** Computes a keyed digest of a request, which identifies a repeated request. Reveals nothing about the text to
     * readers of the database. */
    digest: (text: string) => sign(digestKeys[0]!, text),
    isDigest: (digest: string, text: string) => isSigned(digestKeys, digest, text),
    /** Signs a challenge together with the request that it is bound to. */
    signChallenge: (text: string) => sign(challengeKeys[0]!, text),
    isChallenge: (signature: string, text: string) => isSigned(challengeKeys, signature, text),
    /** Creates the idempotency key of a page from a UUID. */
    pageKey: (uuid: string) => `${uuid}.${sign(pageKeys[0]!, uuid)}`,
    isPageKey(key: string): boolean {
      const [, uuid = '', signature = ''] = pageKeyPattern.exec(key) ?? [];
      return isSigned(pageKeys, signature, uuid);
    },
    /** Derives an idempotency key from another one and a text, with each secret: a UUID, and always the same one. */
    deriveKeys: (key: string, text: string): string[] =>
      derivationKeys.map(each => toUuid(createHmac('sha256', each).update(`${key} ${text}`).digest())),
    /** Encrypts a text that only this proxy can read, for an hour: for addresses, which end up in access logs. */
    seal(text: string, now: number): string {
      const expires = Math.floor(now / 1000) + sealedSeconds;
      return encrypt(sealKeys[0]!, `${expires} ${text}`).toString('base64url');
    },
    /** Decrypts what `seal` returned; undefined if it is anything else. */
    open(sealed: string, now: number): { text: string; isExpired: boolean } | undefined {
      const bytes = Buffer.from(sealed, 'base64url');
      const opened = sealKeys.map(key => decrypt(key, bytes)).find(text => text !== undefined);
      if (opened === undefined) return undefined;
      const [expires, ...words] = opened.split(' ');
      return { text: words.join(' '), isExpired: Number(expires) * 1000 <= now };
    },
    /** Computes the hash that identifies what a process has loaded: 12 hexadecimal digits, keyed, so that readers of the
     * database can't guess a password from it. */
    loadedHash: (text: string) => createHmac('sha256', loadedKey).update(text).digest('hex').slice(0, 12),
    /** Names each secret without revealing it, the one that signs first. */
    secretIds: keysFor('identifier').map(key => sign(key, '').slice(0, 8)),
  };
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The UUID of version 8 (RFC 9562) that the first 16 bytes contain. */
function toUuid(bytes: Buffer): string {
  bytes[6] = (bytes[6]! & 0x0f) | 0x80; // The version and the variant.
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function encrypt(key: KeyObject, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts and verifies what `encrypt` returned; undefined if it wasn't encrypted with this key. */
function decrypt(key: KeyObject, bytes: Buffer): string | undefined {
  if (bytes.length < ivBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined; // A wrong tag: made with another key, or forged.
  }
}
