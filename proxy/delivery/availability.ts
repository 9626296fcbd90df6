import { computeBackoffMs, type Outcome } from './api-outcome.ts';

/** Fewer failures prove nothing: they may be about these deliveries alone. */
const minFailures = 3;
/** The longest pause between probes. It is short because probes are cheap, and because each of the deliveries that wait
 * may be the one that can be delivered. */
const maxProbePauseMs = 5_000;
/** While the login is refused, probes are rarer, because repeated login failures may lock the account. */
const maxLoginPauseMs = 15 * 60_000;
/** How often a probe is a delivery although the enquiry API doesn't respond to the login test, in case it responds to
 * everything else. */
const unansweredPauseMs = 5 * 60_000;
/** The time without signs of an outage after which a failure counts as the delivery's own fault. */
const steadyMs = 5 * 60_000;
/** After a success within this time, two deliveries are probed at once. */
const recentMs = 60 * 60_000;

interface Outage {
  /** The time of the next probe. */
  probeAt: number;
  probes: number;
  /** The number of login tests in a row that were refused with 401. */
  refusedLogins: number;
  /** The time from which on a probe is a delivery even if the enquiry API can't be reached. */
  deliveryAt: number;
}

/** A delivery that still fails. */
interface Failing {
  /** The number of successes before the last failure. */
  round: number;
  failedAt: number;
  /** Others have succeeded between two failures. */
  isAlone: boolean;
}

/** Tracks whether the enquiry API is available, from the outcomes of this process's deliveries and login tests. */
export class Availability {
  readonly #maxInFlight: number;
  readonly #monotonicMs: () => number;
  readonly #random: () => number;
  readonly #failing = new Map<number, Failing>();
  #outage: Outage | undefined;
  #successes = 0;
  /** The number of different deliveries that have failed since the last success. */
  #failures = 0;
  #allowed: number;
  #succeededAt = Number.NEGATIVE_INFINITY;
  /** The last time that a request failed that wasn't at fault. */
  #unsteadyAt = Number.NEGATIVE_INFINITY;

  constructor(maxInFlight: number, monotonicMs: () => number, random: () => number) {
    this.#maxInFlight = maxInFlight;
    this.#allowed = maxInFlight;
    this.#monotonicMs = monotonicMs;
    this.#random = random;
  }

  get isDown(): boolean {
    return this.#outage !== undefined;
  }

  /** Whether there was no sign of an outage for five minutes: every request that failed belongs to a delivery that
   * still fails. */
  get isSteady(): boolean {
    return this.#monotonicMs() - this.#unsteadyAt >= steadyMs;
  }

  /** How many deliveries that haven't been tried are probed at once. */
  get probeSize(): number {
    return this.#monotonicMs() - this.#succeededAt < recentMs ? 2 : 1;
  }

  /** Milliseconds until the next probe; 0 when the enquiry API is not down. */
  get untilProbeMs(): number {
    return this.#outage ? Math.max(0, this.#outage.probeAt - this.#monotonicMs()) : 0;
  }

  /** How many requests may begin now, in addition to those in flight: none while the enquiry API is down. After that,
   * twice as many with each success, so that a recovering enquiry API isn't overloaded. */
  allowance(inFlight: number): number {
    return this.#outage ? 0 : this.#allowed - inFlight;
  }

  /** Schedules the probe after the one that begins now. */
  beginProbe(): void {
    if (!this.#outage) return;
    const pauseMs = Math.min(maxProbePauseMs, 1_000 * 2 ** this.#outage.probes);
    this.#outage.probeAt = this.#monotonicMs() + pauseMs;
    this.#outage.probes += 1;
  }

  /** Makes the next probe due. */
  probeNow(): void {
    if (this.#outage) this.#outage.probeAt = this.#monotonicMs();
  }

  /** Takes the outcome of a login test into account; undefined if the login can't be tested. Returns whether a delivery
   * may be probed now. */
  noteLoginTest(outcome: Outcome | undefined): boolean {
    const now = this.#monotonicMs();
    if (!isAnswered(outcome)) this.#unsteadyAt = now;
    const outage = this.#outage;
    if (!outage) return false;
    const says = outcome && outcome.kind !== 'delivered' ? outcome.says : 'decided';
    outage.refusedLogins = says === 'login' ? outage.refusedLogins + 1 : 0;
    if (says === 'login') {
      const pauseMs = computeBackoffMs(outage.refusedLogins, this.#random(), maxLoginPauseMs);
      outage.probeAt = Math.max(outage.probeAt, now + pauseMs);
      return false;
    }
    if (says === 'unreachable' && now < outage.deliveryAt) return false;
    outage.deliveryAt = now + unansweredPauseMs;
    return true;
  }

  /** Ends an outage in which nothing is left to probe, although the enquiry API responds. The next failure of another
   * delivery is a new one. */
  endOutage(): void {
    this.#outage = undefined;
    this.#failures = minFailures - 1;
  }

  /** Takes the outcome of a delivery into account: three different deliveries that fail in a row, or a refused login,
   * mean that the enquiry API is down. Returns the new state when it changes, `failed` for a failure that doesn't
   * change it, and undefined otherwise and while it is down. */
  noteOutcome(id: number, outcome: Outcome): 'down' | 'up' | 'failed' | undefined {
    const earlier = this.#failing.get(id);
    if (outcome.kind === 'delivered' || outcome.says === 'decided') {
      this.#failing.delete(id);
      if (earlier && outcome.kind === 'delivered')
        this.#unsteadyAt = Math.max(this.#unsteadyAt, earlier.failedAt);
      return this.#noteSuccess();
    }
    const now = this.#monotonicMs();
    const isRetry = earlier?.round === this.#successes;
    const isAlone = earlier !== undefined && (earlier.isAlone || !isRetry);
    this.#failing.set(id, { round: this.#successes, failedAt: now, isAlone });
    // Retries of one delivery say nothing about the others.
    if (!isRetry && !(earlier?.isAlone && outcome.says === 'nothing')) this.#failures += 1;
    if (this.#outage) return undefined;
    if (outcome.says !== 'login' && this.#failures < minFailures) return 'failed';
    this.#allowed = 1;
    this.#outage = { probeAt: now + 1_000, probes: 0, refusedLogins: 0, deliveryAt: now + unansweredPauseMs };
    return 'down';
  }

  #noteSuccess(): 'up' | undefined {
    const wasDown = this.isDown;
    this.#outage = undefined;
    this.#failures = 0;
    this.#successes += 1;
    this.#succeededAt = this.#monotonicMs();
    this.#allowed = Math.min(this.#maxInFlight, this.#allowed * 2);
    return wasDown ? 'up' : undefined;
  }

  /** Forgets a delivery that is no longer attempted. */
  forget(id: number): void {
    this.#failing.delete(id);
  }
}

/** Whether the enquiry API has responded to a login test as specified (spec 7). True if the login can't be tested. */
export const isAnswered = (outcome: Outcome | undefined): boolean =>
  outcome === undefined || outcome.kind === 'delivered' || outcome.says === 'decided';
