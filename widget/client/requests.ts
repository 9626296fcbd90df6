// What the requests to the proxy have in common.
import type { Problem } from '../../proxy/contract/enquiry.ts';

/** The proxy's response, or the lack of one. */
export interface ProxyResponse<Body> {
  /** 0: no response that the page may read, because of a lost connection, a timeout or a gateway without CORS. */
  status: number;
  /** The problem document's code; otherwise `http-<status>`, `network` for status 0, `returned` for an
   * enquiry whose visitor has come back to the page before the response, or `unreadable` for a success whose
   * body is missing or truncated. */
  code: string;
  retryAfterMs: number | undefined;
  /** With `invalid-enquiry`: the problems. */
  problems: Problem[];
  /** With `proof-required`: the challenge, which hasn't been checked. */
  challenge: unknown;
  /** Set if the request succeeded and the body is the proxy's. */
  body: Body | undefined;
}

/** An empty `text` means that the body couldn't be read. `bodyKey` is a key that only the proxy's own body has: a captive
 * portal's page is no receipt. */
export function parseResponse<Body>(
  status: number,
  text: string,
  retryAfter: string | null,
  bodyKey: keyof Body,
): ProxyResponse<Body> {
  let body: (Body & { code?: unknown; problems?: unknown; challenge?: unknown }) | null = null;
  let isUnreadable = false;
  try {
    body = JSON.parse(text);
  } catch {
    // Something between the page and the proxy responded, such as a captive portal with a page, and only the status
    // counts. Or the proxy's own response was lost on the way, or a script of the page has read its body.
    isUnreadable = status > 0 && status < 300 && !text.startsWith('<');
  }
  // Some gateways respond with numeric codes.
  const code = typeof body?.code === 'string' ? body.code : undefined;
  return {
    status,
    code: code ?? (isUnreadable ? 'unreadable' : status ? `http-${status}` : 'network'),
    retryAfterMs: parseRetryAfter(retryAfter),
    problems: Array.isArray(body?.problems) ? body.problems.filter(isProblem) : [],
    challenge: body?.challenge,
    body: status < 300 && body?.[bodyKey] ? body : undefined,
  };
}

/** Whether it is a problem, and not the content of a gateway's own response. */
function isProblem(given: Partial<Problem> | null): given is Problem {
  return typeof given?.field === 'string' && typeof given.rule === 'string';
}

/** A `Retry-After` header, in seconds or as a date (RFC 9110 10.2.3), in milliseconds from now; undefined if there is
 * none. */
export function parseRetryAfter(header: string | null): number | undefined {
  const ms = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** A random UUID. Pages without TLS have no `randomUUID` (RFC 9562 5.4). */
export function newIdempotencyKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  return [...bytes]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function wait(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
