import type { TemplateResult } from 'lit';
import type { Answer } from '../client/enquiry.ts';
import { messages } from '../messages/en-later.ts';
import type { Patience } from './patience.ts';
import { html } from './template.ts';

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
export function failureNote(failure: Failure | undefined, patience: Patience): TemplateResult | undefined {
  const { isWaiting, secondsLeft } = patience;
  if (isWaiting && secondsLeft) {
    return html`<div class="note bad" part="note"><p>${messages.failed}</p><p class="countdown">${messages.retryIn(secondsLeft)}</p></div>`;
  }
  if (isWaiting) return html`<p class="note bad" part="note">${messages.offline}</p>`;
  switch (failure) {
    case undefined:
      return undefined;
    case 'held':
      return html`<p class="note" part="note">${messages.notSentYet}</p>`;
    case 'definition-changed':
      return html`<p class="note" part="note" role="alert">${messages.changed}</p>`;
    default:
      return html`<p class="note bad" part="note" role="alert">${messages.failed}${failure === 'tired' ? ` ${messages.gaveUp}` : ''}</p>`;
  }
}

/** What Send says instead of its own words. */
export function failureLabel(failure: Failure | undefined, { isWaiting }: Patience): string | undefined {
  if (isWaiting) return messages.tryNow;
  return failure === 'tired' || failure === 'other' ? messages.tryAgain : undefined;
}
