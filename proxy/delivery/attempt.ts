import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Claims } from '../outbox/claims.ts';
import { type AttachmentContent, type Claim, decodeContent, encodeContent } from '../outbox/deliveries.ts';
import { logStoreFailure } from '../outbox/outbox.ts';
import type { Spool } from '../spool/spool.ts';
import { checkFile, FileDiffers } from '../spool/spool.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { EnquiryApi } from './enquiry-api.ts';
import { type Outcome, toSafeParameter } from './outcome.ts';
import { computeBackoffMs, decideRetry } from './retry.ts';

type OnUnknown = 'retry' | 'hold';

export interface AttemptDependencies {
  claims: Claims;
  spool: Spool;
  enquiryApi: Pick<EnquiryApi, 'create' | 'upload' | 'close'>;
  /** Whether the enquiry API counts as unavailable. */
  isDown: () => boolean;
  /** The action after an unknown outcome, by the config that is current when an attempt begins. */
  onUnknown: () => OnUnknown;
  monotonicMs: () => number;
  /** Returns numbers in [0, 1). */
  random: () => number;
  log: Logger;
  metrics: Pick<Metrics, 'attempted' | 'ended'>;
}

/** The pause between attempts to record an outcome. */
const recordPauseMs = 200;

const toLabels = ({ kind, case_type }: Claim) => ({ kind, case_type: case_type ?? '' });

export interface AttemptResult {
  outcome: Outcome;
  /** This delivery alone was refused access, because others of its kind succeed. */
  isBlocked: boolean;
}

/** Returns a function that sends a claimed delivery to the enquiry API and ends the claim. Resolves with the result, or
 * undefined when it says nothing about the enquiry API. While the store fails, repeats the recording, because a forgotten
 * outcome would make a duplicate; the claim has to be renewed meanwhile. Rejects when the store fails and `giveUp` is
 * aborted. */
