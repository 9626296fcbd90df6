import { html, type ReactiveController, type TemplateResult } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import { toJson } from '../../proxy/contract/to-json.ts';
import { listAnswers, phoneInGroups } from '../answers/answer-text.ts';
import { focusAfterUpdate } from '../answers/controls.ts';
import { fileButton } from '../attachments/choosing.ts';
import type { LazyAttachments } from '../attachments/lazy-attachments.ts';
import { postEnquiry, type StoredFile, wait } from '../client/requests.ts';
import type { StoredReceipt } from '../drafts/form-storage.ts';
import { linkButton } from '../form/field-view.ts';
import type { FormContext, SubmissionContext } from '../form/form-context.ts';
import { isTestEnquiry } from '../form/test-token.ts';
import { toFormData } from '../form/values.ts';
import { reportAccepted, successAddress } from '../sending/host-page.ts';
import type { Accepted, Sender } from '../sending/sender.ts';
import { capitalise, disclosure, ReceiptCopy } from './receipt-copy.ts';
import { receiptOf } from './receipt-panel.ts';

/** An enquiry that the proxy has acknowledged. */
interface AcceptedEnquiry extends Omit<StoredReceipt, 'files' | 'isRedirectDue'> {
  /** What the visitor typed; undefined after a reload, which keeps none of it. */
  typed: ReturnType<typeof readTyped> | undefined;
}

/** The submission, as far as the receipt needs it. */
interface ReceiptNeeds {
  attachments: LazyAttachments;
  drafts: {
    /** The files that a reload has lost while the enquiry was under way. */
    lostFiles: StoredFile[];
    /** Keeps the receipt for a reload. */
    saveReceipt(receipt: StoredReceipt): void;
  };
  sender: Pick<Sender, 'caseType' | 'measurement' | 'sign'>;
  /** Restores the initial form. */
  reset(): void;
}

/** What follows when an enquiry is accepted: the receipt, which survives a reload, the uploads and the redirect. */
export class ReceiptController implements ReactiveController {
  /** Whether the receipt is shown. An accepted enquiry has it once the visitor could read that it is being sent. */
  isShown = false;
  #accepted: AcceptedEnquiry | undefined;
  #savedFiles = '';
  #copy: ReceiptCopy;
  /** The page to open once; undefined if there is none, or after that. */
  #successUrl: string | undefined;
  /** Resolves when the listeners of `enquiry-accepted` don't delay that any more. */
  #released: Promise<unknown> | undefined;
  #context: SubmissionContext;
  #needs: ReceiptNeeds;

  constructor(context: SubmissionContext, needs: ReceiptNeeds) {
    this.#context = context;
    this.#needs = needs;
    this.#copy = new ReceiptCopy(context);
    context.host.addController(this);
  }

  /** Whether the enquiry is accepted. */
  get isAccepted(): boolean {
    return !!this.#accepted;
  }

  /** Whether the accepted enquiry is a test; undefined without one. */
  get isTest(): boolean | undefined {
    return this.#accepted?.isTest;
  }

