import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { contactFields, marketingFields } from '../contract/definition.ts';
import { hourMs } from '../contract/durations.ts';
import type { Claims } from '../outbox/claims.ts';
import { type AttachmentContent, type Claim, decodeContent, encodeContent } from '../outbox/deliveries.ts';
import type { AttemptFailure, FailureToHold } from '../outbox/end-claims.ts';
import { decodeFailure, describeFailure, type Failure } from '../outbox/failure.ts';
import { logStoreFailure } from '../outbox/outbox.ts';
import type { Config } from '../settings/config.ts';
import { checkFile, FileDiffers, type Spool } from '../spool/spool.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { computeBackoffMs, computePauseMs, type FailedOutcome, type Outcome } from './api-outcome.ts';
import type { Availability } from './availability.ts';
import type { EnquiryApi } from './enquiry-api.ts';
import type { ScanFailure, Scanner } from './scanner.ts';

type OnUnknown = 'retry' | 'hold';

export interface AttemptDependencies {
  claims: Claims;
  spool: Spool;
  enquiryApi: Pick<EnquiryApi, 'create' | 'upload' | 'close'>;
  /** Default: files aren't scanned. `settings`: by the config that is current. */
  scanning?: { scanner: Scanner; settings: () => Config['scan'] };
  availability: Pick<Availability, 'isDown' | 'steadyForMs' | 'test'>;
  /** The action after an unknown outcome, by the config that is current when an attempt begins. */
  onUnknown: () => OnUnknown;
  /** The time that a claim is valid without renewal. */
  leaseMs: number;
  monotonicMs: () => number;
  /** Returns numbers in [0, 1). */
  random: () => number;
  log: Logger;
  metrics: Pick<Metrics, 'attempted' | 'ended'>;
  /** Called with each delivery that was delivered. */
  onDelivered: (claim: Claim) => void;
}

/** The pause between attempts to record an outcome. */
const recordPauseMs = 200;
/** The first attempt that may show that the delivery itself is at fault. */
const firstExamined = 3;
/** A delivery with this many unknown outcomes isn't sent again without a decision. */
const maxUnknown = 5;
/** The longest pause before a file that can't be read or scanned is tried again. */
const maxUnreadableMs = 5 * 60_000;
/** The time without signs of an outage after which a failure counts as the delivery's own fault. */
const steadyMs = 5 * 60_000;
/** Others must have been delivered within this time for a delivery to be at fault. */
const othersMs = 15 * 60_000;

const toLabels = ({ kind, case_type }: Claim) => ({ kind, case_type: case_type ?? '' });

/** The store failed until the proxy stopped, which is in the log. */
export class NotRecorded extends Error {}

/** The parameters of the two operations (spec 2.1 to 2.3). */
const parameters: string[] = [
  ...[...contactFields, 'case_type', 'meta', 'id', 'label', 'value', ...marketingFields],
  ...['post_id', 'file', 'name', 'mime', 'postname', 'contents'],
];

/** Returns the name that the enquiry API refused if it is a parameter, or the id of a question that was sent. The log and
 * the status show it, and a response may quote what the visitor entered in place of a name. */
function toKnownName(name: string | undefined, claim: Claim): string | undefined {
  if (name === undefined || parameters.includes(name)) return name;
  try {
    const { kind, content } = decodeContent(claim);
    return kind === 'enquiry' && content.meta.some(({ id }) => id === name) ? name : undefined;
  } catch {
    return undefined; // The database's fault. It costs the name, not the outcome.
  }
}

/** Records outcomes in the outbox, and counts and logs what becomes of a delivery. */
function createRecorder(
  { claims, spool, random, log, metrics, onDelivered }: AttemptDependencies,
  giveUp: AbortSignal,
) {
  /** Changes the store, again and again until it works. */
  async function record<End>(change: () => Promise<End>): Promise<End> {
    for (let isFirst = true; ; isFirst = false) {
      // Checked before the change, so that every outcome is recorded once at least.
      const isLast = giveUp.aborted;
      try {
        return await change();
      } catch (error) {
        if (isFirst) logStoreFailure(log, error);
        if (isLast) throw new NotRecorded('', { cause: error });
      }
      await pause(recordPauseMs);
    }
  }

  async function markDelivered(claim: Claim, enquiryApiId: number): Promise<void> {
    const end = await record(() => claims.markDelivered(claim, enquiryApiId));
    if (end.state === 'held') {
      const { reference } = claim;
      log.error(
        { reference, enquiry_id: enquiryApiId, other: end.owner },
        'number of another enquiry received',
      );
      noteHeld(claim, 'known_number', end.failure);
    }
    if (end.state !== 'delivered') return;
    metrics.ended(toLabels(claim), 'delivered');
    onDelivered(claim);
    if (claim.spool_file)
      await spool
        .erase(claim.spool_file)
        .catch(error => log.warn({ err: error }, 'unneeded spooled file not erased'));
  }

  async function refuse(claim: Claim, field: string | undefined, failed: AttemptFailure): Promise<void> {
    const failure = { ...failed.failure, parameter: toKnownName(field, claim) };
    const end = await record(() => claims.refuse(claim, { field, ...failed, failure }));
    if (end === 'held') noteHeld(claim, 'refused', failure);
    if (end === 'refused') metrics.ended(toLabels(claim), 'refused');
  }

  async function hold(claim: Claim, failed: FailureToHold) {
    if (await record(() => claims.hold(claim, failed))) noteHeld(claim, failed.cause, failed.failure);
  }

  /** Ends a claim whose file can't be read or is not what the visitor sent, so that nothing complete was sent. */
  async function noteUnreadable(claim: Claim, error: unknown): Promise<void> {
    const cause = 'file_differs';
    if (error instanceof FileDiffers)
      return await hold(claim, { cause, failure: { cause }, isUnknown: false });
    log.error({ err: error, reference: claim.reference }, 'spooled file unreadable');
    await retryLater(claim, { failure: { cause: 'file_unreadable' }, isUnknown: false });
  }

  async function retryLater(claim: Claim, failed: AttemptFailure): Promise<void> {
    const delayMs = computeBackoffMs(claim.attempts, random(), maxUnreadableMs);
    await record(() => claims.retry(claim, { delayMs, ...failed }));
  }

  function noteHeld(claim: Claim, cause: FailureToHold['cause'], failure: Failure) {
    const { id, kind, reference } = claim;
    metrics.ended(toLabels(claim), 'held');
    log.error({ id, kind, reference, cause, reason: describeFailure(failure) }, 'delivery held');
  }

  return { record, hold, refuse, markDelivered, noteUnreadable, retryLater };
}

