/** A task that a browser solves in about a second, so that a bot can't send thousands of enquiries at once: find the
 * whole number from 0 to `max` for which PBKDF2-SHA-256, with the number as decimal text for its password, starts with
 * `target`. Bound to one idempotency key and one body. */
export interface Challenge {
  /** Sent back unchanged. */
  token: string;
  /** The salt: these characters, in ASCII. */
  salt: string;
  iterations: number;
  /** The greatest number that can be the solution. */
  max: number;
  /** The first bytes of the derived key, in lower-case hex. */
  target: string;
}

/** How the visitor used the form, as the browser saw it. Can be forged. */
export interface ClientSignals {
  /** The time from the first touch of the form to Send, in milliseconds. Default: unknown. */
  first_touch_ms?: number;
  /** Whether the browser vouches that a person caused at least one of the input events. Default: unknown. */
  is_trusted?: boolean;
}
