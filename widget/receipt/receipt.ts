import { html, type ReactiveController, type TemplateResult } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import type { SubmissionMessages } from '../../proxy/contract/languages/en.ts';
import { toJson } from '../../proxy/contract/to-json.ts';
import { listAnswers, phoneInGroups } from '../answers/answer-text.ts';
import { focusAfterUpdate } from '../answers/controls.ts';
import type { LazyAttachments } from '../attachments/lazy-attachments.ts';
import { postEnquiry, type StoredFile } from '../client/requests.ts';
import type { StoredReceipt } from '../drafts/form-storage.ts';
import { linkButton } from '../form/field-view.ts';
import type { FormContext, FormHost, Measurement } from '../form/form-context.ts';
import type { LazyObject } from '../form/lazy-object.ts';
import { isTestEnquiry } from '../form/test-token.ts';
import { toFormData } from '../form/values.ts';
import type { Translate } from '../messages/format.ts';
import { reportAccepted, successAddress } from '../sending/host-page.ts';
import type { Accepted } from '../sending/sender.ts';
import type { ReceiptCopy } from './receipt-copy.ts';
import { receiptOf } from './receipt-panel.ts';

/** An enquiry that the proxy has acknowledged. */
interface AcceptedEnquiry extends Omit<StoredReceipt, 'files' | 'isRedirectDue'> {
  /** What the visitor typed; undefined after a reload, which keeps none of it. */
  typed: Typed | undefined;
}

/** The submission, as far as the receipt needs it. */
interface ReceiptNeeds {
  attachments: LazyAttachments;
  /** Keeps the receipt for a reload. */
  restoration: { drafts: { saveReceipt(receipt: StoredReceipt): void } };
  /** Restores the initial form. */
  reset(): void;
}

/** What follows when an enquiry is accepted: the receipt, which survives a reload, the uploads and the redirect. */
export class ReceiptController implements ReactiveController {
  #accepted: AcceptedEnquiry | undefined;
  #savedFiles = '';
  #copy: LazyObject<ReceiptCopy>;
  #redirect: SuccessRedirect;
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;
  #needs: ReceiptNeeds;

  constructor(context: FormContext, translate: Translate<SubmissionMessages>, needs: ReceiptNeeds) {
    this.#context = context;
    this.#translate = translate;
    this.#needs = needs;
    this.#copy = context.lazy(() => import('./receipt-copy.ts'), context, translate);
    this.#redirect = this.#createRedirect();
    context.host.addController(this);
  }

  /** Whether the enquiry is accepted. */
  get isShown(): boolean {
    return !!this.#accepted;
  }

  /** Whether the accepted enquiry is a test; undefined without one. */
  get isTest(): boolean | undefined {
    return this.#accepted?.isTest;
  }

  /** Whether a file is still to be uploaded. */
  get isBusy(): boolean {
    return this.isShown && this.#needs.attachments.isBusy;
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#update);
    void this.proceed(); // The redirect waits while the element is outside the page.
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#update);
  }

  /** The page may be shown again on another day. */
  #update = () => this.#context.host.requestUpdate();

