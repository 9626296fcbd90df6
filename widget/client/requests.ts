// Posts enquiries to the proxy, and reads its responses.

import { enquiryTimeoutMs, type Problem, type Receipt } from '../../proxy/contract/enquiry.ts';
import { toJson } from '../../proxy/contract/to-json.ts';

/** The proxy's response. */
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
    isUnreadable = status > 0 && status < 300 && !/^\s*</.test(text);
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
  const random = () => crypto.getRandomValues(new Uint8Array(1))[0]! % 16;
  // The version is 4, and the digit of the variant begins with the bits 10.
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, place =>
    (place === 'x' ? random() : (random() % 4) + 8).toString(16),
  );
}

export function wait(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

/** An enquiry as it is posted. A repeat has the same key and the same body, so that the proxy recognises it. */
export interface EnquiryRequest {
  proxy: string;
  key: string;
  body: string;
}

/** The largest body that browsers still send after the page has closed. The Fetch standard allows 64 KiB at a time
 * for all scripts of the page together, and a request beyond that fails, so only the repeat at the end of the page uses it. */
const keepaliveMaxBytes = 60_000;
/** After this time, a request has failed even if the page has replaced `fetch` with a function that ignores timeouts. */
const maxWaitMs = enquiryTimeoutMs + 1_000;
/** The Authorization of an enquiry. It tells the proxy that the form can solve challenges. */
export const canProve = 'Proof v=1';

/** Sends a request past all caches, without cookies. Rejects if the network fails, or at a redirect. */
export function fetchFresh(address: string, timeoutMs: number, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  return fetch(address, { ...init, signal, cache: 'no-store', credentials: 'omit', redirect: 'error' });
}

/** `POST /enquiries`. Never rejects: a lost connection is a response with status 0, and so is a return to the page
 * meanwhile. Firefox and WebKit keep a page that was left, but Firefox loses the response, and in WebKit the request never
 * ends, even if it is aborted. */
export async function postEnquiry(
  { proxy, key, body }: EnquiryRequest,
  authorization = canProve,
): Promise<ProxyResponse<Receipt>> {
  const lost = () => parseResponse<Receipt>(0, '', null, 'upload_token');
  const waiting = new AbortController();
  const returned = new Promise<ProxyResponse<Receipt>>(resolve => {
    const onShow = ({ persisted }: PageTransitionEvent) =>
      persisted && resolve({ ...lost(), code: 'returned' });
    addEventListener('pageshow', onShow, { signal: waiting.signal });
  });
  try {
    const responded = fetchFresh(`${proxy}enquiries`, enquiryTimeoutMs, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      body,
      keepalive: authorization !== canProve && new Blob([body]).size < keepaliveMaxBytes,
    }).then(async response => {
      const text = await response.text().catch(() => ''); // A script of the page has read it, or the connection was lost.
      const retryAfter = response.headers.get('retry-after');
      return parseResponse<Receipt>(response.status, text, retryAfter, 'upload_token');
    });
    return await Promise.race([responded, returned, wait(maxWaitMs).then(lost)]);
  } catch {
    return lost(); // The network failed. The caller retries.
  } finally {
    waiting.abort();
  }
}

/** `POST /test-links`: resolves with whether the token of a test link is valid for this page, or with undefined if the
 * proxy doesn't tell. Never rejects. */
export async function checkTestLink(proxy: string, token: string): Promise<boolean | undefined> {
  try {
    const response = await fetchFresh(`${proxy}test-links`, 10_000, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toJson({ token }),
    });
    const { valid } = await response.json();
    return typeof valid === 'boolean' ? valid : undefined;
  } catch {
    return undefined; // The network failed, or a gateway responded instead of the proxy.
  }
}

/** What is known of a file after a reload. */
export interface StoredFile {
  name: string;
  /** The idempotency key of its upload. */
  key: string;
  state: 'sent' | 'missing';
  /** Why a missing file was refused or had failed. */
  code?: string;
}

/** The permission to add files to an enquiry. */
export interface UploadPermission {
  proxy: string;
  receipt: Pick<Receipt, 'reference' | 'upload_token'>;
}
