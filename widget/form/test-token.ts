import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import type { FormContext } from './form-context.ts';

/** Finds the token of a test link in the fragment of an address. */
export function readTestToken(address: string): string | undefined {
  return /#(?:.*&)?enquiry-test=([^&]+)/.exec(address)?.[1];
}

/** The token for an enquiry; undefined if the enquiry is an ordinary one. The token is used even if the proxy hasn't
 * confirmed it yet: the proxy refuses an invalid token, but would deliver an enquiry without one. */
export function testToken({ test, visit }: FormContext): string | undefined {
  if (test.isValid === false) return undefined;
  // Once test mode is loaded, it reads the page's address itself.
  const early = 'link' in test ? undefined : (readTestToken(location.href) ?? readTestToken(visit.address));
  return test.link ?? test.draft ?? early;
}

export function isTestEnquiry(enquiry: Enquiry): boolean {
  return Object.hasOwn(enquiry, 'test'); // A script of the page may have added a property of this name to all objects.
}
