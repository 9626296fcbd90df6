import { html, type TemplateResult } from 'lit';
import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import { type Failure, type NextStep, nextStep } from '../client/next-step.ts';
import { type EnquiryRequest, type ProxyResponse, postEnquiry, wait } from '../client/requests.ts';
import type { Measurement, SubmissionContext } from '../form/form-context.ts';
import type { LazyObject } from '../form/lazy-object.ts';
import { isTestEnquiry } from '../form/test-token.ts';
import type { Refused } from '../problems/problems.ts';
import type { ContactWays } from './contact.ts';
import { becomeReporter } from './host-page.ts';
import { Attempt, createRequest, loadMeasurement, readAdditions, unsolved } from './request.ts';
import { RetryCountdown } from './retry-countdown.ts';
import { SendingProgress, SendingSign } from './sending-progress.ts';

/** The proxy has acknowledged the enquiry. `request` is the one that it acknowledged. */
export interface Accepted {
  kind: 'accepted';
  receipt: Receipt;
  request: EnquiryRequest;
}

export type Outcome =
  | Accepted
  | Refused
  /** It isn't sent, and no retry is due. */
  | { kind: 'failed'; failure: Failure; code: string }
  /** The page has reset the form meanwhile. `accepted`: the proxy has acknowledged the enquiry nevertheless. */
  | { kind: 'superseded'; accepted?: Accepted };

/** How long the first failure isn't shown, so that a misconfiguration can be found in its place. */
const maxDiagnosisMs = 2_000;

/** While the browser is offline, no more attempts count. The waits between them are the longest by then. */
const maxOfflineAttempts = 5;

/** Sends the enquiry in the form, with retries, and shows why it isn't sent. */
export class Sender {
  /** The last request, which is repeated as long as the form doesn't change, and whether its outcome is unknown, so that
   * it must be repeated after a reload, too. */
  state: { request?: EnquiryRequest | undefined; isUnderWay: boolean } = { isUnderWay: false };
  failure: Failure | undefined;
  /** The case type of the enquiry that was sent last. */
  caseType = '';
  /** What adds to an enquiry and reports it, once one has been sent. */
  measurement: Measurement | undefined;
  /** The ways to reach the firm in the note above Send. */
  readonly contact: ContactWays;
  readonly sign: SendingSign;
  /** Whether an attempt is under way. */
  isSending = false;
  /** The last request that was sent since the page was loaded. That of `state` may be from before a reload. */
  #sent: EnquiryRequest | undefined;
  #wasEdited = false;
  /** The enquiry that was under way before a reload. It is repeated unchanged. */
  #resumed: Enquiry | undefined;
  /** Which message says that the last attempt failed: `outcomeUnknown` if the proxy may have accepted the enquiry. */
  #failedMessage: 'failed' | 'outcomeUnknown' = 'failed';
  /** That of the latest submission. */
  #progress: SendingProgress | undefined;
  #countdown: RetryCountdown;
  #context: SubmissionContext;

  constructor(context: SubmissionContext, contact: ContactWays) {
    this.#context = context;
    this.contact = contact;
    this.sign = new SendingSign(context.host);
    this.#countdown = new RetryCountdown(() => context.host.requestUpdate());
  }

  /** Whether it is sending or waiting for a retry. */
  get isBusy(): boolean {
    return this.isSending || this.isWaiting;
  }

  get isWaiting(): boolean {
    return this.#countdown.isRunning;
  }

  /** Whether the enquiry that was under way before a reload is a test; undefined if there is none. */
  get isResumedTest(): boolean | undefined {
    return this.#resumed && isTestEnquiry(this.#resumed);
  }

  /** Makes the next submission repeat a request whose outcome is unknown. */
  resume(request: EnquiryRequest): void {
    this.#resumed = JSON.parse(request.body) as Enquiry;
  }

