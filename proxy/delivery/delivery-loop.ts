import type { Reservation } from '../outbox/claims.ts';
import type { Claim } from '../outbox/deliveries.ts';
import { describeFailure, type Failure } from '../outbox/failure.ts';
import { logStoreFailure } from '../outbox/outbox.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type AttemptDependencies, type AttemptResult, createAttempt, NotRecorded } from './attempt.ts';
import { Availability, isAnswered } from './availability.ts';
import { LoginTest } from './login-test.ts';

interface DeliveryDependencies extends Omit<AttemptDependencies, 'isSteady' | 'testLogin'> {
  /** The maximum number of requests in flight. */
  concurrency: number;
  /** The time that a claim is valid without renewal. */
  leaseMs: number;
  /** Called when the login is found to fail, and with null when it works again. */
  onLoginChange: (failure: Failure | null) => void;
  metrics: Pick<Metrics, 'attempted' | 'ended' | 'loginTested'>;
}

/** The longest pause before the loop looks again, because an operator or another process may have changed the outbox. To look
 * is to read one row of an index. */
const maxSleepMs = 2_000;
/** The loop stands still if it hasn't turned for this long. */
const stuckMs = 120_000;
/** The pause after the store has failed. */
const storePauseMs = 1_000;

/** The delivery loop: sends due deliveries from the outbox to the enquiry API from its creation until it is stopped, and
 * tests the login while there are none. */
