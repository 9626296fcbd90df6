import type { TemplateResult } from 'lit';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import { askForMisconfiguration } from '../client/diagnosis.ts';
import type { EnquiryRequest } from '../client/enquiry.ts';
import type { ProxyResponse } from '../client/response.ts';
import { visibleRetryDelay } from '../client/retry-delays.ts';
import { wait } from '../client/wait.ts';
import type { FormContext } from '../form/form-context.ts';
import { isTestEnquiry, noteTest } from '../measurement/test-state.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import { becomeReporter } from './accepted-event.ts';
import { readAdditions } from './additions.ts';
import { createRequest, type Outcome, sendEnquiry } from './attempt.ts';
import { checkForm } from './check-form.ts';
import { classifyFailure, type FailedMessage, type Failure, failureLabel, failureNote } from './failure.ts';
import { repeatAtPageEnd } from './page-end.ts';
import { RetryCountdown } from './retry-countdown.ts';

/** How long the first failure isn't shown, so that a misconfiguration can be found in its place. */
const maxDiagnosisMs = 2_000;

/** Sends the enquiry in the form, with retries, and shows why it isn't sent. */
export class Sender {
  /** The last request. It is repeated as long as the form doesn't change. */
  request: EnquiryRequest | undefined;
  /** Whether the outcome of the request is unknown, so that it must be repeated after a reload. */
  isUnderWay = false;
  /** The last request that was sent since the page was loaded. `request` may be from before a reload. */
  #sent: EnquiryRequest | undefined;
  #isSending = false;
  #wasEdited = false;
  /** The enquiry that was under way before a reload. It is repeated unchanged. */
  #resumed: Enquiry | undefined;
  /** The case type of the enquiry that was sent last. */
  caseType = '';
  /** Why the enquiry isn't sent. */
  failure: Failure | undefined;
  #failedMessage: FailedMessage = 'failed';
  /** The code of why the proxy refuses every enquiry from this page; undefined: it doesn't, or the form doesn't know. */
  #misconfiguration: string | undefined;
  #countdown: RetryCountdown;
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;
  #onRequestChange: () => void;

  /** `onRequestChange` is called when `request` or `isUnderWay` has changed: before the request goes out, and when its
   * outcome is known. */
  constructor(context: FormContext, translate: Translate<SubmissionMessages>, onRequestChange: () => void) {
    this.#context = context;
    this.#translate = translate;
    this.#onRequestChange = onRequestChange;
    this.#countdown = new RetryCountdown(() => context.host.requestUpdate());
  }

  /** Whether it is sending or waiting for a retry. */
  get isBusy(): boolean {
    return this.#isSending || this.isWaiting;
  }

  /** Whether an attempt is under way. */
  get isSending(): boolean {
    return this.#isSending;
  }

  get isWaiting(): boolean {
    return this.#countdown.isRunning;
  }

  get isResuming(): boolean {
    return !!this.#resumed;
  }

