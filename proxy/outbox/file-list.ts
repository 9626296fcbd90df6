import type { Kysely } from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import type { DeliveryRow, Tables } from '../database/tables.ts';
import type { Outbox } from './outbox.ts';

/** Names that one statement asks for; databases limit the parameters of a statement. */
const namesAtOnce = 1_000;

/** Which files of the spool deliveries need, and which they needed once. */
export function createFileList(
  db: Kysely<Tables>,
  commit: Commit<Tables>,
): Pick<Outbox, 'needed' | 'unneededFiles' | 'filesErased'> {
  return {
    async needed(files) {
      const needed = new Set<string>();
      for (const names of chunksOf(files)) {
        const rows = await db
          .selectFrom('deliveries')
          .select('spooled')
          .where('spooled', 'in', names)
          .execute();
        for (const { spooled } of rows) needed.add(spooled!);
      }
      return needed;
    },
    async unneededFiles() {
      const rows = await db.selectFrom('unneeded_files').select('name').execute();
      return rows.map(({ name }) => name);
    },
    async filesErased(files) {
      for (const names of chunksOf(files)) {
        await commit(transaction =>
          transaction.deleteFrom('unneeded_files').where('name', 'in', names).execute(),
        );
      }
    },
  };
}

/** Lists the files of deliveries that need them no longer, in the transaction that ends the deliveries. Whatever
 * happens after it, the files will be erased. */
export async function noteUnneeded(
  transaction: Kysely<Tables>,
  rows: Pick<DeliveryRow, 'spooled'>[],
): Promise<void> {
  const names = rows.flatMap(({ spooled }) => (spooled === null ? [] : [{ name: spooled }]));
  if (names.length === 0) return;
  await transaction
    .insertInto('unneeded_files')
    .values(names)
    .onConflict(clash => clash.doNothing())
    .execute();
}

function chunksOf(names: string[]): string[][] {
  return Array.from({ length: Math.ceil(names.length / namesAtOnce) }, (_, at) =>
    names.slice(at * namesAtOnce, (at + 1) * namesAtOnce),
  );
}
