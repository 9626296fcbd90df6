import type { Kysely } from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import type { Tables } from '../database/tables.ts';

/** The maximum number of names per statement, because databases limit the number of parameters. */
const namesPerStatement = 1_000;

/** Which spooled files are needed and which are to be erased. */
export interface ErasureList {
  /** Returns the subset of these spooled files that a delivery needs. */
  filesNeeded(names: string[]): Promise<Set<string>>;
  /** Lists the files of delivered or dropped deliveries. Some may already be erased from the spool. */
  filesToErase(): Promise<string[]>;
  /** Takes files that were erased from the spool off the list of files to erase. */
  noteFilesErased(names: string[]): Promise<void>;
}

export function createErasureList(db: Kysely<Tables>, commit: Commit<Tables>): ErasureList {
  return {
    async filesNeeded(names) {
      const needed = new Set<string>();
      for (const batch of splitIntoBatches(names)) {
        const rows = await db
          .selectFrom('deliveries')
          .select('spool_file')
          .where('spool_file', 'in', batch)
          .execute();
        for (const { spool_file } of rows) needed.add(spool_file!);
      }
      return needed;
    },
    async filesToErase() {
      const rows = await db.selectFrom('files_to_erase').select('spool_file').execute();
      return rows.map(({ spool_file }) => spool_file);
    },
    async noteFilesErased(names) {
      for (const batch of splitIntoBatches(names)) {
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

function splitIntoBatches(names: string[]): string[][] {
  return Array.from({ length: Math.ceil(names.length / namesPerStatement) }, (_, index) =>
    names.slice(index * namesPerStatement, (index + 1) * namesPerStatement),
  );
}