  /** Saves the receipt if it has changed, and opens the success page once every file is sent. */
  async proceed(): Promise<void> {
    const accepted = this.#accepted;
    if (!accepted) return;
    this.#save(accepted);
    await this.#context.host.updateComplete; // Ends the warning before the page is left.
    if (this.#accepted !== accepted || this.isBusy || !this.#needs.attachments.areAllSent) return;
    // The receipt is saved before the redirect, so that a visitor who comes back stays on it.
    this.#redirect.follow(() => this.#save(accepted));
  }

  /** Loads what only a receipt needs, while the enquiry is on its way. */
  async prepare(): Promise<void> {
    await this.#copy.load();
    this.#context.host.requestUpdate();
  }

  /** Shows the receipt of an enquiry of this case type and uploads the files. `lostFiles` were chosen before a reload. */
  accept(
    { receipt, request }: Accepted,
    caseType: string,
    lostFiles: StoredFile[],
    measurement: Measurement | undefined,
  ): void {
    const { host } = this.#context;
    const { attachments } = this.#needs;
    const { reference } = receipt;
    const { proxy } = request;
    const enquiry: Enquiry = JSON.parse(request.body);
    const typed = readTyped(this.#context, enquiry);
    this.#accepted = { caseType, receipt, proxy, sentAt: Date.now(), typed, isTest: isTestEnquiry(enquiry) };
    attachments.restore(lostFiles.filter(({ name }) => !attachments.names.includes(name)));
    this.#redirect.prepare(reference);
    // The order matters if the page ends between these two lines: the enquiry is then never reported, and not twice.
    this.#save(this.#accepted);
    reportAccepted(host, { receipt, request }, measurement, this.#redirect.waitUntil);
    this.#redirect.prepare(reference); // A listener may have changed the address.
    showThanks(host);
    // The same request gets the same receipt, with a new token.
    const renewToken = async (): Promise<string | undefined> => {
      const { body, code } = await postEnquiry(request);
      return code === 'returned' ? renewToken() : body?.upload_token;
    };
    attachments.uploadTo({ proxy, receipt, renewToken });
    void focusAfterUpdate(host, '.receipt');
    void this.prepare();
  }

  /** Shows the receipt of an enquiry that was accepted before a reload. */
  restore({ receipt, proxy, sentAt, files, isTest = false, isRedirectDue }: StoredReceipt): void {
    const { announce, host, localizer, model } = this.#context;
    const { attachments } = this.#needs;
    if (this.#accepted) return; // The page has changed the case type.
    const caseType = model.source.requested?.caseType ?? '';
    this.#accepted = { caseType, receipt, proxy, sentAt, typed: undefined, isTest };
    attachments.restore(files);
    attachments.uploadTo({ proxy, receipt });
    showThanks(host);
    // Otherwise the visitor has come back from there.
    if (isRedirectDue) this.#redirect.prepare(receipt.reference);
    const time = formatTime(localizer.locale, sentAt);
    announce(`${this.#translate('received')} ${this.#translate('sentAt', { time })}`);
    host.requestUpdate();
    void this.prepare();
  }

  /** Forgets the enquiry. */
  reset(): void {
    this.#redirect = this.#createRedirect();
    this.#accepted = undefined;
    this.#savedFiles = '';
    this.#context.host.querySelector(':scope > div[slot=thanks]')?.remove();
  }

  /** Undefined until the enquiry is accepted. */
  render(definition: Definition): TemplateResult | undefined {
    if (!this.#accepted) return undefined;
    const translate = this.#translate;
    const { attachments } = this.#needs;
    const { typed, sentAt, receipt } = this.#accepted;
    const { promise, add_later } = receipt;
    const { locale } = this.#context.localizer;
    const more = this.#copy.current;
    const continueAt = attachments.hasFailed && !attachments.isBusy ? this.#redirect.address : undefined;
    const to = promise?.to ?? (typed && (typed.telephone_mobile ? 'telephone_mobile' : 'email'));
    const contact = typed && to && typed[to];
    const choose = attachments.hasRoom(definition.attachments)
      ? attachments.addMore(translate(add_later ? 'chooseFiles' : 'addMoreFiles'))
      : undefined;
    return receiptOf({
      definition,
      receipt,
      translate,
      heading: typed
        ? translate('thanks', { name: more?.capitalise(typed.forename) ?? typed.forename })
        : translate('received'),
      sentAt: typed ? '' : translate('sentAt', { time: formatTime(locale, sentAt) }),
      to,
      // A number keeps to one line.
      contact: contact ? html`<b><bdi>${contact.replaceAll(' ', '\u00a0')}</bdi></b>` : undefined,
      isSameDay: new Date(sentAt).toDateString() === new Date().toDateString(),
      thanks: html`<slot name="thanks"></slot>`,
      files: attachments.summary(definition.attachments),
      add: choose,
      // Another enquiry would abort the uploads.
      actions: html`
        ${continueAt && html`<a class="link" part="link" href=${continueAt}>${translate('continueWithoutFiles')}</a>`}
        ${attachments.isBusy ? '' : linkButton(translate('newEnquiry'), () => this.#startAgain())}
      `,
      ...more?.parts({
        accepted: this.#accepted,
        definition,
        files: attachments.stored.filter(({ state }) => state === 'sent').length,
        to: contact ? to : undefined,
        again: this.isBusy ? undefined : () => void this.#startAgain(typed?.values),
        choose,
      }),
    });
  }

  async #startAgain(values?: FormData): Promise<void> {
    const { host, model } = this.#context;
    this.#needs.reset();
    if (values) model.fill(values);
    await host.updateComplete;
    host.focus();
  }

  #createRedirect(): SuccessRedirect {
    return new SuccessRedirect(this.#context.host, () => void this.proceed());
  }

  #save({ caseType, receipt, proxy, sentAt, isTest }: AcceptedEnquiry): void {
    const files = this.#needs.attachments.stored;
    const isRedirectDue = !!this.#redirect.address;
    const text = toJson([files, receipt.upload_token, isRedirectDue]);
    // The page may have changed the case type, to which this receipt doesn't belong.
    const isShown = this.#context.model.source.requested?.caseType === caseType;
    if (text === this.#savedFiles || !isShown) return;
    this.#savedFiles = text;
    this.#needs.restoration.drafts.saveReceipt({
      caseType,
      receipt,
      proxy,
      sentAt,
      files,
      isTest,
      isRedirectDue,
    });
  }
}

type Typed = ReturnType<typeof readTyped>;

/** The time of day, such as `14:02`. Browsers don't know every language, such as Welsh, and would use the American way. */
const formatTime = (locale: string, ms: number) =>
  new Intl.DateTimeFormat([locale, 'en-GB'], { timeStyle: 'short' }).format(ms);

/** Reads what was sent. The form must still be there. */
function readTyped(context: FormContext, enquiry: Enquiry) {
  const { model } = context;
  const sent = toFormData(enquiry);
  // The site may have filled in a contact field that it doesn't show. That may not be the visitor's.
  const contact = (name: string) =>
    model.fields.some(field => field.name === name && !field.isHidden)
      ? String(sent.get(name) ?? '').trim()
      : '';
  return {
    forename: (enquiry.forename ?? '').trim(),
    email: contact('email'),
    telephone_mobile: phoneInGroups(contact('telephone_mobile')),
    /** Every visible answer in the order of the form. */
    answers: listAnswers(context, sent),
    /** The values of all controls, for another enquiry. */
    values: model.read(),
  };
}

/** The maximum time for which listeners of `enquiry-accepted` can delay the redirect. */
const maxDelayMs = 2_000;

/** Opens the page that the `success-url` attribute names, once after an accepted enquiry. */
class SuccessRedirect {
  /** The address to redirect to; undefined if there is none, or after the redirect. */
  address: string | undefined;
  #host: FormHost;
  #onDelayEnd: () => void;
  /** The number of promises that the redirect waits for. */
  #pendingCount = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isTimeUp = false;

  /** `onDelayEnd` is called when the redirect doesn't have to wait for promises any more. */
  constructor(host: FormHost, onDelayEnd: () => void) {
    this.#host = host;
    this.#onDelayEnd = onDelayEnd;
  }

  /** Reads the address when an enquiry is accepted. */
  prepare(reference: string): void {
    this.address = successAddress(this.#host, location.href, reference);
  }

  /** Delays the redirect until this promise is fulfilled or rejected. The time limit starts with the first promise. */
  waitUntil = (promise: PromiseLike<unknown>): void => {
    this.#timer ??= setTimeout(() => {
      this.#isTimeUp = true;
      this.#onDelayEnd();
    }, maxDelayMs);
    this.#pendingCount++;
    const settle = () => {
      this.#pendingCount--;
      if (!this.#pendingCount) this.#onDelayEnd();
    };
    Promise.resolve(promise).then(settle, settle);
  };

  /** Redirects to the success page, unless the form isn't on the page any more because the visitor has moved on.
   * `onLeave` is called just before the redirect, when `address` isn't set any more. */
  follow(onLeave: () => void): void {
    const { address } = this;
    if (!address || !this.#host.isConnected || (this.#pendingCount && !this.#isTimeUp)) return;
    this.address = undefined;
    onLeave();
    location.assign(address);
  }
}

/** Inserts the content of the site's `<template slot="thanks">` into the page, where it has the page's style and is
 * slotted into the receipt. */
function showThanks(element: Element): void {
  const template = element.querySelector<HTMLTemplateElement>(':scope > template[slot=thanks]');
  if (!template) return;
  const thanks = document.createElement('div');
  thanks.slot = 'thanks';
  thanks.append(document.importNode(template.content, true));
  element.append(thanks);
}