  /** Makes the next `send` repeat a request whose outcome is unknown. */
  resume(request: EnquiryRequest): void {
    this.#resumed = JSON.parse(request.body) as Enquiry;
    noteTest(this.#context, { isSentTest: isTestEnquiry(this.#resumed) });
  }

  /** Sends the enquiry until it is accepted or refused, or no retry may help. An aborted `signal` supersedes it. */
  send(signal: AbortSignal): Promise<Outcome> {
    const findRequest = () => (this.isUnderWay ? this.request : undefined);
    return repeatAtPageEnd(findRequest, () => this.#sendWithRetries(signal));
  }

  async #sendWithRetries(signal: AbortSignal): Promise<Outcome> {
    const { emit, announce } = this.#context;
    let announced = '';
    for (let attempts = 1; ; attempts++) {
      const outcome = await this.#attempt(signal);
      if (outcome.kind !== 'failed') return this.#end(outcome);
      const { response } = outcome;
      if (response.code === 'unreadable') this.#failedMessage = 'outcomeUnknown';
      if (attempts === 1) await this.#diagnose(response);
      if (signal.aborted) return { kind: 'superseded' };
      this.#isSending = false;
      if (attempts === 1) emit('enquiry-failed', { case_type: this.caseType, code: response.code });
      const delayMs = visibleRetryDelay(response, attempts, Math.random());
      if (delayMs !== undefined && !this.#isOutdated) {
        const wasOffline = !navigator.onLine;
        const retrying = this.#failedMessage === 'failed' ? 'retrying' : this.#failedMessage;
        const message = this.#translate(wasOffline ? 'offline' : retrying);
        if (message !== announced) announce(message);
        announced = message;
        const isRetry = await this.#countdown.wait(delayMs);
        if (signal.aborted) return { kind: 'superseded' };
        // Attempts while offline don't count.
        if (isRetry && (wasOffline || !navigator.onLine)) attempts = 1;
        if (isRetry && !this.#isOutdated) continue;
        if (this.#misconfiguration) response.code = this.#misconfiguration;
      }
      this.failure = classifyFailure(response, { wasEdited: this.#isOutdated, attempts });
      return this.#end(outcome);
    }
  }

  /** Ends the wait for the next retry. */
  retryNow(): void {
    this.#countdown.finish();
  }

  /** Called after an edit, which makes the next request a new one. */
  edited(): void {
    this.#wasEdited = true;
    this.#forgetResumed();
    this.#countdown.stop();
  }

  /** Stops after an unexpected error. */
  fail(): void {
    this.edited();
    this.failure = 'other';
    this.isUnderWay = this.#isSending = false;
  }

  /** Forgets the request. */
  reset(): void {
    this.edited();
    this.request = this.failure = undefined;
    this.isUnderWay = this.#isSending = false;
  }

  /** The note above Send; undefined without a failure. */
  note(): TemplateResult | undefined {
    return failureNote(this.#translate, this.failure, this.#countdown, this.#failedMessage);
  }

  /** The label of Send after a failure; undefined: the usual one. */
  get label(): string | undefined {
    return failureLabel(this.#translate, this.failure, this.#countdown);
  }

  /** Whether the form no longer has the enquiry that was sent: the visitor has edited it, or the page has changed the
   * case type. The visitor decides whether to send what is there now. */
  get #isOutdated(): boolean {
    return this.#wasEdited || this.#context.model.source.definition?.case_type !== this.caseType;
  }

  async #attempt(signal: AbortSignal): Promise<Outcome> {
    const { host, model } = this.#context;
    // The values may have changed without an event since the last attempt.
    const checked = this.#resumed ? undefined : checkForm(this.#context);
    if (checked?.kind === 'refused') return checked;
    const enquiry = checked?.enquiry ?? this.#resumed!; // One of them is set.
    const { proxy } = model.source;
    this.#isSending = true;
    this.#wasEdited = false;
    this.caseType = enquiry.case_type;
    host.requestUpdate();
    const complete = this.#resumed ?? { ...enquiry, ...(await readAdditions(this.#context)) };
    if (signal.aborted) return { kind: 'superseded' };
    this.request = createRequest(proxy, complete, this.request);
    if (this.request !== this.#sent) {
      this.#failedMessage = 'failed';
      becomeReporter(host, this.request);
    }
    this.#sent = this.request;
    this.isUnderWay = true;
    this.#onRequestChange();
    const outcome = await sendEnquiry(this.request, signal);
    if (outcome.kind !== 'failed' && !signal.aborted) this.#isSending = false;
    return outcome;
  }

  /** Finds out whether the proxy refuses every enquiry from this page, and tells the site owner. A page of another origin
   * sees a refusal as a lost connection. */
  async #diagnose(response: ProxyResponse<unknown>): Promise<void> {
    const { proxy } = this.#context.model.source;
    this.#misconfiguration = undefined;
    if (!navigator.onLine || ![0, 403, 404].includes(response.status)) return;
    const asking = askForMisconfiguration(proxy, this.caseType).then(found => {
      this.#misconfiguration = found;
      if (found) this.#countdown.stop();
    });
    await Promise.race([asking, wait(maxDiagnosisMs)]);
    if (!this.#misconfiguration) return;
    response.code = this.#misconfiguration;
    response.status = 404;
  }

  /** From now on, the form decides what is sent and whether it is a test. */
  #forgetResumed(): void {
    this.#resumed = undefined;
    noteTest(this.#context, { isSentTest: undefined });
  }

  #end(outcome: Outcome): Outcome {
    if (outcome.kind === 'superseded') return outcome;
    const code = outcome.kind === 'failed' ? outcome.response.code : '';
    this.isUnderWay = false;
    if (outcome.kind === 'refused' || code === 'definition-changed') this.#forgetResumed();
    // Another body has used the key, so the next attempt needs a new one.
    if (code === 'idempotency-mismatch') this.request = undefined;
    this.#onRequestChange();
    return outcome;
  }
}
