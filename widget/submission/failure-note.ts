import { html, type TemplateResult } from 'lit';
import type { Answer } from '../client/enquiry.ts';
import type { Patience } from './retry-countdown.ts';
import type { TranslateLater } from './sentences.ts';

/** Why the enquiry is not sent: `held` by an edit while it waited, `tired` after the last try by itself, or what the
 * proxy said. */
export type Failure = 'held' | 'tired' | 'definition-changed' | 'other';

/** What became of an enquiry that the proxy did not take. */
export function failureOf({ code }: Answer<unknown>, wasHeld: boolean, wasRepeated: boolean): Failure {
  if (wasHeld) return 'held';
  if (code === 'definition-changed') return code;
  return wasRepeated ? 'tired' : 'other';
}

/** What is said above Send. While it waits, the seconds are for the eye alone: who hears the page is told once. */
export function failureNote(
  translate: TranslateLater,
  failure: Failure | undefined,
  patience: Patience,
): TemplateResult | undefined {
  const { isWaiting, secondsLeft } = patience;
  if (isWaiting && secondsLeft) {
    return html`<div class="note bad" part="note"><p>${translate('failed')}</p><p class="countdown">${translate('retryIn', { count: secondsLeft })}</p></div>`;
  }
  if (isWaiting) return html`<p class="note bad" part="note">${translate('offline')}</p>`;
  switch (failure) {
    case undefined:
      return undefined;
    case 'held':
      return html`<p class="note" part="note">${translate('notSentYet')}</p>`;
    case 'definition-changed':
      return html`<p class="note" part="note" role="alert">${translate('changed')}</p>`;
    default:
      return html`<p class="note bad" part="note" role="alert">${translate('failed')}${failure === 'tired' ? ` ${translate('gaveUp')}` : ''}</p>`;
  }
}

/** What Send says instead of its own words. */
export function failureLabel(
  translate: TranslateLater,
  failure: Failure | undefined,
  { isWaiting }: Patience,
): string | undefined {
  if (isWaiting) return translate('tryNow');
  return failure === 'tired' || failure === 'other' ? translate('tryAgain') : undefined;
}
