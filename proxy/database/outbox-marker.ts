import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Whether this outbox has been put into use. A database that was lost and created again has not. */
export async function hasMarker(db: Kysely<Tables>): Promise<boolean> {
  const row = await db.selectFrom('outbox_marker').select('id').executeTakeFirst();
  return row !== undefined;
}

/** Puts a new outbox into use; does nothing when it already is. */
export async function setMarker(db: Kysely<Tables>, outboxId: string): Promise<void> {
  await db
    .insertInto('outbox_marker')
    .values({ id: 1, outbox_id: outboxId })
    .onConflict(clash => clash.doNothing())
    .execute();
}
