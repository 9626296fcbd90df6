import type { Enquiry, Problem, Receipt } from '../../proxy/contract/enquiry.ts';
import { type EnquiryRequest, postEnquiry } from '../client/enquiry.ts';
import { newIdempotencyKey } from '../client/idempotency-key.ts';
import type { ProxyResponse } from '../client/response.ts';
import { silentRetryDelay } from '../client/retry-delays.ts';
import { wait } from '../client/wait.ts';

/** The outcome of an attempt to send the enquiry. */
export type Outcome =
  /** The proxy has acknowledged the enquiry. `request` is the one that it acknowledged. */
  | { kind: 'accepted'; receipt: Receipt; request: EnquiryRequest }
  /** The visitor must correct something. */
  | { kind: 'refused'; problems: Problem[]; foundBy: 'form' | 'proxy' }
  /** The request failed or the proxy responded with another error. A retry may help. */
  | { kind: 'failed'; response: ProxyResponse<Receipt> }
  /** The page has reset the form meanwhile. */
  | { kind: 'superseded' };

/** The request for an enquiry: the previous one if nothing has changed since, so that the proxy recognises a repeat;
 * otherwise a new one. */
export function createRequest(
  proxy: string,
  enquiry: Enquiry,
  previous: EnquiryRequest | undefined,
): EnquiryRequest {
  const body = JSON.stringify(enquiry);
  const isRepeat = body === previous?.body && proxy === previous.proxy;
  return isRepeat ? previous : { proxy, key: newIdempotencyKey(), body };
}

/** Sends a request, and repeats it silently while the proxy says that it is briefly busy. An aborted `signal` makes the
 * outcome `superseded`, but doesn't abort the request: the visitor meant to send it. */
export async function sendEnquiry(request: EnquiryRequest, signal: AbortSignal): Promise<Outcome> {
  for (let attempts = 1; ; attempts++) {
    const response = await postEnquiry(request);
    const delayMs = silentRetryDelay(response, attempts);
    if (delayMs !== undefined) {
      await wait(delayMs);
      continue;
    }
    return signal.aborted ? { kind: 'superseded' } : outcomeOf(response, request);
  }
}

function outcomeOf(response: ProxyResponse<Receipt>, request: EnquiryRequest): Outcome {
  const { body: receipt, problems } = response;
  if (problems.length) return { kind: 'refused', problems, foundBy: 'proxy' };
  return receipt ? { kind: 'accepted', receipt, request } : { kind: 'failed', response };
}