export function createAttempt(dependencies: AttemptDependencies, giveUp: AbortSignal) {
  const { claims, spool, enquiryApi, isDown, monotonicMs, random, log, metrics } = dependencies;

  async function attempt(claim: Claim): Promise<AttemptResult | undefined> {
    const onUnknown = dependencies.onUnknown();
    if (claim.isInterrupted) {
      // The process that claimed it before died, and what it sent may have arrived.
      const interrupted = { kind: 'unknown', reason: 'interrupted', hasSuccessStatus: false } as const;
      if (decideRetry(interrupted, { ...claim, isBlocked: false }, onUnknown, 0).action === 'hold') {
        await hold(claim, claim.last_failure ?? interrupted.reason, false);
        return undefined;
      }
    }
    const startedAt = monotonicMs();
    const outcome = await send(claim);
    if (outcome === undefined) return undefined;
    const { id, kind, reference, attempts } = claim;
    const ms = Math.round(monotonicMs() - startedAt);
    log.info({ id, kind, reference, attempts, outcome: outcome.kind, ms }, 'delivery attempted');
    metrics.attempted(toLabels(claim), outcome.kind, ms / 1_000, claim.unknown_outcomes > 0);
    const result = { outcome, isBlocked: await isDeliveryBlocked(claim, outcome) };
    await end(claim, result, onUnknown);
    return result;
  }

  /** Whether a firewall blocks this delivery, rather than the enquiry API refusing everybody: others of its kind have
   * succeeded since its previous attempt. Once that was so, it stays so until the enquiry API is down, because there may
   * be no others. */
  async function isDeliveryBlocked(claim: Claim, outcome: Outcome): Promise<boolean> {
    if (outcome.kind !== 'misconfigured' || outcome.cause !== 'access') return false;
    return (
      (claim.blocked_outcomes > 0 && !isDown()) || (await record(() => claims.haveOthersSucceeded(claim)))
    );
  }

  function send(claim: Claim): Promise<Outcome | undefined> {
    // The text of an enquiry is stored as it is sent.
    if (claim.kind === 'enquiry' && claim.unknown_outcomes === 0) return enquiryApi.create(claim.content);
    const delivery = decodeContent(claim);
    if (delivery.kind === 'attachment') return upload(claim, delivery.content);
    const mark = { id: 'possible_duplicate', label: 'Possible duplicate', value: 'yes' };
    const { content } = delivery;
    const marked = { ...content, meta: [...content.meta, mark] };
    return enquiryApi.create(encodeContent({ kind: 'enquiry', content: marked }));
  }

  /** Undefined when the file can't be read or is not what the visitor sent: that says nothing about the enquiry API,
   * which hasn't received a complete request. */
  async function upload(claim: Claim, content: AttachmentContent): Promise<Outcome | undefined> {
    try {
      // A claim of an attachment has a file, and its enquiry has been delivered.
      return await spool.read(claim.spool_file!, chunks =>
        enquiryApi.upload(claim.enquiry_id!, content.file, checkFile(chunks, content), content.bytes),
      );
    } catch (error) {
      if (error instanceof FileDiffers) {
        await hold(claim, error.message, false);
        return undefined;
      }
      const reason = 'spooled file unreadable';
      log.error({ err: error, reference: claim.reference }, 'spooled file unreadable');
      const delayMs = computeBackoffMs(claim.attempts, random());
      // A probe doesn't choose it either, because it would say nothing about the enquiry API.
      await record(() => claims.retry(claim, { delayMs, retryAfterMs: delayMs, reason, isUnknown: false }));
      return undefined;
    }
  }

  async function end(
    claim: Claim,
    { outcome, isBlocked }: AttemptResult,
    onUnknown: OnUnknown,
  ): Promise<void> {
    if (outcome.kind === 'delivered') {
      const { enquiryApiId } = outcome;
      const end = await record(() => claims.markDelivered(claim, enquiryApiId));
      if (end.state === 'held') {
        const { reference } = claim;
        log.error(
          { reference, enquiry_id: enquiryApiId, other: end.owner },
          'number of another enquiry received',
        );
        noteHeld(claim, end.reason);
      }
      if (end.state !== 'delivered') return;
      metrics.ended(toLabels(claim), 'delivered');
      if (claim.spool_file) await spool.erase(claim.spool_file);
      return;
    }
    if (outcome.kind === 'refused') {
      const { field } = outcome;
      const name = field === undefined ? undefined : toSafeParameter(field, decodeContent(claim));
      const reason = name === undefined ? outcome.reason : `${outcome.reason}: ${name}`;
      const end = await record(() => claims.refuse(claim, { field, reason }));
      if (end === 'held') noteHeld(claim, reason);
      if (end === 'refused') metrics.ended(toLabels(claim), 'refused');
      return;
    }
    const { reason } = outcome;
    const unknown_outcomes = claim.unknown_outcomes + (outcome.kind === 'unknown' ? 1 : 0);
    const decision = decideRetry(outcome, { ...claim, unknown_outcomes, isBlocked }, onUnknown, random());
    if (decision.action === 'hold') return hold(claim, decision.reason, decision.isUnknown);
    const retryAfterMs = outcome.kind === 'unavailable' ? outcome.retryAfterMs : undefined;
    await record(() => claims.retry(claim, { ...decision, reason, retryAfterMs, isBlocked }));
  }

  async function hold(claim: Claim, reason: string, isUnknown: boolean) {
    if (await record(() => claims.hold(claim, { reason, isUnknown }))) noteHeld(claim, reason);
  }

  /** Changes the store, again and again until it works. */
  async function record<End>(change: () => Promise<End>): Promise<End> {
    for (let isFirst = true; ; isFirst = false) {
      // Checked before the change, so that every outcome is recorded once at least.
      const isLast = giveUp.aborted;
      try {
        return await change();
      } catch (error) {
        if (isLast) throw error;
        if (isFirst) logStoreFailure(log, error);
      }
      await pause(recordPauseMs);
    }
  }

  function noteHeld(claim: Claim, reason: string) {
    const { id, kind, reference } = claim;
    metrics.ended(toLabels(claim), 'held');
    log.error({ id, kind, reference, reason }, 'delivery held');
  }

  return attempt;
}
