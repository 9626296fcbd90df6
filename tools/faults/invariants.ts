import { createHash } from 'node:crypto';
import { type DeliveryRow, deliveryStates } from '../../proxy/database/tables.ts';
import { decodeContent } from '../../proxy/outbox/deliveries.ts';
import type { Store } from '../../proxy/outbox/outbox.ts';
import type { Spool } from '../../proxy/spool/spool.ts';
import { compareArrivals } from '../testing/proxy/arrivals.ts';
import { findReceipt, isRefused, type Ledger, type SentRequest } from './ledger.ts';
import type { RecordingEnquiryApi } from './recording-enquiry-api.ts';

/** The time limit for a request, from its last byte. */
const requestLimitMs = 10_000;
export const readyLimitMs = 3_000;

/** Checks the invariants, which must hold after any fault once everything works again, every possible delivery has been
 * made and the sweep has run. Resolves with a sentence for each violation. */
export async function findViolations(
  { sent, dropped, maybeDropped, maybeReleased, purged }: Ledger,
  { created, uploaded, unscanned }: Pick<RecordingEnquiryApi, 'created' | 'uploaded' | 'unscanned'>,
  { outbox, spool }: Store,
  ready: { status: number; tookMs: number },
): Promise<string[]> {
  const found = unscanned.map(() => 'a file was sent before the store knew that it is clean');
  const rows = (await Promise.all(deliveryStates.map(state => outbox.operator.list({ state })))).flat();
  const isKept = ({ state }: DeliveryRow) => state === 'waiting' || state === 'held' || state === 'test';
  const kept = rows.filter(isKept);

  for (const request of sent) {
    const name = request.forename ?? `file of ${request.reference}`;
    const receipt = findReceipt(request);
    const reference = receipt?.reference ?? '';
    const isDropped = dropped.has(reference) || maybeDropped.has(reference);
    // A repeated file is refused once its enquiry is gone.
    const isGone = isDropped || [...purged].some(each => findReceipt(each)?.reference === receipt?.reference);
    const receipts = request.responses.flatMap(each => each.receipt ?? []);
    const acknowledgedLate = request.responses.filter(({ tookMs }) => tookMs > requestLimitMs);
    if (acknowledgedLate.length > 0) found.push(`${name}: a request took over ${requestLimitMs} ms`);
    if (new Set(receipts.map(({ reference }) => reference)).size > 1 && !purged.has(request))
      found.push(`${name}: one key has several references`);
    if (new Set(receipts.map(({ call_back }) => call_back)).size > 1 && !purged.has(request))
      found.push(`${name}: one key has several sentences about the call`);
    if (receipt && isRefused(request) && !isGone)
      found.push(`${name}: one key was both acknowledged and refused`);
    if (isRefused(request) && !isGone && isAnywhere(request))
      found.push(`${name}: refused, but stored anyway`);
    if (request.isTest && isDelivered(request)) found.push(`${name}: a test was delivered`);
    if (request.isTest && kept.some(row => row.idempotency_key === request.key && row.state !== 'test'))
      found.push(`${name}: a test is going to be delivered`);
    if (request.isSuspect && !maybeReleased.has(reference)) {
      if (isDelivered(request)) found.push(`${name}: delivered without a release`);
      if (kept.some(row => row.idempotency_key === request.key && row.state !== 'held'))
        found.push(`${name}: no longer held without a release`);
    }
  }

  function isDelivered({ forename, sha256 }: SentRequest): boolean {
    return (
      (forename !== undefined && created.some(each => each.forename === forename)) ||
      uploaded.some(each => each.sha256 === sha256)
    );
  }

  function isAnywhere(request: SentRequest): boolean {
    return isDelivered(request) || kept.some(row => row.idempotency_key === request.key);
  }

  const isUndropped = (reference = '') => !dropped.has(reference) && !maybeDropped.has(reference);
  const acknowledged = sent.filter(each => isUndropped(findReceipt(each)?.reference) && findReceipt(each));
  const stored = await Promise.all(
    kept.map(async ({ kind, reference, spool_file }) => ({
      kind,
      reference,
      sha256: kind === 'enquiry' ? undefined : ((await computeDigest(spool_file ?? '')) ?? 'none'),
    })),
  );
  const enquiries = acknowledged.flatMap(request => {
    const { forename } = request;
    const { reference } = findReceipt(request)!;
    const files = acknowledged.filter(each => each.reference === reference).map(each => each.sha256!);
    return forename === undefined ? [] : [{ reference, forename, files }];
  });
  const { lost, unmarked, ambiguous } = compareArrivals(
    enquiries,
    created.map(({ id, reference, forename, isMarked }) => ({
      reference,
      forename,
      isMarked,
      files: uploaded.filter(({ postId }) => postId === id).map(({ sha256 }) => sha256),
    })),
    stored,
  );
  found.push(...lost.map(each => `${each}: acknowledged, but neither at the enquiry API nor in the outbox`));
  found.push(...unmarked.map(reference => `${reference}: a second copy is not marked`));
  found.push(...ambiguous.map(reference => `${reference}: used for several enquiries`));
  for (const { reference, forename } of enquiries) {
    const row = kept.find(each => each.kind === 'enquiry' && each.reference === reference);
    if (row && !row.content?.includes(`"${forename}"`)) found.push(`${forename}: kept without its content`);
  }
  for (const { kind, state, reference } of kept) {
    const hasEnquiry = kept.some(each => each.kind === 'enquiry' && each.reference === reference);
    if (kind === 'attachment' && state === 'waiting' && isUndropped(reference) && !hasEnquiry)
      found.push(`file of ${reference}: acknowledged, but never sent`);
  }

  async function computeDigest(
    name: string,
    where: Pick<Spool, 'read'> = spool,
  ): Promise<string | undefined> {
    const hash = createHash('sha256');
    try {
      await where.read(name, async pieces => {
        for await (const piece of pieces) hash.update(piece);
      });
      return hash.digest('hex');
    } catch {
      return undefined; // The file is missing, which the caller reports.
    }
  }

  for (const [reference, copies] of Map.groupBy(created, each => each.reference)) {
    if (copies.slice(0, -1).some(({ isConfirmed }) => isConfirmed))
      found.push(`${reference}: sent again although the enquiry API had confirmed it`);
  }
  for (const row of rows) {
    const { state, reference, content, spool_file, kind } = row;
    if (!isKept(row) && (content !== null || spool_file !== null))
      found.push(`${reference}: ${state} ${kind} kept its content`);
    if (dropped.has(reference) && kept.some(row => row.reference === reference))
      found.push(`${reference}: dropped, but still ${state}`);
    const enquiry = rows.find(row => row.kind === 'enquiry' && row.reference === reference);
    if (kind === 'attachment' && (!enquiry || enquiry.state === 'dropped'))
      found.push(`${reference}: an attachment without its enquiry`);
  }
  const { arrived } = await outbox.operator.status();
  for (const state of deliveryStates) {
    const count = rows.filter(row => row.kind === 'enquiry' && row.state === state).length;
    if (arrived[state] !== count)
      found.push(`the status counts ${arrived[state]} enquiries that are ${state}, but ${count} are stored`);
  }
  if ((await outbox.archive.filesToErase()).length > 0)
    found.push('files of ended deliveries were not erased');
  const needed = kept.reduce((sum, row) => sum + countBytes(row), 0);
  const held = await spool.bytes();
  if (held !== needed) found.push(`the spool holds ${held} bytes, of which ${needed} are needed`);
  if (ready.status !== 200) found.push(`ready responds with ${ready.status} although everything works`);
  if (ready.tookMs > readyLimitMs) found.push(`ready took over ${readyLimitMs} ms`);
  return found;
}

function countBytes({ kind, content }: DeliveryRow): number {
  if (content === null) return 0;
  const delivery = decodeContent({ kind, content });
  return delivery.kind === 'attachment' ? delivery.content.bytes : 0;
}
