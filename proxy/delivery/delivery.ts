import type { Logger } from 'pino';
import type { CreateBody } from '../compose.ts';
import type { Claim, Outbox } from '../outbox/outbox.ts';
import type { Spool } from '../outbox/spool.ts';
import type { EnquiryApi } from './enquiry-api.ts';
import type { Outcome } from './outcome.ts';
import { backoff, decide } from './retry.ts';
import type { FileDescriptor } from './upload-body.ts';
import { pieceBytes } from './upload-body.ts';

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
  clock: () => number;
  random: () => number;
  log: Logger;
}

/** Without news, the outbox is looked at this often. */
const longestSleepMs = 30_000;

/** Takes what is due out of the outbox to the enquiry API, until it is stopped. */
export function createDelivery(dependencies: DeliveryDependencies) {
  const { outbox, enquiryApi, spool, concurrency, leaseMs, clock, random, log } = dependencies;
  const inFlight = new Map<number, { claim: Claim; done: Promise<void> }>();
  /** Set while the enquiry API takes nothing: then one probe at a time goes out, at this time. */
  let downUntil: number | undefined;
  let downFor = 0;
  let isStopping = false;
  let isLooking = false;
  let isNews = false;
  let timer: NodeJS.Timeout | undefined;
  const renewal = setInterval(renew, leaseMs / 3);

  function renew() {
    const claims = [...inFlight.values()].map(({ claim }) => claim);
    if (claims.length > 0) outbox.renew(claims, leaseMs).catch(storeFailed);
  }

  function storeFailed(error: unknown) {
    log.error({ err: error }, 'the outbox does not answer');
    sleep(1_000);
  }

  function sleep(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(wake, ms);
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
        const free = downUntil === undefined ? concurrency - inFlight.size : probes(downUntil);
        const claims = free > 0 ? await outbox.claim(free, leaseMs) : [];
        for (const claim of claims) begin(claim);
        if (claims.length === free && free > 0 && downUntil === undefined) isNews = true;
      }
      if (!isStopping) sleep(await untilNext());
    } catch (error) {
      storeFailed(error);
    } finally {
      isLooking = false;
    }
  }

  function probes(until: number): number {
    return inFlight.size === 0 && clock() >= until ? 1 : 0;
  }

  async function untilNext(): Promise<number> {
    if (inFlight.size >= concurrency || (downUntil !== undefined && inFlight.size > 0)) return longestSleepMs;
    const dueMs = (await outbox.untilDue()) ?? Number.POSITIVE_INFINITY;
    const next = Math.max(dueMs, (downUntil ?? 0) - clock());
    return Math.min(Math.max(next, 10), longestSleepMs);
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
    if (claim.unknowns > 0) {
      // The lease of a process that died ran out; what it sent may have arrived.
      const interrupted = { kind: 'unknown', reason: 'was interrupted', isAnswered: false } as const;
      const decision = decide(interrupted, claim, dependencies.onUnknown, 0);
      if (decision.action === 'hold') return hold(claim, claim.reason ?? interrupted.reason, false);
    }
    const startedAt = clock();
    const outcome = await (claim.kind === 'enquiry' ? create(claim) : upload(claim));
    if (outcome === undefined) return;
    log.info(
      {
        id: claim.id,
        kind: claim.kind,
        reference: claim.reference,
        tries: claim.tries,
        outcome: outcome.kind,
        ms: clock() - startedAt,
      },
      'tried',
    );
    await noteAvailability(outcome);
    if (outcome.kind === 'delivered') {
      const isOurs = await outbox.delivered(claim, outcome.result);
      if (isOurs && claim.spooled) await spool.erase(claim.spooled);
      return;
    }
    if (outcome.kind === 'refused') {
      const end = await outbox.refuse(claim, outcome.field, outcome.reason);
      if (end === 'held') logHeld(claim, outcome.reason);
      return;
    }
    const unknowns = claim.unknowns + (outcome.kind === 'unknown' ? 1 : 0);
    const decision = decide(outcome, { tries: claim.tries, unknowns }, dependencies.onUnknown, random());
    if (decision.action === 'hold') return hold(claim, outcome.reason, decision.isUnknown);
    await outbox.retry(claim, decision.delayMs, outcome.reason, decision.isUnknown);
  }

  async function hold(claim: Claim, reason: string, isUnknown: boolean) {
    await outbox.hold(claim, reason, isUnknown);
    logHeld(claim, reason);
  }

  function logHeld({ kind, reference }: Claim, reason: string) {
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
      const content = await spool.read(claim.spooled!, pieceBytes);
      return await enquiryApi.upload(claim.enquiry_id!, file, content, bytes);
    } catch (error) {
      // The machine's fault.
      log.error({ err: error, reference: claim.reference }, 'a spooled file cannot be read');
      await outbox.retry(claim, backoff(claim.tries, random()), 'the spooled file cannot be read', false);
      return undefined;
    }
  }

  async function noteAvailability(outcome: Outcome): Promise<void> {
    if (
      outcome.kind === 'delivered' ||
      outcome.kind === 'refused' ||
      (outcome.kind === 'unknown' && outcome.isAnswered)
    ) {
      if (downUntil === undefined) return;
      log.info('the enquiry API is back');
      downUntil = undefined;
      downFor = 0;
      await outbox.hurry();
      return;
    }
    if (downUntil === undefined) {
      log.error({ outcome: outcome.kind, reason: outcome.reason }, 'the enquiry API takes nothing');
    }
    downFor += 1;
    const asked = outcome.kind === 'unavailable' ? (outcome.retryAfterMs ?? 0) : 0;
    downUntil = clock() + Math.max(backoff(downFor, random()), asked);
  }

  outbox.setCourier({ isReady: () => downUntil === undefined && !isStopping, wake });
  // What was put off may go now: whoever started this process has perhaps mended what was wrong.
  outbox.hurry().then(wake, storeFailed);

  return {
    /** Takes nothing new, and resolves when what is in flight has ended, or after `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      isStopping = true;
      clearTimeout(timer);
      const ended = Promise.all([...inFlight.values()].map(({ done }) => done));
      await Promise.race([ended, new Promise(resolve => setTimeout(resolve, graceMs).unref())]);
      clearInterval(renewal);
    },
  };
}