  /** Whether a file is still to be uploaded. */
  get isBusy(): boolean {
    return this.isAccepted && this.#needs.attachments.isBusy;
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
    const { host } = this.#context;
    await host.updateComplete; // Ends the warning before the page is left.
    await this.#released;
    const address = this.#successUrl;
    if (this.#accepted !== accepted || this.isBusy || !this.#needs.attachments.areAllSent) return;
    if (!address || !host.isConnected) return;
    this.#successUrl = undefined;
    this.#save(accepted); // So that a visitor who comes back stays on the receipt.
    location.assign(address);
  }

  /** Reports an enquiry, uploads the files, and shows the receipt once the visitor could read that it is being sent. */
  async accept({ receipt, request }: Accepted): Promise<void> {
    const { host } = this.#context;
    const { attachments, drafts, sender } = this.#needs;
    const { caseType, measurement } = sender;
    const { reference } = receipt;
    const { proxy } = request;
    const enquiry: Enquiry = JSON.parse(request.body);
    const typed = readTyped(this.#context, enquiry);
    const isTest = isTestEnquiry(enquiry);
    const to = receipt.promise?.to ?? (typed.telephone_mobile ? 'telephone_mobile' : 'email');
    const accepted = { caseType, receipt, proxy, sentAt: Date.now(), to, typed, isTest };
    this.#accepted = accepted;
    // Listeners and functions of the page, which are called below, may throw.
    const shown = this.#show(accepted);
    attachments.restore(drafts.lostFiles.filter(({ name }) => !attachments.names.includes(name)));
    const delays: PromiseLike<unknown>[] = [];
    this.#readSuccessUrl(reference);
    // The order matters if the page ends between these two lines: the enquiry is then never reported, and not twice.
    this.#save(accepted);
    reportAccepted(host, { receipt, request }, measurement, promise => void delays.push(promise));
    this.#released = Promise.race([Promise.allSettled(delays), wait(maxDelayMs)]);
    this.#readSuccessUrl(reference); // A listener may have changed the address.
    showThanks(host);
    // The same request gets the same receipt, with a new token.
    const renewToken = async (): Promise<string | undefined> => {
      const { body, code } = await postEnquiry(request);
      return code === 'returned' ? renewToken() : body?.upload_token;
    };
    attachments.uploadTo({ proxy, receipt, renewToken });
    await shown;
  }

  async #show(accepted: AcceptedEnquiry): Promise<void> {
    await this.#needs.sender.sign.end();
    if (this.#accepted !== accepted) return; // The page has reset the form.
    this.isShown = true;
    await focusAfterUpdate(this.#context.host, '.receipt');
  }

  /** Shows the receipt of an enquiry that was accepted before a reload. */
  restore({ files, isRedirectDue, ...stored }: StoredReceipt): void {
    const { announce, host, localizer, model } = this.#context;
    const { attachments } = this.#needs;
    const { receipt, proxy, sentAt, isTest = false } = stored;
    if (this.#accepted) return; // The page has changed the case type.
    const caseType = model.source.requested?.caseType ?? '';
    this.#accepted = { ...stored, caseType, typed: undefined, isTest };
    this.isShown = true;
    attachments.restore(files);
    attachments.uploadTo({ proxy, receipt });
    showThanks(host);
    // Otherwise the visitor has come back from there.
    if (isRedirectDue) this.#readSuccessUrl(receipt.reference);
    const time = formatTime(localizer.locale, sentAt);
    announce(`${this.#context.translate('received')} ${this.#context.translate('sentAt', { time })}`);
    host.requestUpdate();
  }

  /** Forgets the enquiry. */
  reset(): void {
    this.#successUrl = this.#released = this.#accepted = undefined;
    this.isShown = false;
    this.#savedFiles = '';
    this.#context.host.querySelector(':scope > div[slot=thanks]')?.remove();
  }

  /** Undefined without a receipt to show. */
  render(definition: Definition): TemplateResult | undefined {
    if (!this.#accepted || !this.isShown) return undefined;
    const { localizer, translate } = this.#context;
    const { attachments } = this.#needs;
    const { typed, sentAt, receipt, to } = this.#accepted;
    const continueAt = attachments.hasFailed && !attachments.isBusy ? this.#successUrl : undefined;
    const contact = (to && typed?.[to]) || undefined;
    const choose = fileButton(
      translate(receipt.add_later ? 'chooseFiles' : 'addMoreFiles'),
      files => void attachments.add(files),
    );
    return receiptOf({
      definition,
      receipt,
      translate,
      heading: typed ? translate('thanks', { name: capitalise(typed.forename) }) : translate('received'),
      sentAt: typed ? '' : translate('sentAt', { time: formatTime(localizer.locale, sentAt) }),
      to,
      contact,
      isSameDay: new Date(sentAt).toDateString() === new Date().toDateString(),
      thanks: html`<slot name="thanks"></slot>`,
      correction: contact && this.#correction(definition),
      files: attachments.summary(definition.attachments),
      add: attachments.hasRoom(definition.attachments) && this.#copy.add(choose, this.#accepted),
      // Another enquiry would abort the uploads.
      actions: html`
        ${continueAt && html`<a class="link" part="link" href=${continueAt}>${translate('continueWithoutFiles')}</a>`}
        ${attachments.isBusy ? '' : linkButton(translate('newEnquiry'), () => this.#startAgain())}
      `,
      ...this.#copy.parts({
        definition,
        receipt,
        sentAt,
        files: attachments.stored.filter(({ state }) => state === 'sent').length,
        answers: typed?.answers,
      }),
    });
  }

  /** What a visitor can do if the number or address is wrong: the site owner's text about it, or a button to send a second
   * enquiry. */
  #correction({ receipt: { contact } }: Definition): TemplateResult | undefined {
    const { translate } = this.#context;
    const { to, typed } = this.#accepted!; // It is shown.
    if (!contact && this.isBusy) return undefined; // Another enquiry would abort the uploads.
    const again = () => void this.#startAgain(typed?.values);
    const help = html`<p>${translate('cannotChange')}</p>${linkButton(translate('correctDetails'), again)}`;
    const label = translate(to === 'email' ? 'changeEmail' : 'changeNumber');
    return disclosure(label, contact ? html`<p>${contact}</p>` : help, 'link', 'link');
  }

  async #startAgain(values?: FormData): Promise<void> {
    const { host, model } = this.#context;
    this.#needs.reset();
    if (values) model.fill(values);
    await host.updateComplete;
    host.focus();
  }

  #readSuccessUrl(reference: string): void {
    this.#successUrl = successAddress(this.#context.host, location.href, reference);
  }

  #save({ typed: _, ...accepted }: AcceptedEnquiry): void {
    const { caseType, receipt } = accepted;
    const files = this.#needs.attachments.stored;
    const isRedirectDue = !!this.#successUrl;
    const text = toJson([files, receipt.upload_token, isRedirectDue]);
    // The page may have changed the case type, to which this receipt doesn't belong.
    const isCurrent = this.#context.model.source.requested?.caseType === caseType;
    if (text === this.#savedFiles || !isCurrent) return;
    this.#savedFiles = text;
    this.#needs.drafts.saveReceipt({ ...accepted, files, isRedirectDue });
  }
}

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
