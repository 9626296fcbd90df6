import type { TemplateResult } from 'lit';
import type { Receipt } from '../../proxy/contract/enquiry.ts';
import type { Attachments } from './attachments.ts';
import { totalBar } from './file-rows.ts';
import type { SayLater } from './sentences.ts';
import { html } from './template.ts';

/** What the receipt shows. */
export interface Received {
  say: SayLater;
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
  const { say } = it;
  const { reference, enquiry_id } = it.receipt;
  const number = String(enquiry_id ?? reference);
  // Pages without TLS have no clipboard.
  const copy = navigator.clipboard
    ? html`<button type="button" class="quiet" part="quiet-button" @click=${() => it.copy(number)}>${it.hasCopied ? say('copied') : say('copy')}</button>`
    : '';
  return html`<div class="tick" part="tick"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg></div>
    <h2 part="heading" tabindex="-1">${say('thanks', { name: it.forename })}</h2>
    <div class="number" part="number"><p><span>${enquiry_id ? say('number') : say('reference')}</span><b>${number}</b></p>${copy}</div>
    ${enquiry_id ? html`<p class="small" part="reference">${say('reference')} <b>${reference}</b></p>` : ''}
    ${it.attachments.list.length ? html`<p>${fare(say, it.attachments)}</p>` : ''}
    ${totalBar(say, it.attachments)}
    ${it.hadFiles ? html`<p>${say('filesLost')}</p>` : ''}
    ${it.rows}
    ${it.next ? html`<p class="next" part="next"><b>${say('next')}</b> ${it.next}</p>` : ''}
    <slot name="thanks"></slot>
    ${it.goOn ? html`<p><a class="link" part="link" href=${it.goOn}>${say('goOn')}</a></p>` : ''}`;
}

/** How the files fare, in a sentence. */
export function fare(say: SayLater, attachments: Attachments): string {
  if (attachments.count('checking', 'waiting', 'uploading')) {
    return navigator.onLine ? say('goingUp') : say('filesOffline');
  }
  return attachments.count('failed', 'refused')
    ? say('someNot')
    : say('allUp', { count: attachments.list.length });
}
