import type { Receipt } from '../../proxy/contract/enquiry.ts';
import { type EnquiryRequest, postEnquiry } from '../client/enquiry.ts';
import type { ProxyResponse } from '../client/response.ts';
import { unsolved } from './prover.ts';

/** Runs `send`. If the page ends meanwhile, repeats the request that `findRequest` returns: the proxy may be about to ask
 * for a proof, and a page that ends has time for neither a proof nor a retry. The proxy recognises the repeat, even one
 * after a reload. */
export async function repeatAtPageEnd<Outcome>(
  findRequest: () => EnquiryRequest | undefined,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  // Sends synchronously, because after this event a frame that was removed can't send anything.
  const repeat = () => {
    const request = findRequest();
    if (request) void postEnquiry(request, unsolved);
  };
  addEventListener('pagehide', repeat);
  try {
    return await send();
  } finally {
    removeEventListener('pagehide', repeat);
  }
}

/** Posts an enquiry, and again if the visitor comes back to the page meanwhile. Firefox and WebKit keep the page, but
 * Firefox loses the response, and in WebKit the request never ends, even if it is aborted. */
export async function postAgainOnReturn(
  request: EnquiryRequest,
  authorization?: string,
): Promise<ProxyResponse<Receipt>> {
  for (;;) {
    const waiting = new AbortController();
    const returned = new Promise<undefined>(resolve => {
      const onShow = ({ persisted }: PageTransitionEvent) => persisted && resolve(undefined);
      addEventListener('pageshow', onShow, { signal: waiting.signal });
    });
    const response = await Promise.race([postEnquiry(request, authorization), returned]);
    waiting.abort();
    if (response) return response;
  }
}
