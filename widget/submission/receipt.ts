import { html, type TemplateResult } from 'lit';
import type { Receipt } from '../../proxy/contract/enquiry.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { FormContext } from '../form/form-context.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';

/** The content of the receipt. */
export interface ReceiptView {
  receipt: Receipt;
  forename: string;
  /** The site owner's text about what happens next. */
  next: string | undefined;
  attachments: Attachments;
  fileRows: TemplateResult | undefined;
  /** Whether a reload has lost the files that were chosen. */
  hasLostFiles: boolean;
  /** The address of the link that is shown after a file has failed. */
  continueAt: string | undefined;
}

/** The receipt, which replaces the form: a number or reference, and the state of the files. */
export class ReceiptPanel {
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;
  #hasCopied = false;

  constructor(context: FormContext, translate: Translate<SubmissionMessages>) {
    this.#context = context;
    this.#translate = translate;
  }

  render(view: ReceiptView): TemplateResult {
    const translate = this.#translate;
    const { attachments, next, continueAt } = view;
    const { reference, enquiry_id } = view.receipt;
    const number = String(enquiry_id ?? reference);
    // Pages without TLS have no clipboard.
    const copyButton = navigator.clipboard
      ? html`<button type="button" class="quiet" part="quiet-button" @click=${() => this.#copy(number)}>${this.#hasCopied ? translate('copied') : translate('copy')}</button>`
      : '';
    return html`<div class="tick" part="tick"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg></div>
    <h2 part="heading" tabindex="-1">${translate('thanks', { name: view.forename })}</h2>
    <div class="number" part="number"><p><span>${enquiry_id ? translate('enquiryNumber') : translate('reference')}</span><b>${number}</b></p>${copyButton}</div>
    ${enquiry_id ? html`<p class="small" part="reference">${translate('reference')} <b>${reference}</b></p>` : ''}
    ${attachments.isEmpty ? '' : html`<p>${attachments.summary()}</p>`}
    ${attachments.totalBar()}
    ${view.hasLostFiles ? html`<p>${translate('filesLost')}</p>` : ''}
    ${view.fileRows}
    ${next ? html`<p class="next" part="next"><b>${translate('whatHappensNext')}</b> ${next}</p>` : ''}
    <slot name="thanks"></slot>
    ${continueAt ? html`<p><a class="link" part="link" href=${continueAt}>${translate('continueWithoutFiles')}</a></p>` : ''}`;
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return; // The visitor or the page's policy forbids it. The number can still be written down.
    }
    this.#hasCopied = true;
    this.#context.announce(this.#translate('copied'));
  }
}
