import { createHash } from 'node:crypto';

/** A JSON value as text that is the same for the same value, whatever the order of its keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** The hash that names a published definition or asset: `sha256-…`, base64url. */
export function sha256(content: string | Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64url')}`;
}
