import { type Kysely, sql } from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import type { Tables } from '../database/tables.ts';
import type { Outbox } from './outbox.ts';

/** What is kept for ever beside the deliveries: publications and assets. And the probe of the store. */
export function createArchive(
  db: Kysely<Tables>,
  commit: Commit<Tables>,
): Pick<Outbox, 'publish' | 'publication' | 'keepAsset' | 'asset' | 'probe'> {
  return {
    async publish(publications) {
      await commit(async transaction => {
        for (const each of publications) {
          await transaction
            .insertInto('publications')
            .values(each)
            .onConflict(clash => clash.doNothing())
            .execute();
        }
      });
    },
    async publication(hash) {
      const row = await db
        .selectFrom('publications')
        .select('publication')
        .where('hash', '=', hash)
        .executeTakeFirst();
      return row?.publication;
    },
    async keepAsset(name, content) {
      await commit(transaction =>
        transaction
          .insertInto('assets')
          .values({ name, content })
          .onConflict(clash => clash.doNothing())
          .execute(),
      );
    },
    async asset(name) {
      const row = await db.selectFrom('assets').select('content').where('name', '=', name).executeTakeFirst();
      return row?.content;
    },
    async probe() {
      await commit(transaction =>
        transaction
          .insertInto('health')
          .values({ id: 1, probes: 1 })
          .onConflict(clash =>
            clash.column('id').doUpdateSet({ probes: sql<number>`(health.probes + 1) % 1000000` }),
          )
          .execute(),
      );
    },
  };
}
