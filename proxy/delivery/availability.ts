import type { Logger } from 'pino';
import { minuteMs } from '../contract/durations.ts';
import { describeFailure, type Failure } from '../outbox/failure.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { computeBackoffMs, type FailedOutcome, type Outcome } from './api-outcome.ts';
import type { EnquiryApi } from './enquiry-api.ts';

/** Tests the login with a create request without a forename. The enquiry API responds with 401 when the login is wrong
 * and otherwise with 400 (spec 7), so the outcome `refused` means that the login works. Creates nothing. */
export function sendLoginTest(
  enquiryApi: Pick<EnquiryApi, 'create'>,
  random: () => number,
): Promise<Outcome> {
  // No two requests are the same, so that a server in between can't repeat an earlier response.
  const marketing_keywords = Math.floor(random() * 2 ** 32).toString(16);
  return enquiryApi.create(
    JSON.stringify({ forename: '', case_type: 'check', meta: [], marketing_keywords }),
  );
}

/** The time without a delivery after which the login is tested. It is long because repeated login failures may lock the
 * account. */
const quietMs = 15 * minuteMs;
/** The longest pause between tests during an outage. */
const maxPauseMs = 5_000;
/** The same while the login is refused. */
const maxLoginPauseMs = 15 * minuteMs;
/** How long the last test answers for the next failure. */
const freshMs = 2_000;
/** How often a delivery is tried during an outage, and while the login is refused, in case only the tests fail. */
const exceptionMs = 5 * minuteMs;
const loginExceptionMs = 60 * minuteMs;

/** What an outcome says about the login, for the metrics. */
const results = {
  refused: 'succeeded',
  misconfigured: 'failed',
  delivered: 'created',
  unavailable: 'unknown',
  unknown: 'unknown',
} as const;

interface AvailabilityDependencies {
  enquiryApi: Pick<EnquiryApi, 'create'>;
  monotonicMs: () => number;
  /** Returns numbers in [0, 1). */
  random: () => number;
  /** Called when a test has failed for another reason than the last one, and with null when the enquiry API works again. */
  onChange: (failure: Failure | null) => void;
  /** Called after each test. */
  onTested: () => void;
  log: Logger;
  metrics: Pick<Metrics, 'loginTested'>;
}

/** Whether the enquiry API has responded as specified (spec 7). */
export const isAnswer = (outcome: Outcome) => outcome.kind === 'delivered' || outcome.says === 'decided';

/** Whether nothing can be delivered: the enquiry API refuses the login, can't be reached, or fails at every request. */
const isOutage = (outcome: FailedOutcome) =>
  outcome.says === 'login' ||
  outcome.says === 'unreachable' ||
  (outcome.kind === 'unknown' && !outcome.hasSuccessStatus);

/** Finds out whether the enquiry API is available. Tests of the login decide: they create nothing, and are the same for all
 * deliveries. The login is tested when asked to, during an outage, and after every 15 minutes without a success. */
export class Availability {
  /** Whether the last test found an outage, and no delivery has succeeded since. */
  isDown = false;
  readonly #dependencies: AvailabilityDependencies;
  #failure: Failure | null = null;
  /** The number of tests in a row that found an outage. */
  #failedTests = 0;
  #testedAt = Number.NEGATIVE_INFINITY;
  #succeededAt = Number.NEGATIVE_INFINITY;
  /** The last sign that the enquiry API failed, whatever was sent. */
  #unsteadyAt = Number.NEGATIVE_INFINITY;
  #exceptionAt = 0;
  #test: Promise<boolean> | undefined;
  #next: Promise<void> | undefined;
  /** The enquiry API has created an enquiry from a test, and would do so again. */
  #isUntestable = false;
  #isStopped = false;
  #timer: NodeJS.Timeout;

  constructor(dependencies: AvailabilityDependencies) {
    this.#dependencies = dependencies;
    this.#timer = setTimeout(() => this.test(), quietMs);
  }

  /** Whether the last test failed in any way, and no delivery has succeeded since. */
  get isFailing(): boolean {
    return this.#failure !== null;
  }

  /** Whether a test is about to say if the enquiry API is available, and no delivery has said so since it began. */
  get isInDoubt(): boolean {
    return this.#test !== undefined && !this.#hasSucceededSince;
  }

