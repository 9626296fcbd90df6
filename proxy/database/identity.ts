import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Whether the outbox has been in use: a lost or emptied database that was made anew has not. */
export async function hasIdentity(db: Kysely<Tables>): Promise<boolean> {
  const row = await db.selectFrom('identity').select('id').executeTakeFirst();
  return row !== undefined;
}

/** Puts a new outbox into use. */
export async function giveIdentity(db: Kysely<Tables>, outboxId: string): Promise<void> {
  await db
    .insertInto('identity')
    .values({ id: 1, outbox_id: outboxId })
    .onConflict(clash => clash.doNothing())
    .execute();
}
