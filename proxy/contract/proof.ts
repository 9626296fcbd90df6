/** A task that takes a browser about a second, so that a bot can't send thousands of enquiries at once: find the whole
 * number from 0 to `max` whose PBKDF2-SHA-256 key starts with `target`. The password is the number in decimal digits. A
 * challenge is bound to one idempotency key and one body. */
export interface Challenge {
  /** The client sends it back unchanged. */
  token: string;
  /** The salt: these characters, in ASCII. */
  salt: string;
  iterations: number;
  /** The upper limit of the solution. */
  max: number;
  /** The first bytes of the derived key, in lower-case hex. */
  target: string;
}

/** How the visitor used the form, as the browser saw it. Can be forged. */
export interface ClientSignals {
  /** The time from the first touch of the form to Send, in milliseconds. Default: unknown. */
  first_touch_ms?: number;
  /** Whether the browser reported at least one input event as caused by a person (`isTrusted`). Default: unknown. */
  is_trusted?: boolean;
}
