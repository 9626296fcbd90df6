import { marketingFields } from '../../proxy/contract/definition.ts';
import { type Enquiry, optionalAdditions } from '../../proxy/contract/enquiry.ts';
import { toJson } from '../../proxy/contract/to-json.ts';
import { attributeForm, parameterNames } from '../attribution/precedence.ts';
import { addPage, describePage } from '../attribution/record.ts';
import type { EnquiryRequest } from '../client/enquiry.ts';
import { newIdempotencyKey, wait } from '../client/requests.ts';
import type { FormContext, Measurement } from '../form/form-context.ts';
import type { LazyController } from '../form/lazy-controller.ts';
import { testToken } from '../measurement/test-state.ts';

/** A part that may not be loaded yet. */
export type Loadable<Part> = Pick<LazyController<Part>, 'current' | 'load'>;

/** How long an enquiry waits until the measurement part is loaded. */
const maxLoadMs = 3_000;

/** Reads the parts of an enquiry that don't come from the visitor: its attribution, the client signals and the test
 * token. */
export async function readAdditions(
  context: FormContext,
  measurement: Loadable<Measurement>,
): Promise<Partial<Enquiry>> {
  try {
    const part = measurement.current ?? (await Promise.race([measurement.load(), wait(maxLoadMs)]));
    if (part) return await part.additions();
  } catch {
    // The enquiry is sent even if this part has a bug.
  }
  // The token is sent even if it may be invalid: the proxy then refuses the test, but would deliver one without a token.
  const test = testToken(context);
  return { ...readFromPage(context), ...(test && { test }) };
}

/** Returns the request for an enquiry: the previous one if the enquiry is the same, so that the proxy recognises a
 * repeat, and otherwise a new one. The previous attribution is kept, although the page's address may have changed
 * since. */
export function createRequest(
  proxy: string,
  enquiry: Enquiry,
  previous: EnquiryRequest | undefined,
): EnquiryRequest {
  try {
    const isSame =
      previous && textWithoutAdditions(JSON.parse(previous.body)) === textWithoutAdditions(enquiry);
    if (isSame && proxy === previous.proxy) return previous;
  } catch {
    // The previous request was restored from a malformed draft.
  }
  return { proxy, key: newIdempotencyKey(), body: toJson(enquiry) };
}

/** A text that is equal for equal enquiries. It contains the visitor's answers and the test token, but no attribution and
 * no client signals. */
function textWithoutAdditions(enquiry: Enquiry): string {
  const names = new Set<string>([...marketingFields, ...optionalAdditions]);
  return toJson(Object.fromEntries(Object.entries(enquiry).filter(([name]) => !names.has(name))));
}

/** The attribution that can be read without the measurement part, which remembers earlier pages. */
function readFromPage({ host, model, visit }: FormContext): Partial<Enquiry> {
  const settings = model.source.definition?.attribution;
  try {
    const record = addPage(undefined, describePage([visit.address]), parameterNames(settings));
    const addresses = [location.href, model.address];
    return attributeForm(host, { addresses, visit: record, settings });
  } catch {
    return {}; // The enquiry is sent even if this code has a bug.
  }
}
