import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import type { EnquiryRequest } from '../client/enquiry.ts';
import type { FormContext } from '../form/form-context.ts';
import { pushEvents } from '../measurement/data-layer.ts';
import { isTestEnquiry } from '../measurement/test-state.ts';

/** The form that reports an enquiry when it is accepted, by the key of the request; `reported`: one has done so. A page
 * may replace a form that is sending. The new form repeats the request and gets the same receipt. */
const reporters = new Map<string, Element | 'reported'>();

/** Makes a form the one that reports the enquiry of this request, in place of one that sent it before. */
export function becomeReporter(host: Element, { key }: EnquiryRequest): void {
  if (reporters.get(key) !== 'reported') reporters.set(key, host);
}

/** Emits `enquiry-accepted` once for each enquiry. */
export function reportAccepted(
  context: FormContext,
  receipt: Receipt,
  request: EnquiryRequest,
  waitUntil: (promise: PromiseLike<unknown>) => void,
): void {
  const { emit, host } = context;
  const wasConnected = host.isConnected; // Listeners may remove the form.
  if (reporters.get(request.key) !== host) return;
  reporters.set(request.key, 'reported');
  const { reference, enquiry_id, status } = receipt;
  const accepted: Enquiry = JSON.parse(request.body);
  const { case_type } = accepted;
  const about = { case_type, reference, enquiry_id, status, waitUntil };
  const detail = isTestEnquiry(accepted) ? { ...about, test: true as const } : about;
  context.accepted = accepted;
  // The part that usually pushes events isn't loaded: it is slow, or a browser extension takes it for a tracker.
  pushEvents(context, () => accepted);
  emit('enquiry-accepted', detail);
  // The page has removed the form, but its listeners expect the event.
  if (!wasConnected) document.dispatchEvent(new CustomEvent('enquiry-accepted', { detail, bubbles: true }));
  delete context.accepted;
}
