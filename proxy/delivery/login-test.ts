import type { Logger } from 'pino';
import { describeFailure, type Failure } from '../outbox/failure.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Outcome } from './api-outcome.ts';
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
const quietMs = 15 * 60_000;

/** What an outcome says about the login, for the metrics. */
const results = {
  refused: 'succeeded',
  misconfigured: 'failed',
  delivered: 'created',
  unavailable: 'unknown',
  unknown: 'unknown',
} as const;

interface LoginTestDependencies {
  enquiryApi: Pick<EnquiryApi, 'create'>;
  monotonicMs: () => number;
  /** Returns numbers in [0, 1). */
  random: () => number;
  /** Called when a test has failed, and with null when the login works again. */
  onChange: (failure: Failure | null) => void;
  /** Called with the outcome of a test that no delivery needed. */
  onOutcome: (outcome: Outcome) => void;
  log: Logger;
  metrics: Pick<Metrics, 'loginTested'>;
}

/** Tests the login when asked to, and after every 15 minutes in which the outcomes of deliveries said nothing about it. */
export class LoginTest {
  readonly #dependencies: LoginTestDependencies;
  #failure: Failure | null = null;
  #isEnded = false;
  #isQueued = false;
  #ended = Promise.resolve();
  #testedAt: number;
  #timer: NodeJS.Timeout;

  constructor(dependencies: LoginTestDependencies) {
    this.#dependencies = dependencies;
    this.#testedAt = dependencies.monotonicMs();
    this.#timer = setTimeout(() => this.#testWhenQuiet(), quietMs);
  }

  /** Runs at most every 15 minutes, so that deliveries only have to note the time. */
  #testWhenQuiet(): void {
    const remainingMs = this.#testedAt + quietMs - this.#dependencies.monotonicMs();
    if (remainingMs <= 0) void this.run();
    this.#timer = setTimeout(() => this.#testWhenQuiet(), remainingMs > 0 ? remainingMs : quietMs);
  }

  /** Tests the login after the test in progress, which may use an earlier login. Never rejects. */
  run(): Promise<void> {
    if (this.#isQueued || this.#isEnded) return this.#ended;
    this.#isQueued = true;
    this.#ended = this.#ended.then(() => this.#test());
    return this.#ended;
  }

  async #test(): Promise<void> {
    const { onOutcome, log } = this.#dependencies;
    this.#isQueued = false;
    const outcome = await this.send();
    if (outcome === undefined) return;
    if (outcome.kind === 'misconfigured')
      log.error({ reason: describeFailure(outcome.failure) }, 'login test failed');
    if (outcome.kind === 'unavailable' || outcome.kind === 'unknown')
      log.warn({ reason: describeFailure(outcome.failure) }, 'login not tested');
    onOutcome(outcome);
  }

  /** Sends a test. Resolves with undefined if the login can't be tested, or can't be any more. */
  async send(): Promise<Outcome | undefined> {
    const { enquiryApi, monotonicMs, random, log, metrics } = this.#dependencies;
    if (this.#isEnded) return undefined;
    const outcome = await sendLoginTest(enquiryApi, random);
    // Closing the client has aborted the request.
    if (this.#isEnded) return undefined;
    this.#testedAt = monotonicMs();
    metrics.loginTested(results[outcome.kind]);
    if (outcome.kind === 'refused') this.#noteSuccess();
    if (outcome.kind === 'misconfigured') this.#setFailure(outcome.failure);
    if (outcome.kind === 'delivered') {
      // The enquiry API doesn't keep to its specification, and the next test would create another enquiry.
      this.#isEnded = true;
      clearTimeout(this.#timer);
      log.error({ enquiry_id: outcome.enquiryApiId }, 'login test created an enquiry');
    }
    return outcome;
  }

  #noteSuccess(): void {
    if (this.isFailing) this.#dependencies.log.info('login works again');
    this.#setFailure(null);
  }

  #setFailure(next: Failure | null): void {
    const before = this.#failure;
    this.#failure = next;
    if (next?.cause !== before?.cause || next?.status !== before?.status) this.#dependencies.onChange(next);
  }

  /** Whether the last test has failed, and no delivery has shown since that the login works. */
  get isFailing(): boolean {
    return this.#failure !== null;
  }

  /** Takes the outcome of a delivery into account. */
  noteOutcome(outcome: Outcome): void {
    if (outcome.kind === 'unavailable') return;
    if (outcome.kind === 'unknown' && !outcome.hasSuccessStatus) return;
    this.#testedAt = this.#dependencies.monotonicMs();
    // A firewall may have blocked this delivery alone, and the outbox's status shows a refused login.
    if (outcome.kind !== 'misconfigured') this.#noteSuccess();
  }

  /** Starts no more tests. Resolves when the one in progress has ended, which closing the client does. */
  async stop(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    await this.#ended;
  }
}