  /** Sends what `collect` and `measurement` return until it is accepted or refused, or no retry may help. Calls `save`
   * when `state` has changed, before a request goes out. An aborted `signal` makes the outcome
   * `superseded`, but doesn't abort the request, because the visitor meant to send it. */
  async deliver(
    collect: () => Enquiry | Refused,
    measurement: LazyObject<Measurement>,
    save: () => void,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const progress = new SendingProgress(this.#context, this.contact);
    this.contact.continuedNote = undefined;
    this.#progress = progress;
    signal.addEventListener('abort', () => progress.end());
    let attempt: Attempt | undefined;
    let outcome: Outcome | undefined;
    const repeat = () => this.#repeatAtPageEnd();
    addEventListener('pagehide', repeat);
    try {
      while (!outcome) {
        if (!attempt) {
          // The values may have changed without an event since the last attempt.
          const enquiry = this.#resumed ?? collect();
          if ('foundBy' in enquiry) {
            outcome = enquiry;
            break;
          }
          progress.beginAttempt();
          attempt = await this.#begin(enquiry, measurement, signal);
          if (!attempt) return { kind: 'superseded' };
          save();
        }
        const response = await postEnquiry(attempt.request, attempt.authorization);
        attempt.requests++;
        const step = this.#decide(response, attempt, progress);
        if (step.action === 'send') await attempt.change(step, response.challenge);
        else if (step.action === 'wait') await wait(step.delayMs);
        else if (step.action === 'done') outcome = outcomeOf(response, attempt.request);
        else {
          outcome = await this.#tell(response, attempt, progress, signal);
          attempt = undefined;
        }
      }
      // An accepted enquiry is reported and saved first. Until the end of it, a page that ends repeats the request.
      if (outcome.kind !== 'accepted') await this.sign.end();
      if (signal.aborted)
        return { kind: 'superseded', ...(outcome.kind === 'accepted' && { accepted: outcome }) };
      const code = outcome.kind === 'failed' ? outcome.code : '';
      if (outcome.kind === 'failed') this.failure = outcome.failure;
      if (outcome.kind === 'refused' || code === 'definition-changed') this.#resumed = undefined;
      // Another body has used the key, so the next attempt needs a new one.
      this.#stop(code === 'idempotency-mismatch' ? undefined : this.state.request);
      save();
      return outcome;
    } finally {
      removeEventListener('pagehide', repeat);
      progress.end();
    }
  }

  /** The visitor doesn't want to wait for the countdown. */
  retryNow(): void {
    if (!this.isWaiting) return;
    this.#progress?.announceSending();
    this.#countdown.finish();
  }

  /** Called after an edit, which makes the next request a new one. */
  edited(): void {
    this.#wasEdited = true;
    this.#resumed = undefined;
    this.#countdown.stop();
  }

  /** Stops after an unexpected error. */
  fail(): void {
    this.edited();
    this.failure = 'other';
    this.#stop(this.state.request);
  }

  reset(): void {
    this.edited();
    this.failure = undefined;
    this.contact.continuedNote = undefined;
    this.#stop();
  }

  /** The note above Send; undefined without a failure. It is amber while there is nothing to do but wait, and red when the
   * visitor has to act. The countdown isn't announced: screen readers hear once that the form retries. */
  note(): TemplateResult | undefined {
    const translate = this.#context.translate;
    const { contact, failure, isWaiting } = this;
    if (contact.continuedNote) return contact.continuedNote();
    const { attempts = 0, offersContact = false } = this.#progress ?? {};
    const failed = translate(this.#failedMessage);
    if (isWaiting || (this.isSending && (attempts > 1 || offersContact))) {
      const { secondsLeft: count } = this.#countdown;
      const text = translate(isWaiting && !navigator.onLine ? 'offline' : 'answersSafe');
      return html`
        <div class="note waiting" part="note">
          <h3>${this.#failedMessage === 'failed' ? translate('notSentHeading') : failed}</h3>
          <p>${text} ${isWaiting ? html`<span class="countdown">${translate('retryIn', { count })}</span>` : ''}</p>
          ${offersContact ? contact.render('dontWait') : ''}
        </div>
      `;
    }
    const advice = failure === 'gave-up' ? 'stoppedTrying' : 'contactAnotherWay';
    switch (failure) {
      case undefined:
        return undefined;
      case 'edited':
        return html`<p class="note" part="note">${translate('notSentYet')}</p>`;
      case 'definition-changed':
        return html`<p class="note" part="note" role="alert">${translate('questionsChanged')}</p>`;
      case 'test-link-invalid':
        return html`<p class="note bad" part="note" role="alert">${translate('testRefused')}</p>`;
      default:
        return html`
          <div class="note bad" part="note" role="alert">
            <h3>${failed}</h3>
            <p>${`${translate('answersKept')} ${translate(advice)}`}</p>
            ${contact.render()}
          </div>
        `;
    }
  }

  /** The label of Send after a failure; undefined: the usual one. */
  get label(): string | undefined {
    if (this.isWaiting) return this.#context.translate('tryNow');
    return /gave-up|misconfigured|other/.test(this.failure ?? '')
      ? this.#context.translate('tryAgain')
      : undefined;
  }

  /** Whether an attempt is under way that takes long. */
  get isSlow(): boolean {
    return !!this.#progress?.isSlow;
  }

  /** Whether the form no longer has the enquiry that was sent: the visitor has edited it, or the page has changed the
   * case type. The visitor decides whether to send what is there now. */
  get #isOutdated(): boolean {
    return this.#wasEdited || this.#context.model.source.definition?.case_type !== this.caseType;
  }

  /** Makes an enquiry ready to be posted. Undefined if the page has reset the form meanwhile. */
  async #begin(
    enquiry: Enquiry,
    measurement: LazyObject<Measurement>,
    signal: AbortSignal,
  ): Promise<Attempt | undefined> {
    const { host, model } = this.#context;
    this.isSending = true;
    this.sign.begin(true);
    this.#wasEdited = false;
    this.caseType = enquiry.case_type;
    host.requestUpdate();
    this.measurement = await loadMeasurement(this.#context, measurement);
    const additions = await readAdditions(this.#context, this.measurement);
    const complete = this.#resumed ?? { ...enquiry, ...additions };
    if (signal.aborted) return undefined;
    const request = createRequest(model.source, complete, this.state.request);
    this.state = { request, isUnderWay: true };
    if (request !== this.#sent) {
      this.#failedMessage = 'failed';
      becomeReporter(host, request);
    }
    this.#sent = request;
    return new Attempt(request, this.#context, signal);
  }

  #decide(response: ProxyResponse<Receipt>, attempt: Attempt, progress: SendingProgress): NextStep {
    const { authorization, challenges, request, requests } = attempt;
    const history = {
      enquiry: JSON.parse(request.body),
      attempts: progress.attempts,
      requests,
      challenges,
      isUnsolved: authorization === unsolved,
      isOutdated: this.#isOutdated,
      isMisconfigured: !!progress.misconfiguration,
    };
    return nextStep(response, history, Math.random());
  }

  /** Tells the visitor that an attempt has failed, and waits until the next one is due. Resolves with undefined if it is,
   * and otherwise with the outcome. */
  async #tell(
    response: ProxyResponse<Receipt>,
    attempt: Attempt,
    progress: SendingProgress,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
    const { emit, lazy } = this.#context;
    const isFirst = progress.attempts === 1;
    if (response.code === 'unreadable') this.#failedMessage = 'outcomeUnknown';
    // A page of another origin sees a refusal as a lost connection.
    if (isFirst && [0, 403, 404].includes(response.status)) {
      const onFound = (code: string) => {
        progress.misconfiguration = code;
        if (!signal.aborted) this.#countdown.stop();
      };
      const diagnosed = lazy(() => import('./diagnosis.ts'))
        .load()
        .then(diagnose => diagnose?.(this.#context, this, onFound));
      await Promise.race([diagnosed, wait(maxDiagnosisMs)]);
    }
    await this.sign.end();
    if (signal.aborted) return { kind: 'superseded' };
    this.isSending = false;
    progress.endAttempt();
    const code = progress.misconfiguration ?? response.code;
    if (isFirst) emit('enquiry-failed', { case_type: this.caseType, code });
    let step = this.#decide(response, attempt, progress);
    if (step.action === 'tell' && step.delayMs !== undefined) {
      const failed = this.#failedMessage === 'failed' ? 'retrying' : this.#failedMessage;
      const wasOnline = navigator.onLine;
      progress.announceRetry(this.#context.translate(wasOnline ? failed : 'offline'));
      const isDue = await this.#countdown.wait(step.delayMs);
      if (signal.aborted) return { kind: 'superseded' };
      if (isDue && !this.#isOutdated) {
        // The browser may be wrong about being offline, so that is no reason to wait, only one not to give up.
        if (!wasOnline && navigator.onLine) {
          progress.attempts = 2;
          progress.announceSending();
        } else if (navigator.onLine || progress.attempts < maxOfflineAttempts) progress.attempts++;
        return undefined;
      }
      step = this.#decide(response, attempt, progress); // The visitor has edited it, or a misconfiguration was found.
    }
    return { kind: 'failed', failure: step.action === 'tell' ? step.failure : 'other', code };
  }

  /** The proxy may be about to ask for a proof, and a page that ends has time for neither a proof nor a retry. The proxy
   * recognises the repeat, even one after a reload. It is sent synchronously, because after this event a frame that was
   * removed can't send anything. */
  #repeatAtPageEnd(): void {
    const { isUnderWay, request } = this.state;
    if (isUnderWay && request) void postEnquiry(request, unsolved);
  }

  #stop(request?: EnquiryRequest): void {
    this.isSending = false;
    this.state = { request, isUnderWay: false };
  }
}

function outcomeOf({ body: receipt, problems }: ProxyResponse<Receipt>, request: EnquiryRequest): Outcome {
  if (problems.length || !receipt) return { kind: 'refused', problems, foundBy: 'proxy' };
  return { kind: 'accepted', receipt, request };
}
