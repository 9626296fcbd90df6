import { attachmentsRoute, goneStates, type Outbox } from '../outbox/outbox.ts';
import type { Orphans } from '../spool/folder-spool.ts';
import { ownerOf, type Spool } from '../spool/spool.ts';

/** Longer than an upload may take: what is unfinished by then never will be. */
const unfinishedMs = 2 * 3_600_000;
/** Longer than a commit can be on its way: a complete file that no delivery needs by then was never acknowledged. */
const unclaimedMs = 24 * 3_600_000;

/** Erases files that can be accounted for: those of deliveries that were delivered or dropped, what uploads never
 * finished, and complete files that no delivery ever came to need. Younger ones are left alone: their commit may
 * still be on its way. Not for a folder that is only now being opened: its outbox may have been lost. */
export async function sweep(outbox: Outbox, spool: Spool): Promise<void> {
  await eraseUnneeded(outbox, spool);
  await spool.eraseUnfinished(unfinishedMs);
  const old = await spool.filesOlderThan(unclaimedMs);
  const needed = await outbox.needed(old);
  for (const name of old) if (!needed.has(name)) await spool.erase(name);
}

/** Erases the files that the outbox lists as those of ended deliveries. */
export async function eraseUnneeded(outbox: Outbox, spool: Spool): Promise<void> {
  const unneeded = await outbox.unneededFiles();
  for (const name of unneeded) await spool.erase(name);
  await outbox.filesErased(unneeded);
}

/** Deals with orphaned files that can be accounted for by now: their enquiry was dropped, or the visitor has repeated
 * the request, so that the outbox has another copy, or had one. */
export async function sweepOrphans(
  outbox: Outbox,
  spool: Pick<Spool, 'has'>,
  orphans: Orphans,
): Promise<void> {
  for (const { name } of await orphans.list()) {
    const owner = ownerOf(name);
    const row = owner && (await outbox.find(attachmentsRoute(owner.reference), owner.key));
    const enquiry = owner && (await outbox.enquiry(owner.reference));
    if (row?.spooled === name) await orphans.takeBack(name);
    // When the row's own file is missing, this one may be the only copy: the operator decides.
    else if (row && (row.spooled === null || (await spool.has(row.spooled)))) await orphans.erase(name);
    else if (enquiry && goneStates.includes(enquiry.state)) await orphans.erase(name);
  }
}
