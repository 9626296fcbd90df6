import type { Logger } from 'pino';
import type { CreateBody } from '../enquiry/create-body.ts';
import type { Claim, Outbox } from '../outbox/outbox.ts';
import type { Spool } from '../spool/spool.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createAvailability } from './availability.ts';
import type { EnquiryApi } from './enquiry-api.ts';
import type { Outcome } from './outcome.ts';
import { backoff, decide } from './retry.ts';
import type { FileDescriptor } from './upload-body.ts';

/** What an attachment's `content` holds in the outbox. */
export interface AttachmentContent {
  file: FileDescriptor;
  bytes: number;
}

export interface DeliveryDependencies {
  outbox: Outbox;
  spool: Spool;
  enquiryApi: EnquiryApi;
  /** Requests at once. */
  concurrency: number;
  /** How long a claim is ours without renewal. */
  leaseMs: number;
  onUnknown: 'retry' | 'hold';
  monotonicMs: () => number;
  random: () => number;
  log: Logger;
  metrics: Pick<Metrics, 'tried' | 'ended'>;
}

/** Without news the outbox is looked at this often: another process may have left something. */
const longestSleepMs = 30_000;
/** A probe is over time, and there is nothing to send it with. */
const idleProbeMs = 1_000;
/** After a failure of the store. */
const storePauseMs = 1_000;

