import type { ClientSignals } from '../contract/proof.ts';

/** Reads the `client` of a request, which may be any JSON value. Leaves out malformed members. */
export function readClientSignals(given: unknown): ClientSignals {
  if (typeof given !== 'object' || given === null) return {};
  const { first_touch_ms, is_trusted } = given as Record<keyof ClientSignals, unknown>;
  return {
    ...(typeof first_touch_ms === 'number' && first_touch_ms >= 0 && { first_touch_ms }),
    ...(typeof is_trusted === 'boolean' && { is_trusted }),
  };
}