/** The `meta` entry of an enquiry that is sent again although it may have arrived. */
export const repeatedEntry = { id: 'possible_duplicate', label: 'Possible duplicate', value: 'yes' };

/** Returns a function that sends a claimed delivery. It resolves with undefined if nothing complete was sent. */
function createSender(
  { spool, enquiryApi }: AttemptDependencies,
  { noteUnreadable }: ReturnType<typeof createRecorder>,
) {
  function send(claim: Claim): Promise<Outcome | undefined> {
    // The text of an enquiry is stored as it is sent.
    if (claim.kind === 'enquiry' && claim.unknown_outcomes === 0) return enquiryApi.create(claim.content);
    const delivery = decodeContent(claim);
    if (delivery.kind === 'attachment') return upload(claim, delivery.content);
    const { content } = delivery;
    const marked = { ...content, meta: [...content.meta, repeatedEntry] };
    return enquiryApi.create(encodeContent({ kind: 'enquiry', content: marked }));
  }

  /** Undefined when the file can't be read or is not what the visitor sent. */
  async function upload(claim: Claim, content: AttachmentContent): Promise<Outcome | undefined> {
    try {
      // A claim of an attachment has a file, and its enquiry has been delivered.
      return await spool.read(claim.spool_file!, chunks =>
        enquiryApi.upload(claim.enquiry_id!, content.file, checkFile(chunks, content), content.bytes),
      );
    } catch (error) {
      await noteUnreadable(claim, error);
      return undefined;
    }
  }

  return send;
}

/** Returns a function that sends a claimed delivery to the enquiry API and ends the claim. Resolves with the outcome, or
 * undefined when there is none. While the store fails, repeats the recording, because a forgotten outcome would make a
 * duplicate; the claim has to be renewed meanwhile. Rejects with NotRecorded when the store fails and `giveUp` is aborted. */
