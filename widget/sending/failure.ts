// What the visitor sees when an attempt has failed: a note above Send, with a countdown to the next attempt.
import { html, type TemplateResult } from 'lit';
import type { Failure } from '../client/retry.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';

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

/** The visible wait between two attempts. */
export class RetryCountdown {
  /** Seconds until the next attempt; 0 while offline, because the next attempt then starts as soon as there is a connection. */
  secondsLeft = 0;
  #end: ((retries: boolean) => void) | undefined;
  #onTick: () => void;

  /** `onTick` is called each second, and when the wait begins or ends. */
  constructor(onTick: () => void) {
    this.#onTick = onTick;
  }

  get isRunning(): boolean {
    return !!this.#end;
  }

  /** Waits for `ms` milliseconds, and for a connection. Resolves with whether to retry; false means that the countdown
   * was stopped. */
  async wait(ms: number): Promise<boolean> {
    // `Date.now()` would follow changes of the visitor's clock, and some pages replace it.
    const until = performance.now() + ms;
    const update = () => {
      this.secondsLeft = navigator.onLine ? Math.ceil((until - performance.now()) / 1000) : 0;
      if (navigator.onLine && this.secondsLeft <= 0) this.finish();
      this.#onTick();
    };
    const ended = new Promise<boolean>(resolve => {
      this.#end = resolve;
    });
    const timer = setInterval(update, 1000);
    addEventListener('offline', update);
    addEventListener('online', this.finish);
    update();
    const retries = await ended;
    clearInterval(timer);
    removeEventListener('offline', update);
    removeEventListener('online', this.finish);
    return retries;
  }

  /** Ends the wait and retries at once. */
  finish = (): void => this.#endWith(true);

  /** Ends the wait without a retry. */
  stop = (): void => this.#endWith(false);

  #endWith(retries: boolean): void {
    if (!this.#end) return; // Every edit stops the countdown.
    this.#end(retries);
    this.#end = undefined;
    this.#onTick();
  }
}
