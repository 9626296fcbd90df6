import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Changes a row, so that the commit of the transaction shows whether the database can write. */
export async function writeProbe(transaction: Kysely<Tables>): Promise<void> {
  await transaction
    .insertInto('write_probe')
    .values({ id: 1, writes: 1 })
    .onConflict(clash =>
      clash.column('id').doUpdateSet({ writes: sql<number>`(write_probe.writes + 1) % 1000000` }),
    )
    .execute();
}