export function createAttempt(dependencies: AttemptDependencies, giveUp: AbortSignal) {
  const { claims, availability, leaseMs, monotonicMs, random, log, metrics } = dependencies;
  const recorder = createRecorder(dependencies, giveUp);
  const { record, hold, refuse, markDelivered, noteUnreadable, retryLater } = recorder;
  const send = createSender(dependencies, recorder);

  async function attempt(claim: Claim): Promise<Outcome | undefined> {
    const file = dependencies.scanning && claim.kind === 'attachment' ? decodeContent(claim) : undefined;
    if (file?.kind === 'attachment' && !file.content.scan) {
      // Nothing was sent, so a process that died has left no unknown outcome.
      const unknown_outcomes = claim.unknown_outcomes - Number(claim.isInterrupted);
      await scan({ ...claim, unknown_outcomes }, file.content);
      return undefined;
    }
    const onUnknown = dependencies.onUnknown();
    if (claim.isInterrupted && (onUnknown === 'hold' || claim.unknown_outcomes >= maxUnknown)) {
      // The process that claimed it before died, perhaps because of it, and what it sent may have arrived.
      const failure = decodeFailure(claim.last_failure) ?? { cause: 'interrupted' };
      const message = claim.last_message;
      await hold(claim, { cause: 'unknown_outcome', failure, message, isUnknown: false });
      return undefined;
    }
    // A delivery is only at fault if the enquiry API works immediately before, during and after the attempt that fails.
    const isCandidate = await mayBeAtFault(claim);
    const isExamined = isCandidate && (await availability.test());
    if (isCandidate && (availability.isDown || giveUp.aborted)) {
      await record(() => claims.giveBack(claim));
      return undefined;
    }
    const startedAt = monotonicMs();
    const sending = send(claim);
    // When a request times out, the outage that caused it may be over.
    const worksMeanwhile = isExamined && availability.test();
    const outcome = await sending;
    if (outcome === undefined) return undefined;
    const ms = Math.round(monotonicMs() - startedAt);
    try {
      await settle(claim, outcome, { onUnknown, worksMeanwhile });
      return outcome;
    } finally {
      // Nothing that could fail may come between a response and its record.
      const { id, kind, reference, attempts } = claim;
      log.info({ id, kind, reference, attempts, outcome: outcome.kind, ms }, 'delivery attempted');
      metrics.attempted(toLabels(claim), outcome.kind, ms / 1_000, claim.unknown_outcomes > 0);
    }
  }

  /** Scans the file of a claim and ends the claim: the file is then due, to be sent, or it waits or is held. */
  async function scan(claim: Claim, content: AttachmentContent): Promise<void> {
    const { scanner, settings } = dependencies.scanning!; // The caller has checked that.
    let failure: ScanFailure | undefined;
    try {
      failure = await dependencies.spool.read(claim.spool_file!, chunks =>
        scanner.scan(checkFile(chunks, content), content.bytes, giveUp),
      );
    } catch (error) {
      return await noteUnreadable(claim, error);
    }
    const giveBack = (scanned: AttachmentContent) =>
      record(() => claims.giveBack(claim, encodeContent({ kind: 'attachment', content: scanned })));
    if (!failure) return await giveBack({ ...content, scan: 'clean' });
    const claimedAt = claim.lease_until - leaseMs;
    const isRepeated = decodeFailure(claim.last_failure)?.cause === 'not_scanned' && claim.failed_at > 0;
    const since = isRepeated ? claim.failed_at : claimedAt;
    const isOver = claimedAt - since >= settings().wait_hours * hourMs;
    if (failure.cause === 'infected' || (isOver && settings().when_unavailable === 'hold'))
      return await hold(claim, { cause: failure.cause, failure, isUnknown: false });
    if (!isOver) return await retryLater(claim, { failure, isUnknown: false, since });
    const name = `not scanned - ${content.file.name}`;
    await giveBack({ ...content, scan: 'skipped', file: { ...content.file, name, postname: name } });
  }

  /** Records an outcome. */
  async function settle(
    claim: Claim,
    outcome: Outcome,
    { onUnknown, worksMeanwhile }: { onUnknown: OnUnknown; worksMeanwhile: false | Promise<boolean> },
  ): Promise<void> {
    if (outcome.kind === 'delivered') {
      await markDelivered(claim, outcome.enquiryApiId);
      return;
    }
    const isUnknown = outcome.kind === 'unknown';
    const { failure, message } = outcome;
    const failed = { failure, message, isUnknown };
    if (outcome.kind === 'refused' && outcome.says === 'decided')
      return await refuse(claim, outcome.field, failed);
    const { attempts } = claim;
    const unknown_outcomes = claim.unknown_outcomes + Number(isUnknown);
    const isExhausted = isUnknown && (onUnknown === 'hold' || unknown_outcomes >= maxUnknown);
    if (isExhausted || (await isAtFault(claim, outcome, worksMeanwhile)))
      return await hold(claim, { cause: isUnknown ? 'unknown_outcome' : 'refused', ...failed });
    // A request that this process has aborted because it stops says nothing about the enquiry API.
    const delayMs = giveUp.aborted ? 0 : computePauseMs(outcome, { attempts, unknown_outcomes }, random());
    await record(() => claims.retry(claim, { delayMs, ...failed }));
  }

  /** Whether the next failure may show that this delivery alone fails. */
  async function mayBeAtFault(claim: Claim): Promise<boolean> {
    const { steadyForMs } = availability;
    if (claim.attempts < firstExamined || steadyForMs < steadyMs) return false;
    // By the clock of the other times. The failure before may have been one of many, and a few seconds prove nothing.
    const claimedAt = claim.lease_until - leaseMs;
    if (claimedAt - claim.failed_at > steadyForMs || claimedAt - claim.created_at < steadyMs) return false;
    return claim.kind === 'attachment' || (await haveOthersSucceeded(claim));
  }

  /** An enquiry API that responds to tests of the login may still be unable to create anything. */
  const haveOthersSucceeded = (claim: Claim) => record(() => claims.haveOthersSucceeded(claim, othersMs));

  /** Whether this delivery alone fails, so that a person has to help. */
  async function isAtFault(
    claim: Claim,
    outcome: FailedOutcome,
    worksMeanwhile: false | Promise<boolean>,
  ): Promise<boolean> {
    // A success in a response that we can't parse: a retry would create a duplicate.
    const hasArrived = outcome.kind === 'unknown' && outcome.hasSuccessStatus;
    if (!hasArrived && !(await worksMeanwhile)) return false;
    if (!(await availability.test()) || availability.steadyForMs < steadyMs) return false;
    const isOfFile = claim.kind === 'attachment' && outcome.kind !== 'refused';
    return !isOfFile || hasArrived || (await haveOthersSucceeded(claim));
  }

  return attempt;
}
