import type { Reservation } from '../outbox/claims.ts';
import type { Claim } from '../outbox/deliveries.ts';
import { describeFailure, type Failure } from '../outbox/failure.ts';
import { logStoreFailure } from '../outbox/outbox.ts';
import { withTimeLimit } from '../spool/spool.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { FailedOutcome, Outcome } from './api-outcome.ts';
import { type AttemptDependencies, createAttempt, NotRecorded } from './attempt.ts';
import { Availability, isAnswer } from './availability.ts';

interface DeliveryDependencies extends Omit<AttemptDependencies, 'availability'> {
  /** The maximum number of requests in flight that haven't taken long yet. */
  concurrency: number;
  /** Called when tests of the login begin to fail, or fail in another way, and with null when they succeed again. */
  onAvailabilityChange: (failure: Failure | null) => void;
  metrics: Pick<Metrics, 'attempted' | 'ended' | 'loginTested'>;
}

/** The longest pause before the loop looks again, because an operator or another process may have changed the outbox. To look
 * is to read one row of an index. */
const maxSleepMs = 2_000;
/** The loop stands still if it hasn't turned for this long. */
const stuckMs = 120_000;
/** The pause after the store has failed. */
const storePauseMs = 1_000;
/** A delivery that takes longer leaves its place to another one. It says something about itself if the enquiry API responds
 * to a test of the login meanwhile. */
const slowMs = 5_000;
/** The maximum number of requests in flight, as a multiple of the concurrency, while most of them are slow. */
const maxSlowShare = 4;
/** After this many failures in a row, deliveries begin one at a time, with a pause, so that an enquiry API that responds to
 * tests of the login alone isn't overloaded. */
const maxFailures = 3;
const troubledPauseMs = 2_000;

/** The delivery loop: sends due deliveries from the outbox to the enquiry API from its creation until it is stopped. */
export class DeliveryLoop {
  readonly #dependencies: DeliveryDependencies;
  readonly #giveUp = new AbortController();
  readonly #availability: Availability;
  readonly #attempt: ReturnType<typeof createAttempt>;
  readonly #inFlight = new Map<number, { claim: Claim; done: Promise<void> }>();
  /** The deliveries in flight that have taken long. */
  readonly #slow = new Set<number>();
  /** Enquiries that are being added and claimed, in the places that are reserved for them. */
  readonly #reserved = new Set<Promise<void>>();
  readonly #renewal: NodeJS.Timeout;
  /** The number of deliveries in a row that have failed. */
  #failures = 0;
  #begunAt = Number.NEGATIVE_INFINITY;
  #nextLane = 0;
  #wasDown = false;
  #isStopping = false;
  #isRunning = false;
  #claiming = Promise.resolve();
  #isWoken = false;
  /** Whether a delivery that nobody has claimed may be due. */
  #mayBeDue = true;
  #turnedAt: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(dependencies: DeliveryDependencies) {
    const { claims, leaseMs, monotonicMs, onAvailabilityChange } = dependencies;
    this.#dependencies = dependencies;
    this.#turnedAt = monotonicMs();
    const availability = new Availability({
      ...dependencies,
      onChange: onAvailabilityChange,
      onTested: () => this.#noteTest(),
    });
    this.#availability = availability;
    this.#attempt = createAttempt({ ...dependencies, availability }, this.#giveUp.signal);
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

