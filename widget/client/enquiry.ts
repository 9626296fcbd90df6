import type { Problem, Receipt } from '../../proxy/contract/enquiry.ts';
import { retryAfterMs } from './retry.ts';

/** What came back from the proxy, or didn't. */
export interface Answer<Body> {
  /** 0: no answer that we may read: offline, a timeout, a lost connection, something between. */
  status: number;
  /** The problem document's code; else `http-<status>`, `network` for status 0. */
  code: string;
  retryAfterMs: number | undefined;
  /** With `invalid-enquiry`: what the visitor can put right. */
  problems: Problem[];
  /** Set when the request succeeded and the answer looks like ours. */
  body: Body | undefined;
}

/** The largest body, in bytes, that browsers send on after the page was closed. */
const keepaliveBytes = 60_000;
const timeoutMs = 30_000;

/** `POST /enquiries`. Never throws: what went wrong is in the answer. */
export async function postEnquiry(proxy: string, key: string, enquiry: string): Promise<Answer<Receipt>> {
  try {
    const response = await fetch(`${proxy}enquiries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: enquiry,
      keepalive: new Blob([enquiry]).size < keepaliveBytes,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return answerOf(response.status, text, response.headers.get('retry-after'), 'upload_token');
  } catch {
    return answerOf(0, '', null, 'upload_token'); // The network's fault: the caller says so and repeats.
  }
}

/** `mark` is a key that only a success of ours has: a captive portal's page is no receipt. */
export function answerOf<Body>(
  status: number,
  text: string,
  retryAfter: string | null,
  mark: keyof Body,
): Answer<Body> {
  let body: (Body & { code?: unknown; problems?: Problem[] }) | null = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Not the proxy's words, but something's between; the status alone counts.
  }
  // Gateways have numbers for codes.
  const code = typeof body?.code === 'string' ? body.code : undefined;
  return {
    status,
    code: code ?? (status ? `http-${status}` : 'network'),
    retryAfterMs: retryAfterMs(retryAfter),
    problems: body?.problems ?? [],
    body: status < 300 && body?.[mark] ? body : undefined,
  };
}
