import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import type { EnquiryRequest } from '../client/enquiry.ts';
import type { FormContext } from '../form/form-context.ts';
import { pushEvent } from '../measurement/data-layer.ts';
import { isTestEnquiry, testToken } from '../measurement/test-state.ts';

/** Asks the page whether an enquiry may be sent. Resolves with false if a listener called `preventDefault()`, if a
 * promise passed to `waitUntil()` rejects, or as soon as `signal` is aborted: the promise may never settle, for example
 * if the visitor closes a captcha. */
export async function confirmSubmitWithPage(
  context: FormContext,
  case_type: string,
  signal: AbortSignal,
): Promise<boolean> {
  const promises: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void promises.push(promise);
  const isTest = testToken(context) !== undefined;
  const detail = { case_type, ...(isTest && { test: true }), waitUntil };
  const options = { detail, bubbles: true, composed: true, cancelable: true };
  const event = new CustomEvent('enquiry-before-submit', options);
  context.host.dispatchEvent(event);
  try {
    const aborted = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    await Promise.race([Promise.all(promises), aborted]);
  } catch {
    return false; // The page has stopped the enquiry, and is expected to tell the visitor why.
  }
  return !event.defaultPrevented && !signal.aborted;
}

/** The form that will report an enquiry, by the key of the request; `reported` once a form has done so. A page may
 * replace a form that is sending. The new form repeats the request and gets the same receipt. */
const reporters = new Map<string, Element | 'reported'>();

/** Makes a form report the enquiry of this request, instead of a form that sent it before. */
export function becomeReporter(host: Element, { key }: EnquiryRequest): void {
  if (reporters.get(key) !== 'reported') reporters.set(key, host);
}

/** Emits `enquiry-accepted` once for each enquiry. */
export function reportAccepted(
  context: FormContext,
  { receipt, request }: { receipt: Receipt; request: EnquiryRequest },
  waitUntil: (promise: PromiseLike<unknown>) => void,
): void {
  const { emit, host } = context;
  const wasConnected = host.isConnected; // This is read first, because listeners may remove the form.
  if (reporters.get(request.key) !== host) return;
  reporters.set(request.key, 'reported');
  const { reference, enquiry_id, status } = receipt;
  const accepted: Enquiry = JSON.parse(request.body);
  const { case_type } = accepted;
  const about = { case_type, reference, enquiry_id, status, waitUntil };
  const detail = isTestEnquiry(accepted) ? { ...about, test: true as const } : about;
  // The measurement part, which pushes the other events, may be missing: it loads slowly, or a browser extension blocks
  // it as a tracker.
  pushEvent(context, 'enquiry-accepted', detail, () => accepted);
  emit('enquiry-accepted', detail);
  // If the page has removed the form, the event doesn't reach the page's listeners from there.
  if (!wasConnected) document.dispatchEvent(new CustomEvent('enquiry-accepted', { detail, bubbles: true }));
}
