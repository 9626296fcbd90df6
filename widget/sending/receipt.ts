import type { TemplateResult } from 'lit';
import type { Receipt } from '../../proxy/contract/enquiry.ts';
import { messages } from '../messages/en-later.ts';
import type { Attachments } from './attachments.ts';
import { html } from './template.ts';

/** What the receipt shows. */
export interface Received {
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
  const { reference, enquiry_id } = it.receipt;
  const number = String(enquiry_id ?? reference);
  // Pages without TLS have no clipboard.
  const copy = navigator.clipboard
    ? html`<button type="button" class="quiet" part="quiet-button" @click=${() => it.copy(number)}>${it.hasCopied ? messages.copied : messages.copy}</button>`
    : '';
  return html`<div class="tick"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg></div>
    <h2 part="heading" tabindex="-1">${messages.thanks(it.forename)}</h2>
    <div class="number" part="number"><p><span>${enquiry_id ? messages.number : messages.reference}</span><b>${number}</b></p>${copy}</div>
    ${enquiry_id ? html`<p class="small">${messages.reference} <b>${reference}</b></p>` : ''}
    ${it.attachments.list.length ? html`<p>${fare(it.attachments)}</p>` : ''}
    ${it.hadFiles ? html`<p>${messages.filesLost}</p>` : ''}
    ${it.rows}
    ${it.next ? html`<p class="next"><b>${messages.next}</b> ${it.next}</p>` : ''}
    <slot name="thanks"></slot>
    ${it.goOn ? html`<p><a class="link" part="link" href=${it.goOn}>${messages.goOn}</a></p>` : ''}`;
}

/** How the files fare, in a sentence. */
export function fare(attachments: Attachments): string {
  if (attachments.count('waiting', 'uploading')) {
    return navigator.onLine ? messages.goingUp : messages.filesOffline;
  }
  return attachments.count('failed', 'refused') ? messages.someNot : messages.allUp(attachments.list.length);
}
