import type { Kysely } from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import type { Tables } from '../database/tables.ts';
import type { FolderSpool } from '../spool/folder-spool.ts';
import { parseFileOwner, type Spool } from '../spool/spool.ts';
import { attachmentsRoute, type StoredDelivery } from './deliveries.ts';

/** The maximum number of names per statement, because databases limit the number of parameters. */
const namesPerStatement = 1_000;

export type ErasureList = ReturnType<typeof createErasureList>;

/** Which spooled files are needed and which are to be erased. */
export function createErasureList(db: Kysely<Tables>, commit: Commit) {
  return {
    /** Returns the subset of these spooled files that a delivery needs. */
    async filesNeeded(names: string[]): Promise<Set<string>> {
      const needed = new Set<string>();
      for (const batch of splitIntoBatches(names, namesPerStatement)) {
        const rows = await db
          .selectFrom('deliveries')
          .select('spool_file')
          .where('spool_file', 'in', batch)
          .execute();
        for (const { spool_file } of rows) needed.add(spool_file!);
      }
      return needed;
    },
    /** Lists the files of delivered or dropped deliveries. Some may already be erased from the spool. */
    async filesToErase(): Promise<string[]> {
      const rows = await db.selectFrom('files_to_erase').select('spool_file').execute();
      return rows.map(({ spool_file }) => spool_file);
    },
    /** Takes files that were erased from the spool off the list of files to erase. */
    async noteFilesErased(names: string[]): Promise<void> {
      for (const batch of splitIntoBatches(names, namesPerStatement)) {
        await commit(transaction =>
          transaction.deleteFrom('files_to_erase').where('spool_file', 'in', batch).execute(),
        );
      }
    },
  };
}

/** Lists the files of deliveries that no longer need them, in the transaction that changes the deliveries. Once
 * it commits, the files will be erased even after a crash. */
export async function listForErasure(
  transaction: Kysely<Tables>,
  rows: { spool_file: string | null }[],
): Promise<void> {
  const files = rows.flatMap(({ spool_file }) => (spool_file === null ? [] : [{ spool_file }]));
  if (files.length === 0) return;
  await transaction
    .insertInto('files_to_erase')
    .values(files)
    .onConflict(clash => clash.doNothing())
    .execute();
}

export const splitIntoBatches = <Row>(rows: Row[], size: number): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );

/** Finds deliveries by their requests. */
interface DeliveryLookup {
  find(route: string, idempotencyKey: string): Promise<StoredDelivery | undefined>;
}

/** Accounts for every file of a spool that has just been opened, when no upload can be under way. Nobody has to decide
 * about a file after a crash, and no acknowledged file is ever erased, because each file tells how far it had come:
 *
 * 1. An upload saves and syncs a provisional file.
 * 2. The outbox commits and syncs the delivery, which names the file.
 * 3. The file is kept: a synced rename makes it an ordinary one.
 * 4. Only then is the visitor told that the proxy has it. A repeated request goes through step 3, too.
 *
 * So a provisional file was not acknowledged by the time that the spool is from, and a kept file had a delivery. These are
 * all orders in which a crash, or a restored backup, can leave the two:
 *
 * - Both are from the same moment, after a crash of the proxy or the machine: a provisional file without a delivery is
 *   erased, one with a delivery is kept, and a kept file has a delivery, or was listed for erasure with its last change.
 * - The outbox is older than the spool, or new: every acknowledged file that it doesn't know is a kept one, so it is set
 *   aside. Provisional files are erased: nobody was told that the proxy has them.
 * - The spool is older than the outbox: a file that the outbox needs is kept, even if it is still provisional here. A
 *   kept file that was delivered since is erased if the outbox still has its tombstone, and set aside otherwise.
 * - Both are from different moments of the past: as above, whichever is older. Nothing shows what was acknowledged after
 *   both, and a backup can't restore that.
 *
 * A fleet has nothing to compare, because its files and deliveries are in one database, which a backup restores to one
 * moment: a file without a delivery is like a provisional one there. */
export async function reconcileSpool(
  { intake, archive }: { intake: DeliveryLookup; archive: ErasureList },
  spool: FolderSpool,
): Promise<void> {
  const orphaned = await spool.orphanedFiles();
  for (const name of await archive.filesNeeded(orphaned)) await spool.takeBack(name); // The outbox was restored since.
  await eraseListedFiles(archive, spool);
  await spool.eraseUnfinished(Number.NEGATIVE_INFINITY);
  const files = await spool.filesOlderThan(Number.NEGATIVE_INFINITY);
  const needed = await archive.filesNeeded(files);
  const provisional = new Set(await spool.provisionalFiles());
  for (const name of files) {
    // A crash came between the commit of the delivery and this.
    if (needed.has(name) && provisional.has(name)) await spool.keep(name);
    else if (provisional.has(name)) await spool.erase(name);
    else if (!needed.has(name) && !(await isOver(name))) await spool.setAside(name);
    else if (!needed.has(name)) await spool.erase(name);
  }

  /** Whether the outbox has the tombstone of the file's delivery. */
  async function isOver(name: string): Promise<boolean> {
    const owner = parseFileOwner(name);
    const row = owner && (await intake.find(attachmentsRoute(owner.reference), owner.key));
    return row !== undefined && row.spool_file === null;
  }
}

/** Erases the files that the outbox lists for erasure. */
export async function eraseListedFiles(archive: ErasureList, spool: Spool): Promise<void> {
  const names = await archive.filesToErase();
  for (const name of names) await spool.erase(name);
  await archive.noteFilesErased(names);
}
