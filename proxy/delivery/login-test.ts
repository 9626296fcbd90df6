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
export function createLoginTest(dependencies: LoginTestDependencies) {
  const { enquiryApi, monotonicMs, random, onChange, onOutcome, log, metrics } = dependencies;
  let failure: Failure | null = null;
  let isEnded = false;
  let isQueued = false;
  let ended = Promise.resolve();
  let testedAt = monotonicMs();
  let timer = setTimeout(testWhenQuiet, quietMs);

  /** Runs at most every 15 minutes, so that deliveries only have to note the time. */
  function testWhenQuiet() {
    const remainingMs = testedAt + quietMs - monotonicMs();
    if (remainingMs <= 0) void run();
    timer = setTimeout(testWhenQuiet, remainingMs > 0 ? remainingMs : quietMs);
  }

  /** Tests the login after the test in progress, which may use an earlier login. Never rejects. */
  function run(): Promise<void> {
    if (isQueued || isEnded) return ended;
    isQueued = true;
    ended = ended.then(test);
    return ended;
  }

  async function test(): Promise<void> {
    isQueued = false;
    const outcome = await send();
    if (outcome === undefined) return;
    if (outcome.kind === 'misconfigured')
      log.error({ reason: describeFailure(outcome.failure) }, 'login test failed');
    if (outcome.kind === 'unavailable' || outcome.kind === 'unknown')
      log.warn({ reason: describeFailure(outcome.failure) }, 'login not tested');
    onOutcome(outcome);
  }

  /** Sends a test. Resolves with undefined if the login can't be tested, or can't be any more. */
  async function send(): Promise<Outcome | undefined> {
    if (isEnded) return undefined;
    const outcome = await sendLoginTest(enquiryApi, random);
    // Closing the client has aborted the request.
    if (isEnded) return undefined;
    testedAt = monotonicMs();
    switch (outcome.kind) {
      case 'refused':
        metrics.loginTested('succeeded');
        noteSuccess();
        break;
      case 'misconfigured':
        metrics.loginTested('failed');
        setFailure(outcome.failure);
        break;
      case 'delivered':
        // The enquiry API doesn't keep to its specification, and the next test would create another enquiry.
        isEnded = true;
        clearTimeout(timer);
        metrics.loginTested('created');
        log.error({ enquiry_id: outcome.enquiryApiId }, 'login test created an enquiry');
        break;
      case 'unavailable':
      case 'unknown':
        metrics.loginTested('unknown');
    }
    return outcome;
  }

  function noteSuccess() {
    if (failure !== null) log.info('login works again');
    setFailure(null);
  }

  function setFailure(next: Failure | null) {
    const hasChanged = next?.cause !== failure?.cause || next?.status !== failure?.status;
    failure = next;
    if (hasChanged) onChange(next);
  }

  return {
    run,
    send,
    /** Whether the last test has failed, and no delivery has shown since that the login works. */
    isFailing: () => failure !== null,
    /** Takes the outcome of a delivery into account. */
    noteOutcome(outcome: Outcome): void {
      if (outcome.kind === 'unavailable') return;
      if (outcome.kind === 'unknown' && !outcome.hasSuccessStatus) return;
      testedAt = monotonicMs();
      // A firewall may have blocked this delivery alone, and the outbox's status shows a refused login.
      if (outcome.kind !== 'misconfigured') noteSuccess();
    },
    /** Starts no more tests. Resolves when the one in progress has ended, which closing the client does. */
    async stop(): Promise<void> {
      isEnded = true;
      clearTimeout(timer);
      await ended;
    },
  };
}
