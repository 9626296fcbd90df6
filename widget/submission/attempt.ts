import { type Enquiry, optionalAdditions, type Problem, type Receipt } from '../../proxy/contract/enquiry.ts';
import { toJson } from '../../proxy/contract/to-json.ts';
import type { EnquiryRequest } from '../client/enquiry.ts';
import { newIdempotencyKey } from '../client/idempotency-key.ts';
import type { ProxyResponse } from '../client/response.ts';
import { silentRetryDelay } from '../client/retry-delays.ts';
import { wait } from '../client/wait.ts';
import { textWithoutAdditions } from './additions.ts';
import { postAgainOnReturn } from './page-end.ts';
import { Prover } from './prover.ts';

/** The outcome of an attempt to send the enquiry. */
export type Outcome =
  /** The proxy has acknowledged the enquiry. `request` is the one that it acknowledged. */
  | { kind: 'accepted'; receipt: Receipt; request: EnquiryRequest }
  /** The visitor must correct something. */
  | { kind: 'refused'; problems: Problem[]; foundBy: 'form' | 'proxy' }
  /** The request failed or the proxy responded with another error. A retry may help. */
  | { kind: 'failed'; response: ProxyResponse<Receipt> }
  /** The page has reset the form meanwhile. `accepted`: the proxy has acknowledged the enquiry nevertheless. */
  | { kind: 'superseded'; accepted?: Extract<Outcome, { kind: 'accepted' }> };

/** Returns the request for an enquiry: the previous one if the enquiry is the same, so that the proxy recognises a
 * repeat, and otherwise a new one. The previous attribution is kept, although the page's address may have changed
 * since. */
export function createRequest(
  proxy: string,
  enquiry: Enquiry,
  previous: EnquiryRequest | undefined,
): EnquiryRequest {
  const isRepeat = proxy === previous?.proxy && isSameEnquiry(previous.body, enquiry);
  return isRepeat ? previous : { proxy, key: newIdempotencyKey(), body: toJson(enquiry) };
}

function isSameEnquiry(body: string, enquiry: Enquiry): boolean {
  try {
    return textWithoutAdditions(JSON.parse(body)) === textWithoutAdditions(enquiry);
  } catch {
    return false; // The request was restored from a malformed draft.
  }
}

/** Sends a request, and repeats it silently while the proxy responds that it is briefly busy. If a proxy of an earlier
 * release refuses an optional addition, repeats the request immediately without it. If the proxy asks for a proof,
 * repeats the request with one, or without one if that takes too long. An aborted `signal` makes the outcome
 * `superseded`, but doesn't abort the request, because the visitor meant to send it. */
export async function sendEnquiry(original: EnquiryRequest, signal: AbortSignal): Promise<Outcome> {
  let request = original;
  const prover = new Prover(signal);
  for (let attempts = 1; ; attempts++) {
    const response = await postAgainOnReturn(request, prover.authorization);
    const accepted = withoutUnknown(request, response);
    if (accepted) {
      request = accepted;
      continue;
    }
    if (response.code === 'proof-required' && (await prover.answer(response.challenge))) continue;
    const delayMs = silentRetryDelay(response, attempts);
    if (delayMs !== undefined) {
      await wait(delayMs);
      continue;
    }
    const outcome = outcomeOf(response, request);
    if (!signal.aborted) return outcome;
    return { kind: 'superseded', ...(outcome.kind === 'accepted' && { accepted: outcome }) };
  }
}

/** Returns the request without the optional additions that the proxy refused as unknown; undefined if it refused none. */
function withoutUnknown(
  request: EnquiryRequest,
  { status, problems }: ProxyResponse<Receipt>,
): EnquiryRequest | undefined {
  if (status !== 422) return undefined;
  const enquiry: Enquiry = JSON.parse(request.body);
  const refused = optionalAdditions.filter(
    name => name in enquiry && problems.some(({ field, rule }) => field === name && rule === 'unknown'),
  );
  if (!refused.length) return undefined;
  for (const name of refused) delete enquiry[name];
  return { ...request, body: toJson(enquiry) };
}

function outcomeOf(response: ProxyResponse<Receipt>, request: EnquiryRequest): Outcome {
  const { body: receipt, problems } = response;
  if (problems.length) return { kind: 'refused', problems, foundBy: 'proxy' };
  return receipt ? { kind: 'accepted', receipt, request } : { kind: 'failed', response };
}
