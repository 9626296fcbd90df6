import type { Claim } from '../outbox/deliveries.ts';
import { type AttemptDependencies, createAttempt } from './attempt.ts';
import { createAvailability } from './availability.ts';
import type { Outcome } from './outcome.ts';

export interface DeliveryDependencies extends AttemptDependencies {
  /** The maximum number of requests in flight. */
  concurrency: number;
  /** The time that a claim is valid without renewal. */
  leaseMs: number;
}

/** The longest pause between claims, because another process may have added deliveries. */
const maxSleepMs = 30_000;
/** The pause when a probe of the enquiry API is due but there is nothing to send. */
const idleProbeMs = 1_000;
/** The pause after the store has failed. */
const storePauseMs = 1_000;

/** Starts the delivery loop: sends due deliveries from the outbox to the enquiry API until it is stopped. */
export function createDelivery(dependencies: DeliveryDependencies) {
  const { claims, enquiryApi, concurrency, leaseMs, monotonicMs, random, log } = dependencies;
  const attempt = createAttempt(dependencies);
  const availability = createAvailability(concurrency, monotonicMs, random);
  const inFlight = new Map<number, { claim: Claim; done: Promise<void> }>();
  let isStopping = false;
  let isClaiming = false;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  const renewal = setInterval(() => {
    const held = [...inFlight.values()].map(({ claim }) => claim);
    if (held.length > 0) claims.renew(held, leaseMs).catch(pauseAfterFailure);
  }, leaseMs / 3);

  function pauseAfterFailure(error: unknown) {
    log.error({ err: error }, 'outbox unavailable');
    sleep(storePauseMs);
  }

  function sleep(ms: number) {
    clearTimeout(timer);
    if (!isStopping) timer = setTimeout(wake, ms);
  }

  function wake() {
    isWoken = true;
    // `claimDue` can't reject: it tries again later when the store fails.
    if (!isClaiming) void claimDue();
  }

  async function claimDue() {
    isClaiming = true;
    try {
      while (isWoken && !isStopping) {
        isWoken = false;
        const free = availability.allowance(inFlight.size);
        // A probe may send a delivery that is not due yet. Otherwise an outage would last as long as the longest backoff.
        const isEarly = availability.isDown();
        const claimed = free > 0 ? await claims.claim(free, leaseMs, { isEarly }) : [];
        for (const claim of claimed) begin(claim);
        const ms = await untilNextMs();
        if (!isWoken) sleep(ms);
      }
    } catch (error) {
      pauseAfterFailure(error);
    } finally {
      isClaiming = false;
    }
  }

  async function untilNextMs(): Promise<number> {
    // The end of a request in flight wakes the loop.
    if (inFlight.size >= concurrency || (availability.isDown() && inFlight.size > 0)) return maxSleepMs;
    const dueMs = (await claims.untilDue()) ?? maxSleepMs;
    if (!availability.isDown()) return Math.min(Math.max(dueMs, 10), maxSleepMs);
    // A probe may send a delivery that is not due yet, so it doesn't wait for a due time.
    const nextMs = Math.max(availability.untilProbeMs(), Math.min(dueMs, idleProbeMs));
    return Math.min(Math.max(nextMs, 10), maxSleepMs);
  }

  function begin(claim: Claim) {
    const done = attempt(claim)
      .then(outcome => outcome && noteAvailability(outcome))
      .catch(pauseAfterFailure)
      .finally(() => {
        inFlight.delete(claim.id);
        wake();
      });
    inFlight.set(claim.id, { claim, done });
  }

  async function noteAvailability(outcome: Outcome): Promise<void> {
    const change = availability.noteOutcome(outcome);
    if (change === 'up') {
      log.info('enquiry API available');
      await claims.makeAllDue(leaseMs);
    } else if (change === 'down' && outcome.kind !== 'delivered') {
      const { kind, reason } = outcome;
      log.error({ outcome: kind, reason }, 'enquiry API unavailable');
      claims.stopWaitingExcept(new Set(inFlight.keys()));
    }
  }

  async function makeAllDue(): Promise<void> {
    await claims.makeAllDue(leaseMs);
    wake();
  }

  claims.setListener({ isReady: () => !availability.isDown() && !isStopping, wake });
  // The operator may have restarted the process to correct a setting that made attempts fail.
  makeAllDue().catch(pauseAfterFailure);

  return {
    /** Makes all waiting deliveries due and sends them. */
    makeAllDue,
    /** Claims nothing more, waits up to `graceMs` for requests in flight, and aborts the rest. */
    async stop(graceMs: number): Promise<void> {
      isStopping = true;
      clearTimeout(timer);
      const ended = Promise.all([...inFlight.values()].map(({ done }) => done));
      let late: NodeJS.Timeout | undefined;
      const grace = new Promise(resolve => {
        late = setTimeout(resolve, graceMs);
      });
      await Promise.race([ended, grace]);
      clearTimeout(late);
      // Closing the client aborts requests in flight, which are recorded as unknown outcomes.
      await enquiryApi.close();
      await ended;
      clearInterval(renewal);
    },
  };
}
