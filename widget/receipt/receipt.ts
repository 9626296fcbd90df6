import type { ReactiveController, TemplateResult } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import { toJson } from '../../proxy/contract/to-json.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { StoredFile } from '../client/attachment.ts';
import { postEnquiry } from '../client/enquiry.ts';
import type { StoredReceipt } from '../drafts/form-storage.ts';
import type { FormContext } from '../form/form-context.ts';
import { isTestEnquiry } from '../measurement/test-state.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import { focusAfterUpdate } from '../problems/focus.ts';
import { reportAccepted } from '../sending/page-events.ts';
import type { Accepted } from '../sending/sender.ts';
import { type AcceptedEnquiry, readTyped } from './accepted-enquiry.ts';
import { formatTime, ReceiptPanel } from './receipt-panel.ts';
import { SuccessRedirect } from './success-redirect.ts';

/** The parts of a submission that the receipt needs. */
export interface ReceiptNeeds {
  attachments: Attachments;
  /** Keeps the receipt for a reload. */
  save(receipt: StoredReceipt): void;
  /** Restores the initial form. */
  reset(): void;
}

/** For a definition that the browser has cached from an earlier release of the proxy, which had no `receipt`. */
const defaultReceipt: Definition['receipt'] = { identifier: 'reference', show_number: false };

/** What follows when an enquiry is accepted: the receipt, which survives a reload, the uploads and the redirect. */
export class ReceiptController implements ReactiveController {
  #accepted: AcceptedEnquiry | undefined;
  #savedFiles = '';
  #panel: ReceiptPanel;
  #redirect: SuccessRedirect;
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;
  #needs: ReceiptNeeds;

  constructor(context: FormContext, translate: Translate<SubmissionMessages>, needs: ReceiptNeeds) {
    this.#context = context;
    this.#translate = translate;
    this.#needs = needs;
    this.#panel = new ReceiptPanel(context, translate);
    this.#redirect = new SuccessRedirect(context.host, () => void this.proceed());
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
    return this.isShown && this.#needs.attachments.list.isBusy;
  }

  hostConnected(): void {
    void this.proceed(); // The redirect waits while the element is outside the page.
  }

  /** Saves the receipt if it has changed, and opens the success page once every file is sent. */
  async proceed(): Promise<void> {
    const accepted = this.#accepted;
    if (!accepted) return;
    this.#save(accepted);
    await this.#context.host.updateComplete; // Ends the warning before the page is left.
    if (
      this.#accepted !== accepted ||
      this.isBusy ||
      this.#needs.attachments.list.all.some(({ state }) => state !== 'sent')
    )
      return;
    // The receipt is saved before the redirect, so that a visitor who comes back stays on it.
    this.#redirect.follow(() => this.#save(accepted));
  }

  /** Shows the receipt of an enquiry of this case type and uploads the files. `lostFiles` were chosen before a reload. */
  accept({ receipt, request }: Accepted, caseType: string, lostFiles: StoredFile[]): void {
    const { host } = this.#context;
    const { attachments } = this.#needs;
    const { reference } = receipt;
    const typed = readTyped(this.#context, request);
    const { proxy } = request;
    const isTest = isTestEnquiry(JSON.parse(request.body));
    this.#accepted = { caseType, receipt, proxy, sentAt: Date.now(), typed, isTest };
    attachments.list.restore(lostFiles.filter(({ name }) => !attachments.list.names.includes(name)));
    this.#redirect.prepare(reference);
    // The order matters if the page ends between these two lines: the enquiry is then never reported, and not twice.
    this.#save(this.#accepted);
    reportAccepted(this.#context, receipt, request, this.#redirect.delay());
    this.#redirect.prepare(reference); // A listener may have changed the address.
    showThanks(host);
    // The same request gets the same receipt, with a new token.
    const renewToken = async (): Promise<string | undefined> => {
      const { body, code } = await postEnquiry(request);
      return code === 'returned' ? renewToken() : body?.upload_token;
    };
    attachments.uploadTo({ proxy, receipt, renewToken });
    void focusAfterUpdate(host, '.receipt');
  }

  /** Reports an enquiry that was accepted after a reset, without a receipt. */
  report({ receipt, request }: Accepted): void {
    reportAccepted(this.#context, receipt, request, () => {});
  }

  /** Shows the receipt of an enquiry that was accepted before a reload. */
  restore({ receipt, proxy, sentAt, files, isTest: wasTest, isRedirectDue }: StoredReceipt): void {
    const { announce, host, localizer } = this.#context;
    const { attachments } = this.#needs;
    const isTest = !!wasTest;
    if (this.#accepted) return; // The page has changed the case type.
    this.#accepted = { caseType: host.caseType ?? '', receipt, proxy, sentAt, typed: undefined, isTest };
    attachments.list.restore(files);
    attachments.uploadTo({ proxy, receipt });
    showThanks(host);
    // Otherwise the visitor has come back from there.
    if (isRedirectDue) this.#redirect.prepare(receipt.reference);
    announce(
      `${this.#translate('received')} ${this.#translate('sentAt', { time: formatTime(localizer.locale, sentAt) })}`,
    );
    host.requestUpdate();
  }

  /** Forgets the enquiry. */
  reset(): void {
    this.#panel = new ReceiptPanel(this.#context, this.#translate);
    this.#redirect.address = this.#accepted = undefined;
    this.#savedFiles = '';
    removeThanks(this.#context.host);
  }

  /** Undefined until the enquiry is accepted. */
  render(definition: Definition): TemplateResult | undefined {
    const accepted = this.#accepted;
    const { attachments } = this.#needs;
    return (
      accepted &&
      this.#panel.render({
        accepted,
        definition: { ...definition, receipt: definition.receipt ?? defaultReceipt },
        attachments,
        continueAt:
          attachments.list.unsent.length && !attachments.list.isBusy ? this.#redirect.address : undefined,
        startAgain: () => this.#startAgain(),
        correct: () => this.#startAgain(accepted.typed?.values),
      })
    );
  }

  /** Shows the form again, with these values. */
  async #startAgain(values?: FormData): Promise<void> {
    const { host, model } = this.#context;
    this.#needs.reset();
    if (values) model.fill(values);
    await host.updateComplete;
    host.focus();
  }

  #save({ caseType, receipt, proxy, sentAt, isTest }: AcceptedEnquiry): void {
    const files = this.#needs.attachments.list.stored;
    const isRedirectDue = !!this.#redirect.address;
    const text = toJson([files, receipt.upload_token, isRedirectDue]);
    // The page may have changed the case type, to which this receipt doesn't belong.
    if (text === this.#savedFiles || this.#context.host.caseType !== caseType) return;
    this.#savedFiles = text;
    const flags = {
      ...(isTest && { isTest: true as const }),
      ...(isRedirectDue && { isRedirectDue }),
    };
    this.#needs.save({ receipt, proxy, sentAt, files, ...flags });
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

/** Removes it again. */
function removeThanks(element: Element): void {
  element.querySelector(':scope > div[slot=thanks]')?.remove();
}