/** Takes what is due out of the outbox to the enquiry API, until it is stopped. */
export function createDelivery(dependencies: DeliveryDependencies) {
  const { outbox, enquiryApi, spool, concurrency, leaseMs, onUnknown, monotonicMs, random, log, metrics } =
    dependencies;
  const availability = createAvailability(concurrency, monotonicMs, random);
  const inFlight = new Map<number, { claim: Claim; done: Promise<void> }>();
  let isStopping = false;
  let isLooking = false;
  let isNews = false;
  let timer: NodeJS.Timeout | undefined;
  const renewal = setInterval(() => {
    const claims = [...inFlight.values()].map(({ claim }) => claim);
    if (claims.length > 0) outbox.renew(claims, leaseMs).catch(storeFailed);
  }, leaseMs / 3);

  function storeFailed(error: unknown) {
    log.error({ err: error }, 'the outbox does not answer');
    sleep(storePauseMs);
  }

  function sleep(ms: number) {
    clearTimeout(timer);
    if (!isStopping) timer = setTimeout(wake, ms);
  }

  function wake() {
    isNews = true;
    // `look` can't reject: a failing store is looked at again later.
    if (!isLooking) void look();
  }

  async function look() {
    isLooking = true;
    try {
      while (isNews && !isStopping) {
        isNews = false;
        const free = availability.allowance(inFlight.size);
        // A probe takes what is not due yet, too: else an outage lasts as long as the longest backoff.
        const isEarly = availability.isDown();
        const claims = free > 0 ? await outbox.claim(free, leaseMs, { isEarly }) : [];
        for (const claim of claims) begin(claim);
        const ms = await untilNextMs();
        // What came meanwhile is looked at now, not after a sleep.
        if (!isNews) sleep(ms);
      }
    } catch (error) {
      storeFailed(error);
    } finally {
      isLooking = false;
    }
  }

  async function untilNextMs(): Promise<number> {
    // The end of one in flight is news by itself.
    if (inFlight.size >= concurrency || (availability.isDown() && inFlight.size > 0)) return longestSleepMs;
    const dueMs = (await outbox.untilDue()) ?? longestSleepMs;
    if (!availability.isDown()) return Math.min(Math.max(dueMs, 10), longestSleepMs);
    // What is not due yet may be all there is, and may be sent as a probe.
    const nextMs = Math.max(availability.untilProbeMs(), Math.min(dueMs, idleProbeMs));
    return Math.min(Math.max(nextMs, 10), longestSleepMs);
  }

  function begin(claim: Claim) {
    const done = deliver(claim)
      .catch(storeFailed)
      .finally(() => {
        inFlight.delete(claim.id);
        wake();
      });
    inFlight.set(claim.id, { claim, done });
  }

  async function deliver(claim: Claim): Promise<void> {
    if (claim.isInterrupted) {
      // The lease of a process that died ran out; what it sent may have arrived.
      const interrupted = { kind: 'unknown', reason: 'was interrupted', isAnswered: false } as const;
      const { action } = decide(interrupted, claim, onUnknown, 0);
      if (action === 'hold') return hold(claim, claim.reason ?? interrupted.reason, false);
    }
    const startedAt = monotonicMs();
    const outcome = await (claim.kind === 'enquiry' ? create(claim) : upload(claim));
    if (outcome === undefined) return;
    const { id, kind, reference, tries } = claim;
    const ms = Math.round(monotonicMs() - startedAt);
    log.info({ id, kind, reference, tries, outcome: outcome.kind, ms }, 'tried');
    metrics.tried(kind, outcome.kind, ms / 1_000, claim.unknowns > 0);
    await settle(claim, outcome);
    await noteAvailability(outcome);
  }

  async function settle(claim: Claim, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'delivered') {
      const isOurs = await outbox.delivered(claim, outcome.result);
      if (isOurs) metrics.ended(claim.kind, 'delivered');
      if (isOurs && claim.spooled) await spool.erase(claim.spooled);
      return;
    }
    if (outcome.kind === 'refused') {
      const end = await outbox.refuse(claim, outcome.field, outcome.reason);
      if (end === 'held') noteHeld(claim, outcome.reason);
      else metrics.ended(claim.kind, 'refused');
      return;
    }
    const unknowns = claim.unknowns + (outcome.kind === 'unknown' ? 1 : 0);
    const decision = decide(outcome, { tries: claim.tries, unknowns }, onUnknown, random());
    if (decision.action === 'hold') return hold(claim, outcome.reason, decision.isUnknown);
    await outbox.retry(claim, decision.delayMs, outcome.reason, decision.isUnknown);
  }

  async function hold(claim: Claim, reason: string, isUnknown: boolean) {
    await outbox.hold(claim, reason, isUnknown);
    noteHeld(claim, reason);
  }

  function noteHeld({ kind, reference }: Claim, reason: string) {
    metrics.ended(kind, 'held');
    log.error({ kind, reference, reason }, 'held for the operator');
  }

  function create(claim: Claim): Promise<Outcome> {
    // Written by the route from `compose`.
    const body = JSON.parse(claim.content) as CreateBody;
    if (claim.unknowns > 0) {
      body.meta.push({ id: 'possible_duplicate', label: 'Possible duplicate', value: 'yes' });
    }
    return enquiryApi.create(body);
  }

  /** Undefined when nothing was sent, for the file can't be read: that is no news of the enquiry API. */
  async function upload(claim: Claim): Promise<Outcome | undefined> {
    // Written by the route; a claim on an attachment comes with its enquiry's identifier and its spooled file.
    const { file, bytes } = JSON.parse(claim.content) as AttachmentContent;
    try {
      return await spool.read(claim.spooled!, content =>
        enquiryApi.upload(claim.enquiry_id!, file, content, bytes),
      );
    } catch (error) {
      // The machine's fault.
      log.error({ err: error, reference: claim.reference }, 'a spooled file cannot be read');
      await outbox.retry(claim, backoff(claim.tries, random()), 'the spooled file cannot be read', false);
      return undefined;
    }
  }

  async function noteAvailability(outcome: Outcome): Promise<void> {
    const change = availability.note(outcome);
    if (change === 'back') {
      log.info('the enquiry API is back');
      await outbox.hurry(leaseMs);
    } else if (change === 'down' && outcome.kind !== 'delivered') {
      const { kind, reason } = outcome;
      log.error({ outcome: kind, reason }, 'the enquiry API takes nothing');
      outbox.dismiss(new Set(inFlight.keys()));
    }
  }

  async function retryAll(): Promise<void> {
    await outbox.hurry(leaseMs);
    wake();
  }

  outbox.setCourier({ isReady: () => !availability.isDown() && !isStopping, wake });
  // What was put off may go now: whoever started this process has perhaps mended what was wrong.
  retryAll().catch(storeFailed);

  return {
    /** Makes due what was put off. */
    retryAll,
    /** Takes nothing new; what is in flight may end within `graceMs`, and is given back after that. */
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
      // Breaks off what is still in flight: an unknown outcome, and recorded as one.
      await enquiryApi.close();
      await ended;
      clearInterval(renewal);
    },
  };
}
