import { type EnquiryRequest, postEnquiry } from '../client/enquiry.ts';
import { unsolved } from './prover.ts';

/** Runs `send`. If the page ends meanwhile, repeats the request that `findRequest` returns: the proxy may be about to ask
 * for a proof, and a page that ends has time for neither a proof nor a retry. The proxy recognises the repeat, also that
 * after a reload. */
export async function repeatAtPageEnd<Outcome>(
  findRequest: () => EnquiryRequest | undefined,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  // At once: after this event, a frame that was removed can't send anything.
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
