import type { Logger } from 'pino';

/** The origins of the pages that may send enquiries. */
export interface PageOrigins {
  isAllowed(origin: string): boolean;
  /** Logs a warning about an origin that isn't allowed, because it may be the site owner's own. */
  warnOfRefused(origin: string): void;
}

/** Clients choose their `Origin` header, so these limits keep them from filling the memory and the log. */
const maxWarnings = 50;
const periodMs = 3_600_000;
const maxLoggedLength = 200;

/** Warns of each origin once an hour, and of at most 50 origins an hour. */
export function createPageOrigins(origins: string[], log: Logger, monotonicMs: () => number): PageOrigins {
  const allowed = new Set(origins);
  const warned = new Set<string>();
  let periodStart = monotonicMs();
  return {
    isAllowed: origin => allowed.has(origin),
    warnOfRefused(given) {
      const now = monotonicMs();
      if (now - periodStart >= periodMs) {
        periodStart = now;
        warned.clear();
      }
      const origin = given.slice(0, maxLoggedLength);
      if (warned.size >= maxWarnings || warned.has(origin)) return;
      warned.add(origin);
      log.warn({ origin }, 'origin not allowed');
    },
  };
}
