// After the first failure to send: finds out whether no enquiry from this page can arrive, and offers a link to the form on
// the proxy's own page, which takes the enquiry along. Visitors whose enquiry is sent at once never load this.

import { css, html, type TemplateResult } from 'lit';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import { type CarriedEnquiry, carriedStart, maxCarriedLength } from '../../proxy/contract/page.ts';
import { toJson } from '../../proxy/contract/to-json.ts';
import { findMisconfiguration, requestDefinition } from '../client/definition.ts';
import type { EnquiryRequest } from '../client/requests.ts';
import type { Failure } from '../client/retry.ts';
import type { FormContext } from '../form/form-context.ts';
import { type LastResortMessages, lastResortMessages } from '../messages/en-last-resort.ts';
import type { Translate } from '../messages/format.ts';
import type { ContactWays } from './contact.ts';

/** The sender as it is whenever the note above Send is rendered. */
interface FailedSender {
  caseType: string;
  contact: ContactWays;
  failure: Failure | undefined;
  isBusy: boolean;
  /** The last request. */
  state: { request?: EnquiryRequest | undefined };
}

/** How long the browser may take to report that the page's policy has blocked a request. */
const maxReportMs = 10_000;
let isPolicyReported = false;

/** Finds out whether no enquiry from this page can arrive, because the proxy refuses them all or the page's content
 * security policy blocks them all, and calls `onFound` with a code. The refusal of a POST itself can't be read by a page of
 * another origin. Browsers may report a blocked request only after it has failed, so `onFound` may be called
 * after this has resolved. If something blocks the requests to a proxy that serves scripts, the note above Send offers the
 * proxy's own page. Never rejects. */
export async function diagnose(
  context: FormContext,
  sender: FailedSender,
  onFound: (code: string) => void,
): Promise<void> {
  const { host, localizer, model } = context;
  const { proxy } = model.source;
  const { caseType, contact } = sender;
  const translate = localizer.translator(lastResortMessages);
  const offerPage = () => {
    contact.page = () => pageLink(context, sender, translate);
    host.requestUpdate();
  };
  const onViolation = (event: SecurityPolicyViolationEvent) => {
    if (!isBlocked(event, proxy)) return;
    offerPage();
    onFound('blocked-by-policy');
    if (!isPolicyReported) {
      const { origin } = new URL(proxy);
      console.error(
        `enquiry-form: the page's content security policy blocks ${origin}; add it to connect-src`,
      );
    }
    isPolicyReported = true;
  };
  const signal = AbortSignal.timeout(maxReportMs);
  document.addEventListener('securitypolicyviolation', onViolation, { signal });
  contact.page = undefined;
  try {
    const found = await findMisconfiguration(await requestDefinition(proxy, caseType, 'no-store'), caseType);
    if (found) onFound(found);
    else offerPage();
  } catch {
    // The network failed, or something else responded, or the report follows in the next task. An extension may have
    // blocked the requests and have let this script through.
    offerPage();
    await new Promise(resolve => setTimeout(resolve));
  }
}

/** Whether the page's policy has blocked a request for a definition. A policy that is only reported blocks nothing. The
 * event has the address of the request or only its origin, and perhaps the directive that connect-src falls back to. */
function isBlocked(
  { blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent,
  proxy: string,
): boolean {
  const isOurs = blockedURI.startsWith(`${proxy}case-types/`) || proxy.startsWith(`${blockedURI}/`);
  return isOurs && disposition === 'enforce' && /^(connect|default)-src$/.test(effectiveDirective);
}

/** The content of the tag may have a link to the same page, where the form would be empty. */
const styles = css`
  .ways:has(.page) ::slotted(a[href*="/forms/"]) { display: none !important; }
  .ways .page + p { margin: -.25em 0 .25em; font-size: .9em; }
`;

/** A link to the form on the proxy's page, with the enquiry as it was sent last. It opens in a new tab, because this page
 * keeps trying. Undefined while nothing has failed, for a test, and on the proxy's page itself. */
function pageLink(
  { host, model }: FormContext,
  { failure, isBusy, state }: FailedSender,
  translate: Translate<LastResortMessages>,
): TemplateResult | undefined {
  const { proxy } = model.source;
  const { request } = state;
  const pages = `${proxy}forms/`;
  if (!request || !(failure || isBusy) || location.href.startsWith(pages)) return undefined;
  const enquiry: Enquiry = JSON.parse(request.body);
  if (enquiry.test) return undefined;
  const root = host.shadowRoot!; // The form is in it.
  if (!root.adoptedStyleSheets.includes(styles.styleSheet!)) root.adoptedStyleSheets.push(styles.styleSheet!);
  const hasFiles = !!root.querySelector('[part~=file]');
  const fragment = carriedStart + encode({ key: request.key, enquiry, has_files: hasFiles });
  const isCarried = fragment.length <= maxCarriedLength;
  const address = `${pages}${encodeURIComponent(enquiry.case_type)}?lang=${encodeURIComponent(enquiry.lang ?? '')}${isCarried ? fragment : ''}`;
  return html`<a class="quiet page" part="quiet-button" href=${address} target="_blank" rel="noopener noreferrer"><span>${translate('continueOnPage')}<span class="unseen">\u00a0${translate('opensInNewTab')}</span></span></a><p>${translate(isCarried ? 'answersFollow' : 'answersStay')}</p>`;
}

/** Encodes an enquiry for a fragment: JSON in UTF-8 in base64url (RFC 4648 5). */
function encode(carried: CarriedEnquiry): string {
  const bytes = new TextEncoder().encode(toJson(carried));
  const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
