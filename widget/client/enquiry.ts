import { enquiryTimeoutMs, type Receipt } from '../../proxy/contract/enquiry.ts';
import { toJson } from '../../proxy/contract/to-json.ts';
import { type ProxyResponse, parseResponse, wait } from './requests.ts';

/** An enquiry as it is posted. A repeat has the same key and the same body, so that the proxy recognises it. */
export interface EnquiryRequest {
  proxy: string;
  key: string;
  body: string;
}

/** The largest body that browsers still send after the page was closed. The Fetch standard allows 64 KiB at a time. The
 * first request of an enquiry uses at most half of it, because it may be repeated when the page ends. */
const keepaliveMaxBytes = 60_000;
/** After this time, a request has failed even if the page has replaced `fetch` with a function that ignores timeouts. */
const maxWaitMs = enquiryTimeoutMs + 1_000;
/** The Authorization of an enquiry. It tells the proxy that the form can solve challenges. */
export const canProve = 'Proof v=1';

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
    const responded = fetch(`${proxy}enquiries`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      body,
      keepalive: new Blob([body]).size < keepaliveMaxBytes / (authorization === canProve ? 2 : 1),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(enquiryTimeoutMs),
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
    const response = await fetch(`${proxy}test-links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toJson({ token }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    // A proxy of an earlier release has no test links.
    if (response.status === 404) return false;
    const { valid } = await response.json();
    return typeof valid === 'boolean' ? valid : undefined;
  } catch {
    return undefined; // The network failed, or a gateway responded instead of the proxy.
  }
}