export class DeliveryLoop {
  readonly #dependencies: DeliveryDependencies;
  readonly #giveUp = new AbortController();
  readonly #availability: Availability;
  readonly #loginTest: LoginTest;
  readonly #attempt: ReturnType<typeof createAttempt>;
  readonly #inFlight = new Map<number, { claim: Claim; done: Promise<void> }>();
  /** Enquiries that are being added and claimed, in the places that are reserved for them. */
  readonly #reserved = new Set<Promise<void>>();
  /** The deliveries in flight that are probes of an enquiry API that is down. */
  readonly #probes = new Set<number>();
  readonly #renewal: NodeJS.Timeout;
  #isStopping = false;
  #isRunning = false;
  #claiming = Promise.resolve();
  #isProbing = false;
  #probing = Promise.resolve();
  #isWoken = false;
  /** Whether a delivery that nobody has claimed may be due. */
  #mayBeDue = true;
  #turnedAt: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(dependencies: DeliveryDependencies) {
    const { claims, concurrency, leaseMs, monotonicMs, random, onLoginChange } = dependencies;
    this.#dependencies = dependencies;
    this.#turnedAt = monotonicMs();
    const availability = new Availability(concurrency, monotonicMs, random);
    this.#availability = availability;
    this.#loginTest = new LoginTest({
      ...dependencies,
      onChange: onLoginChange,
      onOutcome: outcome => {
        if (availability.isDown && !this.#isProbeBegun) this.#probing = this.#probe(async () => outcome);
        else availability.noteLoginTest(outcome);
      },
    });
    const testLogin = async () => {
      const outcome = await this.#loginTest.send();
      availability.noteLoginTest(outcome);
      // An attempt that fails during a stop may have been aborted, and so may this test.
      return isAnswered(outcome) && !this.#isStopping;
    };
    const isSteady = () => availability.isSteady;
    this.#attempt = createAttempt({ ...dependencies, isSteady, testLogin }, this.#giveUp.signal);
    this.#renewal = setInterval(() => {
      const held = [...this.#inFlight.values()].map(({ claim }) => claim);
      if (held.length > 0) claims.renew(held, leaseMs).catch(this.#pauseAfterFailure);
    }, leaseMs / 3);
    claims.setListener({
      isReady: () => !availability.isDown && !this.#isStopping,
      wake: () => this.#wake(),
      reserve: () => this.#reserve(),
    });
    // The operator may have restarted the process to correct a setting that made attempts fail.
    this.makeAllDue().catch(this.#pauseAfterFailure);
  }

  /** Whether deliveries are known to fail: the enquiry API is down, or the login test has failed. */
  get isDown(): boolean {
    return this.#availability.isDown || this.#loginTest.isFailing;
  }

  /** Whether the loop is running, so that whatever is due gets sent. */
  get isTurning(): boolean {
    return this.#dependencies.monotonicMs() - this.#turnedAt < stuckMs;
  }

  /** Makes all waiting deliveries due and sends them. */
  async makeAllDue(): Promise<void> {
    await this.#dependencies.claims.makeAllDue(this.#dependencies.leaseMs);
    this.#wake();
  }

  /** The same, and probes an enquiry API that is down at once, because the login was changed. */
  retryAll(): Promise<void> {
    this.#availability.probeNow();
    return this.makeAllDue().catch(this.#pauseAfterFailure);
  }

  /** Tests the login without creating anything, and resolves when the result is known. */
  testLogin(): Promise<void> {
    return this.#loginTest.run();
  }

  /** Claims nothing more, waits up to `graceMs` for requests in flight, and aborts the rest. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const loginTestEnded = this.#loginTest.stop();
    // What is being claimed is sent, too.
    const ended = Promise.all([this.#claiming, this.#probing, ...this.#reserved]).then(() =>
      Promise.all([...this.#inFlight.values()].map(({ done }) => done)),
    );
    let late: NodeJS.Timeout | undefined;
    const grace = new Promise(resolve => {
      late = setTimeout(resolve, graceMs);
    });
    await Promise.race([ended, grace]);
    clearTimeout(late);
    this.#giveUp.abort();
    // Closing the client aborts requests in flight, which are recorded as unknown outcomes.
    await this.#dependencies.enquiryApi.close();
    await Promise.all([ended, loginTestEnded]);
    clearInterval(this.#renewal);
  }

  readonly #pauseAfterFailure = (error: unknown): void => {
    logStoreFailure(this.#dependencies.log, error);
    this.#sleep(storePauseMs);
  };

  #sleep(ms: number): void {
    clearTimeout(this.#timer);
    // If nothing is due, the loop claims nothing, because a claim takes the right to write from visitors.
    if (!this.#isStopping) this.#timer = setTimeout(() => this.#run(), ms);
  }

  #wake(): void {
    this.#mayBeDue = true;
    this.#run();
  }

  #run(): void {
    this.#isWoken = true;
    // `#claimDue` can't reject: it tries again later when the store fails.
    if (!this.#isRunning) this.#claiming = this.#claimDue();
  }

  async #claimDue(): Promise<void> {
    const { claims, leaseMs } = this.#dependencies;
    this.#isRunning = true;
    try {
      while (this.#isWoken && !this.#isStopping) {
        this.#isWoken = false;
        this.#turnedAt = this.#dependencies.monotonicMs();
        if (this.#isProbeDue) this.#probing = this.#probe();
        const free = this.#availability.allowance(this.#taken);
        const isClaiming = free > 0 && this.#mayBeDue;
        if (isClaiming) {
          const claimed = await claims.claim(free, leaseMs, { inFlight: this.#inFlight });
          for (const claim of claimed) this.#begin(claim);
          if (claimed.length < free && !this.#isWoken) this.#mayBeDue = false;
        }
        const ms = await this.#untilNextMs();
        if (this.#isWoken) continue;
        if (ms <= 0 && !isClaiming) this.#wake();
        // Another process may have locked what is due.
        else this.#sleep(Math.max(ms, 10));
      }
    } catch (error) {
      this.#pauseAfterFailure(error);
    } finally {
      this.#isRunning = false;
    }
  }

  async #untilNextMs(): Promise<number> {
    const { isDown, untilProbeMs } = this.#availability;
    if (isDown) return this.#isProbeBegun ? maxSleepMs : Math.min(untilProbeMs, maxSleepMs);
    // The end of a request wakes the loop.
    if (this.#taken > 0 && this.#availability.allowance(this.#taken) <= 0) return maxSleepMs;
    return Math.min((await this.#dependencies.claims.untilDue()) ?? maxSleepMs, maxSleepMs);
  }

  /** The number of places of requests that are in use or reserved. */
  get #taken(): number {
    return this.#inFlight.size + this.#reserved.size;
  }

  get #isProbeBegun(): boolean {
    return this.#isProbing || this.#probes.size > 0 || this.#taken >= this.#dependencies.concurrency;
  }

  get #isProbeDue(): boolean {
    const { isDown, untilProbeMs } = this.#availability;
    return isDown && !this.#isProbeBegun && untilProbeMs <= 0;
  }

  /** Probes an enquiry API that is down: tests the login, which uses up no delivery's attempt, and if there is a response,
   * sends deliveries that may not be due yet, chosen at random, because whoever keeps sending owns both ends of the queue.
   * Can't reject: it tries again later when the store fails. */
  async #probe(testLogin = () => this.#loginTest.send()): Promise<void> {
    const { claims, leaseMs, random, log } = this.#dependencies;
    const availability = this.#availability;
    this.#isProbing = true;
    try {
      availability.beginProbe();
      const outcome = await testLogin();
      if (!availability.noteLoginTest(outcome) || this.#isStopping) return;
      const probe = { at: random(), retries: isAnswered(outcome) ? 'all' : 'harmless' } as const;
      const claimed = await claims.claim(availability.probeSize, leaseMs, {
        inFlight: this.#inFlight,
        probe,
      });
      for (const claim of claimed) {
        this.#probes.add(claim.id);
        this.#begin(claim);
      }
      if (claimed.length > 0) return;
      availability.endOutage();
      log.info('enquiry API available');
      this.#mayBeDue = true;
    } catch (error) {
      this.#pauseAfterFailure(error);
    } finally {
      this.#isProbing = false;
      this.#run();
    }
  }

  #reserve(): Reservation | undefined {
    if (this.#isStopping || this.#mayBeDue || this.#availability.isDown) return undefined;
    if (this.#availability.allowance(this.#taken) <= 0) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#reserved.add(promise);
    const free = () => {
      this.#reserved.delete(promise);
      resolve();
    };
    return {
      leaseMs: this.#dependencies.leaseMs,
      begin: claim => {
        this.#begin(claim);
        free();
      },
      cancel: () => {
        free();
        this.#run();
      },
    };
  }

  #begin(claim: Claim): void {
    const done = this.#attempt(claim)
      .then(result => result && this.#noteAvailability(claim, result))
      .catch(error => {
        const { id, kind, reference } = claim;
        if (!(error instanceof NotRecorded))
          this.#dependencies.log.error({ err: error, id, kind, reference }, 'internal error');
      })
      .finally(() => {
        this.#inFlight.delete(claim.id);
        this.#probes.delete(claim.id);
        this.#run();
      });
    this.#inFlight.set(claim.id, { claim, done });
  }

  async #noteAvailability({ id, kind, reference }: Claim, result: AttemptResult): Promise<void> {
    const { claims, log } = this.#dependencies;
    const { outcome, isWaiting } = result;
    const change = this.#availability.noteOutcome(id, outcome);
    if (!isWaiting) this.#availability.forget(id);
    this.#loginTest.noteOutcome(outcome);
    if (change === 'up') {
      log.info('enquiry API available');
      await claims.makeDueAfterSuccess().catch(this.#pauseAfterFailure);
      this.#mayBeDue = true;
    } else if (change !== undefined && outcome.kind !== 'delivered') {
      const facts = { outcome: outcome.kind, reason: describeFailure(outcome.failure) };
      if (change === 'failed') return log.warn({ id, kind, reference, ...facts }, 'delivery attempt failed');
      log.error(facts, 'enquiry API unavailable');
      claims.stopWaitingExcept(new Set(this.#inFlight.keys()));
    }
  }
}