  get #hasSucceededSince(): boolean {
    return this.#succeededAt > this.#testedAt;
  }

  /** The time since the last sign that ordinary deliveries fail. */
  get steadyForMs(): number {
    return this.#dependencies.monotonicMs() - this.#unsteadyAt;
  }

  /** Whether a delivery may be sent although there is an outage. */
  get allowsException(): boolean {
    const pauseMs = this.#failure?.status === 401 ? loginExceptionMs : exceptionMs;
    return this.isDown && this.#dependencies.monotonicMs() - this.#exceptionAt >= pauseMs;
  }

  /** Allows another exception only some time later. */
  noteException(): void {
    this.#exceptionAt = this.#dependencies.monotonicMs();
  }

  /** Tests the login after the test in progress, which may use an earlier login. Never rejects. */
  run(): Promise<void> {
    this.#next ??= (this.#test ?? Promise.resolve()).then(async () => {
      this.#next = undefined;
      await this.test();
    });
    return this.#next;
  }

  /** Tests the login because a delivery fails or takes long, unless a test has just been made. */
  check(): void {
    if (this.#dependencies.monotonicMs() - this.#testedAt >= freshMs) void this.test();
  }

  /** Tests the login, or waits for the test in progress. Resolves with whether the enquiry API responds as specified. Never
   * rejects. */
  test(): Promise<boolean> {
    this.#test ??= this.#send()
      .finally(() => {
        this.#test = undefined;
        this.#dependencies.onTested();
      })
      .catch(error => {
        this.#dependencies.log.error({ err: error }, 'internal error');
        return false;
      });
    return this.#test;
  }

  async #send(): Promise<boolean> {
    const { enquiryApi, monotonicMs, random, log, metrics } = this.#dependencies;
    if (this.#isUntestable) return true;
    if (this.#isStopped) return false;
    this.#testedAt = monotonicMs();
    const outcome = await sendLoginTest(enquiryApi, random);
    // Closing the client may have aborted the request.
    if (this.#isStopped) return false;
    metrics.loginTested(results[outcome.kind]);
    if (outcome.kind === 'delivered') {
      this.#isUntestable = true;
      log.error({ enquiry_id: outcome.enquiryApiId }, 'login test created an enquiry');
    }
    if (isAnswer(outcome)) {
      this.noteSuccess();
      return true;
    }
    this.#noteFailure(outcome as FailedOutcome);
    return false;
  }

  #noteFailure(outcome: FailedOutcome): void {
    const { monotonicMs, random, log } = this.#dependencies;
    const facts = { outcome: outcome.kind, reason: describeFailure(outcome.failure) };
    const wasDown = this.isDown;
    this.#unsteadyAt = monotonicMs();
    this.isDown = isOutage(outcome) && !this.#hasSucceededSince;
    this.#failedTests = this.isDown ? this.#failedTests + 1 : 0;
    if (this.isDown && !wasDown) this.#exceptionAt = this.#unsteadyAt;
    const pauseMs = Math.min(maxPauseMs, 500 * 2 ** this.#failedTests);
    const loginPauseMs =
      outcome.says === 'login' ? computeBackoffMs(this.#failedTests, random(), maxLoginPauseMs) : 0;
    this.#schedule(this.isDown ? Math.max(pauseMs, loginPauseMs) : quietMs);
    if (!this.#setFailure(outcome.failure)) return;
    if (outcome.kind === 'misconfigured') log.error(facts, 'login test failed');
    else if (this.isDown) log.error(facts, 'enquiry API unavailable');
    else log.warn(facts, 'login not tested');
  }

  /** Takes into account that the enquiry API has responded as specified. */
  noteSuccess(): void {
    this.#succeededAt = this.#dependencies.monotonicMs();
    this.isDown = false;
    this.#failedTests = 0;
    this.#schedule(quietMs);
    if (this.#setFailure(null)) this.#dependencies.log.info('enquiry API available');
  }

  /** Takes into account that a delivery has succeeded that had failed before. */
  noteRecovery(): void {
    this.#unsteadyAt = this.#dependencies.monotonicMs();
  }

  /** Returns whether the failure has changed. */
  #setFailure(next: Failure | null): boolean {
    const before = this.#failure;
    this.#failure = next;
    const hasChanged = next?.cause !== before?.cause || next?.status !== before?.status;
    if (hasChanged) this.#dependencies.onChange(next);
    return hasChanged;
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped && !this.#isUntestable) this.#timer = setTimeout(() => this.test(), ms);
  }

  /** Starts no more tests. Resolves when the one in progress has ended, which closing the client does. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#test;
  }
}
