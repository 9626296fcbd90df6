import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import type { FormContext, TestState } from '../form/form-context.ts';

/** Finds the token of a test link in the fragment of an address. */
export function readTestToken(address: string): string | undefined {
  return /#(?:.*&)?enquiry-test=([^&]+)/.exec(address)?.[1];
}

/** The token for an enquiry; undefined if the enquiry is an ordinary one. The token is used even if the proxy hasn't
 * confirmed it yet: the proxy refuses an invalid token, but would deliver an enquiry without one. */
export function testToken({ measurement, test = {}, visit }: FormContext): string | undefined {
  if (test.isValid === false) return undefined;
  // Once test mode is loaded, it reads the page's address itself.
  const early = measurement?.current
    ? undefined
    : (readTestToken(location.href) ?? readTestToken(visit.address));
  return test.link ?? test.draft ?? early;
}

/** Whether the form's enquiry is a test: the one that was sent, or else the one in the form. */
export function isTest(context: FormContext): boolean {
  return context.test?.isSentTest ?? testToken(context) !== undefined;
}

/** Whether an enquiry was sent as a test. */
export function isTestEnquiry(enquiry: Enquiry): boolean {
  return Object.hasOwn(enquiry, 'test'); // A script of the page may have added a property of this name to all objects.
}

/** Updates the state of test mode. */
export function noteTest(context: FormContext, changes: TestState): void {
  context.test = Object.assign(Object.create(null), context.test, changes); // It inherits nothing, because of such scripts.
}
