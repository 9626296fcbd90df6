// After the first failure to send: finds out whether no enquiry from this page can arrive, and offers the form on the proxy's
// own page, to which the enquiry is posted. Visitors whose enquiry is sent at once never load this.

import { css, html, type TemplateResult } from 'lit';
import { toFieldName } from '../../proxy/contract/asked.ts';
import {
  type ContactField,
  contactFields,
  type MarketingField,
  marketingFields,
} from '../../proxy/contract/definition.ts';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import { type LastResortMessages, lastResortMessages } from '../../proxy/contract/languages/en.ts';
import { formatNumber } from '../../proxy/contract/normalise.ts';
import type { PostedVisit } from '../../proxy/contract/page-module.ts';
import { toJson } from '../../proxy/contract/to-json.ts';
import { focusAfterUpdate } from '../answers/controls.ts';
import type { Failure } from '../client/next-step.ts';
import { findMisconfiguration, requestDefinition } from '../client/request-definition.ts';
import type { EnquiryRequest } from '../client/requests.ts';
import type { FormContext } from '../form/form-context.ts';
import type { FormModel } from '../form/form-model.ts';
import { toFormData } from '../form/values.ts';
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

export const create = () => diagnose;

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
    contact.page = () => continueOnPage(context, sender, translate);
    host.requestUpdate();
  };
  const onViolation = (event: SecurityPolicyViolationEvent) => {
    if (!isBlocked(event, proxy)) return;
    contact.isPageFirst = true; // A policy doesn't forbid links.
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
  contact.isPageFirst = false;
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
  .ways form { margin-top: .25em; font-size: .9em; }
  /* The button is taller than its line. */
  .ways .link { --height: max(2.75em, var(--target)); margin: calc((1.5em - var(--height)) / 2) -.25em; }
  .continued:focus { outline: 0; }
`;

/** Whether the page's policy has forbidden its forms to post to the proxy. */
let isPostForbidden = false;

/** A button that posts the enquiry, as it was sent last, to the proxy's page of the form, which shows it. It opens a new tab,
 * because this page keeps trying, and the note says so once it was pressed. Where the page's policy forbids that, a link.
 * Undefined while nothing has failed, for a test, and on the proxy's page itself. */
function continueOnPage(
  { announce, host, model }: FormContext,
  { contact, failure, isBusy, state }: FailedSender,
  translate: Translate<LastResortMessages>,
): TemplateResult | undefined {
  const { request } = state;
  const pages = `${model.source.proxy}forms/`;
  if (!request || !(failure || isBusy) || location.href.startsWith(pages)) return undefined;
  const enquiry: Enquiry = JSON.parse(request.body);
  if (enquiry.test) return undefined;
  const root = host.renderRoot;
  if (!root.adoptedStyleSheets.includes(styles.styleSheet!)) root.adoptedStyleSheets.push(styles.styleSheet!);
  const { case_type, lang = '' } = enquiry;
  const address = `${pages}${encodeURIComponent(case_type)}?lang=${encodeURIComponent(lang)}`;
  if (isPostForbidden)
    return html`
      <p class="after">
        <a class="page" part="link" href=${address} target="_blank" rel="noopener">${translate('continueOnPage')}<span
          class="unseen">\u00a0${translate('opensInNewTab')}</span></a>
      </p>
      <p class="after">${translate('answersStay')}</p>
    `;
  const onViolation = ({ disposition, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective !== 'form-action' || disposition !== 'enforce') return;
    isPostForbidden = true;
    contact.continuedNote = undefined;
    announce(translate('answersStay'));
    void focusAfterUpdate(host, 'a.page');
  };
  const onSubmit = () => {
    document.addEventListener('securitypolicyviolation', onViolation, {
      signal: AbortSignal.timeout(maxReportMs),
    });
    // The update replaces the form, which must have been posted by then.
    setTimeout(() => {
      if (isPostForbidden) return;
      contact.isPageFirst = true;
      contact.continuedNote = () => continuedNote(contact, translate);
      void focusAfterUpdate(host, '.continued');
    });
  };
  const isAgain = !!contact.continuedNote;
  return html`
    <form
      method="post"
      enctype="multipart/form-data"
      accept-charset="utf-8"
      action=${address}
      target="_blank"
      rel="noopener"
      @submit=${onSubmit}
    >
      ${fieldsOf(request, model, !!root.querySelector('[part~=file]')).map(
        ([name, value]) => html`<textarea name=${name} .value=${value} hidden></textarea>`,
      )}
      <button class="link page" part="link">${translate(isAgain ? 'openPageAgain' : 'continueOnPage')}<span
        class="unseen">\u00a0${translate('opensInNewTab')}</span></button>
      ${isAgain ? '' : translate('answersFollow')}
    </form>
  `;
}

/** The note above Send once the visitor has gone on to the proxy's page. Its heading takes the focus, because the other tab
 * is shown: an announcement would be lost. */
function continuedNote(contact: ContactWays, translate: Translate<LastResortMessages>): TemplateResult {
  return html`
    <div class="note" part="note">
      <h3 class="continued" tabindex="-1">${translate('continuedInTab')}</h3>
      <p>${translate('closeThisTab')}</p>
      ${contact.render()}
    </div>
  `;
}

/** The controls of a form that posts an enquiry, under the names that pages have for them. Pages read numbers as visitors
 * write them. */
function fieldsOf(
  { key, body }: EnquiryRequest,
  { source }: FormModel,
  has_files: boolean,
): [name: string, value: string][] {
  const { answers = {}, attribution, definition = '', ...enquiry }: Enquiry = JSON.parse(body);
  const pick = (names: readonly (ContactField | MarketingField)[]) =>
    Object.fromEntries(names.map(name => [name, enquiry[name] ?? '']));
  const visit: PostedVisit = { ...pick(marketingFields), attribution, has_files, site: location.origin };
  const values = toFormData({ ...pick(contactFields), answers });
  for (const { id, type } of source.definition?.questions ?? []) {
    const name = toFieldName(id);
    if (type === 'number' && values.has(name))
      values.set(name, formatNumber(String(values.get(name)), enquiry.lang ?? ''));
  }
  const fields = [...values] as [string, string][]; // There are no files.
  return [...fields, ['key', key], ['definition', definition], ['visit', toJson(visit)]];
}