  /** Whether deliveries are known to fail. */
  get isDown(): boolean {
    return this.#availability.isFailing || this.#failures > maxFailures;
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

  /** The same, because the login was changed. Never rejects. */
  retryAll(): Promise<void> {
    return this.makeAllDue().catch(this.#pauseAfterFailure);
  }

  /** Tests the login without creating anything, and resolves when the result is known. */
  testLogin(): Promise<void> {
    return this.#availability.run();
  }

  /** Claims nothing more, waits up to `graceMs` for requests in flight, and aborts the rest. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const testEnded = this.#availability.stop();
    // What is being claimed is sent, too.
    const ended = Promise.all([this.#claiming, ...this.#reserved]).then(() =>
      Promise.all([...this.#inFlight.values()].map(({ done }) => done)),
    );
    await withTimeLimit(graceMs, ended).catch(() => {}); // What takes longer is aborted.
    this.#giveUp.abort();
    // Closing the client aborts requests in flight, which are recorded as unknown outcomes.
    await this.#dependencies.enquiryApi.close();
    await Promise.all([ended, testEnded]);
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
    this.#isRunning = true;
    try {
      while (this.#isWoken && !this.#isStopping) {
        this.#isWoken = false;
        this.#turnedAt = this.#dependencies.monotonicMs();
        const wasDue = this.#mayBeDue;
        const ms = await this.#claim(this.#findRoom());
        if (this.#isWoken) continue;
        if (ms <= 0 && !wasDue) this.#wake();
        // Another process may have locked what is due.
        else this.#sleep(Math.max(ms, 10));
      }
    } catch (error) {
      this.#pauseAfterFailure(error);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Claims what is due, as far as there is room. Resolves with the time until the next look. */
  async #claim({ limit, isForUntried, waitMs }: Room): Promise<number> {
    const { claims, leaseMs } = this.#dependencies;
    const inFlight = this.#inFlight;
    if (limit === 0) return waitMs;
    if (this.#mayBeDue) {
      // Whoever keeps sending owns both ends of the queue, so senders take turns.
      const untriedFrom = this.#isTroubled || isForUntried ? this.#nextLane : undefined;
      let claimed = await claims.claim(limit, leaseMs, { inFlight, untriedFrom });
      this.#nextLane = (claimed.at(-1)?.lane ?? 0) + 1;
      if (claimed.length === 0 && untriedFrom !== undefined && !isForUntried)
        claimed = await claims.claim(limit, leaseMs, { inFlight });
      for (const claim of claimed) this.#begin(claim);
      if (claimed.length > 0) this.#availability.noteException();
      if (isForUntried || claimed.length === limit) return maxSleepMs;
      if (!this.#isWoken) this.#mayBeDue = false;
    }
    return Math.min((await claims.untilDue()) ?? maxSleepMs, maxSleepMs);
  }

  get #isTroubled(): boolean {
    return this.#failures >= maxFailures;
  }

  /** How many deliveries may begin now. */
  #findRoom(): Room {
    const { concurrency, monotonicMs, scanning } = this.#dependencies;
    const availability = this.#availability;
    // A scanner that hangs doesn't keep enquiries waiting.
    const taken = this.#inFlight.size + this.#reserved.size - (scanning?.scanner.scans.size ?? 0);
    const free = Math.min(concurrency - taken + this.#slow.size, maxSlowShare * concurrency - taken);
    const none = { limit: 0, isForUntried: false, waitMs: maxSleepMs };
    // The end of a request or of a test wakes the loop.
    if (free <= 0 || availability.isInDoubt) return none;
    if (availability.isDown)
      return availability.allowsException ? { ...none, limit: 1, isForUntried: true } : none;
    // What has taken long before may do so again.
    const isForUntried = this.#slow.size >= (maxSlowShare / 2) * concurrency;
    if (!this.#isTroubled) return { ...none, limit: free, isForUntried };
    const waitMs = Math.min(this.#begunAt + troubledPauseMs - monotonicMs(), maxSleepMs);
    return waitMs > 0 ? { ...none, waitMs } : { ...none, limit: 1, isForUntried };
  }

  #reserve(): Reservation | undefined {
    if (this.#isStopping || this.#mayBeDue || this.#availability.isDown) return undefined;
    if (this.#findRoom().limit <= 0) return undefined;
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
    const { id } = claim;
    this.#begunAt = this.#dependencies.monotonicMs();
    const slow = setTimeout(() => {
      this.#slow.add(id);
      this.#availability.check();
      this.#run();
    }, slowMs);
    const done = this.#attempt(claim)
      .then(outcome => outcome && this.#noteOutcome(claim, outcome))
      .catch(error => {
        const { kind, reference } = claim;
        if (!(error instanceof NotRecorded))
          this.#dependencies.log.error({ err: error, id, kind, reference }, 'internal error');
      })
      .finally(() => {
        clearTimeout(slow);
        this.#slow.delete(id);
        this.#inFlight.delete(id);
        this.#run();
      });
    this.#inFlight.set(id, { claim, done });
  }

  #noteOutcome({ id, kind, reference, attempts }: Claim, outcome: Outcome): void {
    if (isAnswer(outcome)) {
      this.#availability.noteSuccess();
      if (outcome.kind === 'delivered' && attempts > 1) this.#availability.noteRecovery();
      this.#noteTest();
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    const { failure } = outcome as FailedOutcome;
    const facts = { outcome: outcome.kind, reason: describeFailure(failure) };
    if (!this.#availability.isDown)
      this.#dependencies.log.warn({ id, kind, reference, ...facts }, 'delivery attempt failed');
    this.#availability.check();
  }

  /** Notices the begin and the end of an outage. */
  #noteTest(): void {
    const { isDown } = this.#availability;
    if (isDown && !this.#wasDown) {
      // After the outage, the first delivery shows whether the others can follow.
      this.#failures = maxFailures;
      this.#dependencies.claims.stopWaitingExcept(new Set(this.#inFlight.keys()));
    }
    if (isDown === this.#wasDown) this.#run();
    else this.#wake();
    this.#wasDown = isDown;
  }
}

/** How many deliveries may begin, or else in how many milliseconds it is worth looking again. */
interface Room {
  limit: number;
  /** Only deliveries that haven't been tried may begin. */
  isForUntried: boolean;
  waitMs: number;
}
