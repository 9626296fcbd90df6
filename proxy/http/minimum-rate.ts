import type { Environment } from '../settings/environment.ts';

/** What must come at least. */
export interface Slowest {
  bytesPerSecond: number;
  windowMs: number;
}

export function slowestOf(settings: Environment): Slowest {
  return { bytesPerSecond: settings.ENQUIRY_UPLOAD_MIN_RATE, windowMs: settings.ENQUIRY_UPLOAD_WINDOW_MS };
}

/** Whoever sends is not waited for any longer. */
export class TooSlow extends Error {}

/** Watches that whoever sends keeps to a rate: in every window of waiting for it, at least so much must have come. Time
 * that we take ourselves does not count. `tooSlow` is called once. */
export function createPace({ bytesPerSecond, windowMs }: Slowest, tooSlow: () => void) {
  let waitedMs = 0;
  let bytes = 0;
  let from = 0;
  let timer: NodeJS.Timeout | undefined;

  function judge() {
    if ((bytes * 1_000) / windowMs < bytesPerSecond) return tooSlow();
    waitedMs = 0;
    bytes = 0;
    wait();
  }
  function wait() {
    from = performance.now();
    timer = setTimeout(judge, Math.max(0, windowMs - waitedMs));
  }
  function rest() {
    clearTimeout(timer);
    waitedMs += performance.now() - from;
  }
  return {
    /** The next piece is waited for. */
    wait,
    /** A piece has come. */
    came(count: number) {
      rest();
      bytes += count;
    },
    stop: () => clearTimeout(timer),
  };
}
