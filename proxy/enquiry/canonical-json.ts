import { createHash } from 'node:crypto';

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

/** Whether a text has the form of a hash. */
export function isHash(text: string): boolean {
  return /^sha256-[\w-]{43}$/.test(text);
}
