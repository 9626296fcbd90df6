import { html, type TemplateResult } from 'lit';
import type { Failure } from '../client/retry.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { RetryCountdown } from './retry-countdown.ts';

/** Which message says that the last attempt failed: `outcomeUnknown` if the proxy may have accepted the enquiry. */
export type FailedMessage = 'failed' | 'outcomeUnknown';

/** The note above Send. The countdown isn't announced: screen readers hear once that the form retries. */
export function failureNote(
  translate: Translate<SubmissionMessages>,
  failure: Failure | undefined,
  { isRunning, secondsLeft }: RetryCountdown,
  failedMessage: FailedMessage,
): TemplateResult | undefined {
  const failed = translate(failedMessage);
  if (isRunning && secondsLeft) {
    return html`<div class="note bad" part="note"><p>${failed}</p><p class="countdown">${translate('retryIn', { count: secondsLeft })}</p></div>`;
  }
  if (isRunning) return html`<p class="note bad" part="note">${translate('offline')}</p>`;
  switch (failure) {
    case undefined:
      return undefined;
    case 'edited':
      return html`<p class="note" part="note">${translate('notSentYet')}</p>`;
    case 'definition-changed':
      return html`<p class="note" part="note" role="alert">${translate('questionsChanged')}</p>`;
    case 'test-link-invalid':
      return html`<p class="note bad" part="note" role="alert">${translate('testRefused')}</p>`;
    case 'misconfigured':
      // The fallback content often has a phone number or an email address.
      return html`<div class="note bad" part="note" role="alert"><p>${failed} ${translate('contactAnotherWay')}</p><slot></slot></div>`;
    case 'gave-up':
      return html`<p class="note bad" part="note" role="alert">${failed} ${translate('stoppedTrying')}</p>`;
    case 'other':
      return html`<p class="note bad" part="note" role="alert">${failed}</p>`;
  }
}

/** The label of Send after a failure; undefined: the usual one. */
export function failureLabel(
  translate: Translate<SubmissionMessages>,
  failure: Failure | undefined,
  { isRunning }: RetryCountdown,
): string | undefined {
  if (isRunning) return translate('tryNow');
  return failure === 'gave-up' || failure === 'misconfigured' || failure === 'other'
    ? translate('tryAgain')
    : undefined;
}
