// What the page notices while an enquiry is being sent: events, states, locked fields, and a warning before it is left.
import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import type { EnquiryRequest } from '../client/requests.ts';
import type { FormContext, FormHost, Measurement } from '../form/form-context.ts';
import { isTestEnquiry, testToken } from '../form/test-token.ts';

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

/** Emits `enquiry-accepted` once for each enquiry, and pushes it to the data layer. */
export function reportAccepted(
  host: FormHost,
  { receipt, request }: { receipt: Receipt; request: EnquiryRequest },
  measurement: Measurement | undefined,
  waitUntil: (promise: PromiseLike<unknown>) => void,
): void {
  const wasConnected = host.isConnected; // This is read first, because listeners may remove the form.
  if (reporters.get(request.key) !== host) return;
  reporters.set(request.key, 'reported');
  const { reference, enquiry_id, status } = receipt;
  const accepted: Enquiry = JSON.parse(request.body);
  const about = { case_type: accepted.case_type, reference, enquiry_id, status, waitUntil };
  const detail = isTestEnquiry(accepted) ? { ...about, test: true as const } : about;
  host.dispatchEvent(new CustomEvent('enquiry-accepted', { detail, bubbles: true, composed: true }));
  // If the page has removed the form, the event doesn't reach the page's listeners from there.
  if (!wasConnected) document.dispatchEvent(new CustomEvent('enquiry-accepted', { detail, bubbles: true }));
  // A listener may have set the address.
  const isRedirectDue = !!successAddress(host, location.href, reference);
  measurement?.pushAccepted(isRedirectDue ? detail : { ...detail, waitUntil: undefined }, accepted);
}

/** Resolves `success-url` against the page's URL, with the reference in the query parameter that
 * `success-reference` names; undefined unless it is http or https. */
export function successAddress(
  tag: Pick<Element, 'getAttribute'>,
  page: string,
  reference: string,
): string | undefined {
  const url = tag.getAttribute('success-url');
  const parameter = tag.getAttribute('success-reference');
  if (!url?.trim()) return undefined;
  let address: URL;
  try {
    address = new URL(url, page);
  } catch {
    return undefined; // The site's mistake. The visitor sees the receipt instead.
  }
  if (!/^https?:$/.test(address.protocol)) return undefined;
  if (parameter) address.searchParams.set(parameter, reference);
  return address.href;
}

/** What changes on the page while an enquiry is being sent. */
export class WhileSending {
  #root: ShadowRoot;
  #states: CustomStateSet;
  #areFieldsLocked = false;
  /** Whether the visitor has just followed a link that opens the phone or the mail program. */
  #isCalling = false;
  /** The control that had the focus; undefined while the fields aren't locked. */
  #focused: HTMLElement | undefined;

  constructor(host: FormHost) {
    this.#root = host.renderRoot;
    this.#states = host.attachInternals().states;
  }

  /** Sets or removes a custom state, which a page's style sheet selects as `:state(sending)`. */
  setState(state: 'sending' | 'accepted', isSet: boolean): void {
    try {
      this.#states[isSet ? 'add' : 'delete'](state);
    } catch {
      // Older browsers have no custom states, or (Chromium before 125) require names that start with dashes.
    }
  }

  /** Makes the browser ask before the page is left, or not any more. Each form has its own listener, so that one form
   * can't end another's warning. */
  warnBeforeLeaving(isOn: boolean): void {
    const change = isOn ? addEventListener : removeEventListener;
    change('beforeunload', this.#warn);
    change('click', this.#onClick, true);
  }

  /** Makes Send look like a secondary button as long as it has this label. At another step, it is Continue. */
  quietSend(label: string | undefined): void {
    const send = this.#root.querySelector('.send');
    send?.setAttribute('part', send.textContent === label ? 'quiet-button' : 'button');
  }

  /** Makes the fields that are rendered now inert, or not any more. During an attempt, an edit would be missing from what
   * is sent. An inert control would lose the focus, so Send has it meanwhile. */
  lockFields(areLocked: boolean): void {
    if (!areLocked && !this.#areFieldsLocked) return;
    this.#areFieldsLocked = areLocked;
    const { activeElement } = this.#root;
    const send = this.#root.querySelector<HTMLElement>('.send');
    const locked = [
      ...this.#root.querySelectorAll<HTMLElement>('.matter, .rows > :not(:last-child), [part~=back-button]'),
    ];
    if (areLocked && locked.some(each => each.contains(activeElement))) {
      this.#focused = activeElement as HTMLElement; // Only elements of the form are locked.
      send?.focus({ preventScroll: true });
    }
    for (const each of locked) each.inert = areLocked;
    if (areLocked) return;
    // The summary of problems takes the focus, and so does the visitor.
    const isFree = activeElement === send && !this.#root.querySelector('.summary');
    if (isFree) this.#focused?.focus({ preventScroll: true });
    this.#focused = undefined;
  }

  // Chromium and Firefox ask even if a link only opens the phone or the mail program. They do so milliseconds later, and
  // some visitors go on to close the page.
  #onClick = (event: Event): void => {
    const isCall = (each: EventTarget) =>
      each instanceof Element && each.matches('[href^=tel], [href^=mailto]');
    if (!event.composedPath().some(isCall)) return;
    this.#isCalling = true;
    setTimeout(() => {
      this.#isCalling = false;
    }, 1_000);
  };

  #warn = (event: BeforeUnloadEvent): void => {
    if (this.#isCalling) return;
    event.preventDefault();
    event.returnValue = true; // For Chromium before version 119.
  };
}
