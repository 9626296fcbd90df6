import type { Reservation } from '../outbox/claims.ts';
import type { Claim } from '../outbox/deliveries.ts';
import { describeFailure, type Failure } from '../outbox/failure.ts';
import { logStoreFailure } from '../outbox/outbox.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type AttemptDependencies, type AttemptResult, createAttempt } from './attempt.ts';
import { createAvailability, isAnswered } from './availability.ts';
import { createLoginTest } from './login-test.ts';

interface DeliveryDependencies extends Omit<AttemptDependencies, 'isSteady' | 'testLogin'> {
  /** The maximum number of requests in flight. */
  concurrency: number;
  /** The time that a claim is valid without renewal. */
  leaseMs: number;
  /** Called when the login is found to fail, and with null when it works again. */
  onLoginChange: (failure: Failure | null) => void;
  metrics: Pick<Metrics, 'attempted' | 'ended' | 'loginTested'>;
}

/** The longest pause between claims, because another process may have added deliveries. */
const maxSleepMs = 30_000;
/** The pause after the store has failed. */
const storePauseMs = 1_000;

/** Starts the delivery loop: sends due deliveries from the outbox to the enquiry API until it is stopped, and tests the
 * login while there are none. */
export function createDelivery(dependencies: DeliveryDependencies) {
  const { claims, enquiryApi, concurrency, leaseMs, monotonicMs, random, log } = dependencies;
  const giveUp = new AbortController();
  const availability = createAvailability(concurrency, monotonicMs, random);
  const loginTest = createLoginTest({
    ...dependencies,
    onChange: dependencies.onLoginChange,
    onOutcome(outcome) {
      if (availability.isDown() && !isProbeBegun()) probing = probe(async () => outcome);
      else availability.noteLoginTest(outcome);
    },
  });
  const attempt = createAttempt(
    {
      ...dependencies,
      isSteady: availability.isSteady,
      async testLogin() {
        const outcome = await loginTest.send();
        availability.noteLoginTest(outcome);
        return isAnswered(outcome);
      },
    },
    giveUp.signal,
  );
  const inFlight = new Map<number, { claim: Claim; done: Promise<void> }>();
  /** Enquiries that are being added and claimed, in the places that are reserved for them. */
  const reserved = new Set<Promise<void>>();
  /** The deliveries in flight that are probes of an enquiry API that is down. */
  const probes = new Set<number>();
  let isStopping = false;
  let isRunning = false;
  let claiming = Promise.resolve();
  let isProbing = false;
  let probing = Promise.resolve();
  let isWoken = false;
  /** Whether a delivery that nobody has claimed may be due. */
  let mayBeDue = true;
  let timer: NodeJS.Timeout | undefined;
  const renewal = setInterval(() => {
    const held = [...inFlight.values()].map(({ claim }) => claim);
    if (held.length > 0) claims.renew(held, leaseMs).catch(pauseAfterFailure);
  }, leaseMs / 3);

  function pauseAfterFailure(error: unknown) {
    logStoreFailure(log, error);
    sleep(storePauseMs);
  }

  function sleep(ms: number) {
    clearTimeout(timer);
    if (!isStopping) timer = setTimeout(wake, ms);
  }

  function wake() {
    mayBeDue = true;
    run();
  }

  function run() {
    isWoken = true;
    // `claimDue` can't reject: it tries again later when the store fails.
    if (!isRunning) claiming = claimDue();
  }

  async function claimDue() {
    isRunning = true;
    try {
      while (isWoken && !isStopping) {
        isWoken = false;
        if (isProbeDue()) probing = probe();
        const free = availability.allowance(inFlight.size + reserved.size);
        const isClaiming = free > 0 && mayBeDue;
        if (isClaiming) {
          const claimed = await claims.claim(free, leaseMs, { inFlight });
          for (const claim of claimed) begin(claim);
          if (claimed.length < free && !isWoken) mayBeDue = false;
        }
        const ms = await untilNextMs();
        if (isWoken) continue;
        if (ms <= 0 && !isClaiming) wake();
        // Another process may have locked what is due.
        else sleep(Math.max(ms, 10));
      }
    } catch (error) {
      pauseAfterFailure(error);
    } finally {
      isRunning = false;
    }
  }

  async function untilNextMs(): Promise<number> {
    if (availability.isDown())
      return isProbeBegun() ? maxSleepMs : Math.min(availability.untilProbeMs(), maxSleepMs);
    const taken = inFlight.size + reserved.size;
    // The end of a request wakes the loop.
    if (taken > 0 && availability.allowance(taken) <= 0) return maxSleepMs;
    return Math.min((await claims.untilDue()) ?? maxSleepMs, maxSleepMs);
  }

  const isProbeBegun = () => isProbing || probes.size > 0 || inFlight.size + reserved.size >= concurrency;
  const isProbeDue = () => availability.isDown() && !isProbeBegun() && availability.untilProbeMs() <= 0;

  /** Probes an enquiry API that is down: tests the login, which uses up no delivery's attempt, and if there is a response,
   * sends deliveries that may not be due yet, chosen at random, because whoever keeps sending owns both ends of the queue.
   * Can't reject: it tries again later when the store fails. */
  async function probe(testLogin = loginTest.send): Promise<void> {
    isProbing = true;
    try {
      availability.beginProbe();
      const outcome = await testLogin();
      if (!availability.noteLoginTest(outcome) || isStopping) return;
      const probe = { at: random(), retries: isAnswered(outcome) ? 'all' : 'harmless' } as const;
      const claimed = await claims.claim(availability.probeSize(), leaseMs, { inFlight, probe });
      for (const claim of claimed) {
        probes.add(claim.id);
        begin(claim);
      }
      if (claimed.length > 0) return;
      availability.endOutage();
      log.info('enquiry API available');
      mayBeDue = true;
    } catch (error) {
      pauseAfterFailure(error);
    } finally {
      isProbing = false;
      run();
    }
  }

  function reserve(): Reservation | undefined {
    if (isStopping || mayBeDue || availability.isDown()) return undefined;
    if (availability.allowance(inFlight.size + reserved.size) <= 0) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    reserved.add(promise);
    const free = () => {
      reserved.delete(promise);
      resolve();
    };
    return {
      leaseMs,
      begin(claim) {
        begin(claim);
        free();
      },
      cancel() {
        free();
        run();
      },
    };
  }

  function begin(claim: Claim) {
    const done = attempt(claim)
      .then(result => result && noteAvailability(claim, result))
      .catch(pauseAfterFailure)
      .finally(() => {
        inFlight.delete(claim.id);
        probes.delete(claim.id);
        run();
      });
    inFlight.set(claim.id, { claim, done });
  }

  async function noteAvailability({ id, kind, reference }: Claim, result: AttemptResult): Promise<void> {
    const { outcome, isWaiting } = result;
    const change = availability.noteOutcome(id, outcome);
    if (!isWaiting) availability.forget(id);
    loginTest.noteOutcome(outcome);
    if (change === 'up') {
      log.info('enquiry API available');
      await claims.makeDueAfterSuccess();
      mayBeDue = true;
    } else if (change !== undefined && outcome.kind !== 'delivered') {
      const facts = { outcome: outcome.kind, reason: describeFailure(outcome.failure) };
      if (change === 'failed') return log.warn({ id, kind, reference, ...facts }, 'delivery attempt failed');
      log.error(facts, 'enquiry API unavailable');
      claims.stopWaitingExcept(new Set(inFlight.keys()));
    }
  }

  async function makeAllDue(): Promise<void> {
    await claims.makeAllDue(leaseMs);
    wake();
  }

  claims.setListener({ isReady: () => !availability.isDown() && !isStopping, wake, reserve });
  // The operator may have restarted the process to correct a setting that made attempts fail.
  makeAllDue().catch(pauseAfterFailure);

  return {
    /** Whether deliveries are known to fail: the enquiry API is down, or the login test has failed. */
    isDown: () => availability.isDown() || loginTest.isFailing(),
    /** Makes all waiting deliveries due and sends them. */
    makeAllDue,
    /** The same, and probes an enquiry API that is down at once, because the login was changed. */
    retryAll(): Promise<void> {
      availability.probeNow();
      return makeAllDue().catch(pauseAfterFailure);
    },
    /** Tests the login without creating anything, and resolves when the result is known. */
    testLogin: loginTest.run,
    /** Claims nothing more, waits up to `graceMs` for requests in flight, and aborts the rest. */
    async stop(graceMs: number): Promise<void> {
      isStopping = true;
      clearTimeout(timer);
      const loginTestEnded = loginTest.stop();
      // What is being claimed is sent, too.
      const ended = Promise.all([claiming, probing, ...reserved]).then(() =>
        Promise.all([...inFlight.values()].map(({ done }) => done)),
      );
      let late: NodeJS.Timeout | undefined;
      const grace = new Promise(resolve => {
        late = setTimeout(resolve, graceMs);
      });
      await Promise.race([ended, grace]);
      clearTimeout(late);
      giveUp.abort();
      // Closing the client aborts requests in flight, which are recorded as unknown outcomes.
      await enquiryApi.close();
      await Promise.all([ended, loginTestEnded]);
      clearInterval(renewal);
    },
  };
}
