import { Refusal } from './refusal.ts';

/** Long bodies are refused while the unfinished bodies in memory have more bytes than this. */
const maxBytes = 67_108_864;
/** A shorter body is never refused, so that clients that send long ones slowly can't keep ordinary enquiries out. */
const shortBytes = 16_384;
const retrySeconds = 5;

/** The bytes that this process holds now. */
let held = 0;

/** Counts the bytes of a body that is kept in memory. */
export function countBodyMemory() {
  let bytes = 0;
  return {
    /** Throws a refusal if the body is long and all unfinished bodies together take too much memory. */
    add(count: number): void {
      bytes += count;
      held += count;
      if (bytes <= shortBytes || held <= maxBytes) return;
      throw new Refusal('too-many-requests', {
        headers: { 'retry-after': String(retrySeconds) },
        reason: 'body-memory',
      });
    },
    /** Call this when the body is no longer in memory. */
    end(): void {
      held -= bytes;
    },
  };
}
