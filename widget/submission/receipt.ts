import { html, type TemplateResult } from 'lit';
import type { Receipt } from '../../proxy/contract/enquiry.ts';
import type { Attachments } from '../attachments/attachments.ts';
import { totalBar } from '../attachments/file-rows.ts';
import type { TranslateLater } from './sentences.ts';

/** What the receipt shows. */
export interface Received {
  translate: TranslateLater;
  receipt: Receipt;
  forename: string;
  /** What happens next, in the site owner's words. */
  next: string | undefined;
  attachments: Attachments;
  rows: unknown;
  /** Whether files were chosen that a reload has lost. */
  hadFiles: boolean;
  /** Where the visitor goes on by hand. */
  goOn: string | undefined;
  hasCopied: boolean;
  copy(text: string): void;
}

/** What the visitor has in hand after sending: a number or a reference, and how the files fare. */
export function receiptPanel(it: Received): TemplateResult {
  const { translate } = it;
  const { reference, enquiry_id } = it.receipt;
  const number = String(enquiry_id ?? reference);
  // Pages without TLS have no clipboard.
  const copy = navigator.clipboard
    ? html`<button type="button" class="quiet" part="quiet-button" @click=${() => it.copy(number)}>${it.hasCopied ? translate('copied') : translate('copy')}</button>`
    : '';
  return html`<div class="tick" part="tick"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg></div>
    <h2 part="heading" tabindex="-1">${translate('thanks', { name: it.forename })}</h2>
    <div class="number" part="number"><p><span>${enquiry_id ? translate('number') : translate('reference')}</span><b>${number}</b></p>${copy}</div>
    ${enquiry_id ? html`<p class="small" part="reference">${translate('reference')} <b>${reference}</b></p>` : ''}
    ${it.attachments.list.length ? html`<p>${fare(translate, it.attachments)}</p>` : ''}
    ${totalBar(translate, it.attachments)}
    ${it.hadFiles ? html`<p>${translate('filesLost')}</p>` : ''}
    ${it.rows}
    ${it.next ? html`<p class="next" part="next"><b>${translate('next')}</b> ${it.next}</p>` : ''}
    <slot name="thanks"></slot>
    ${it.goOn ? html`<p><a class="link" part="link" href=${it.goOn}>${translate('goOn')}</a></p>` : ''}`;
}

/** How the files fare, in a sentence. */
export function fare(translate: TranslateLater, attachments: Attachments): string {
  if (attachments.count('checking', 'waiting', 'uploading')) {
    return navigator.onLine ? translate('goingUp') : translate('filesOffline');
  }
  return attachments.count('failed', 'refused')
    ? translate('someNot')
    : translate('allUp', { count: attachments.list.length });
}
