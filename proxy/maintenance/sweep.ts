import type { ErasureList } from '../outbox/files-to-erase.ts';
import { eraseListedFiles } from '../outbox/resolve-orphaned-files.ts';
import type { Spool } from '../spool/spool.ts';

/** Longer than an upload may take, so a file that is unfinished by then never will be finished. */
const unfinishedMs = 2 * 3_600_000;
/** Longer than a commit may take, so a complete file without a delivery by then was never acknowledged. */
const unclaimedMs = 24 * 3_600_000;

/** Erases the files listed for erasure, old unfinished uploads, and old complete files without a delivery. Leaves
 * younger files alone, because their commits may be under way. Not for a folder that was just opened, because its outbox
 * may have been lost. */
export async function sweep(archive: ErasureList, spool: Spool): Promise<void> {
  await eraseListedFiles(archive, spool);
  await spool.eraseUnfinished(unfinishedMs);
  const old = await spool.filesOlderThan(unclaimedMs);
  const needed = await archive.filesNeeded(old);
  for (const name of old) if (!needed.has(name)) await spool.erase(name);
}
