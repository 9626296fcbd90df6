import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import type { FormContext, TestState } from '../form/form-context.ts';

/** Finds the token of a test link in the fragment of an address. */
export function readTestToken(address: string): string | undefined {
  return /#(?:.*&)?enquiry-test=([^&]+)/.exec(address)?.[1];
}

/** The token to send an enquiry with; undefined if it is an ordinary one. A token that isn't confirmed yet counts: the
 * proxy refuses it if it isn't valid, whereas an enquiry without it would be delivered. */
export function testToken({ measurement, test = {}, visit }: FormContext): string | undefined {
  if (test.isValid === false) return undefined;
  // Until the part that follows the page's address is loaded.
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
  return Object.hasOwn(enquiry, 'test'); // A page's script may have added the name to every object.
}

/** Updates what the form knows about tests. */
export function noteTest(context: FormContext, changes: TestState): void {
  context.test = Object.assign(Object.create(null), context.test, changes); // It inherits nothing, for the same reason.
}
