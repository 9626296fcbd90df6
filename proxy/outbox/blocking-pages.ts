import { sql } from 'kysely';
import { dayMs } from '../contract/durations.ts';
import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeAgo } from '../database/outbox-database.ts';

/** A site with a page that couldn't send, so that its visitor sent the enquiry from the form's own page. */
export interface BlockingPage {
  /** One of the config's `origins`. */
  origin: string;
  /** The time since it was noted in milliseconds. */
  noted_ms: number;
}
export type BlockingPages = ReturnType<typeof createBlockingPages>;

/** A visitor's browser or network may have been the cause, so a page is forgotten if no other enquiry follows. */
const forgottenMs = 7 * dayMs;
/** Whoever has put these right sees the others. */
const maxListed = 50;

/** The outbox's interface for pages that can't send. In a fleet, all processes share what they have noted. */
export function createBlockingPages(database: OutboxDatabase, commit: Commit) {
  const { db, now } = database;
  return {
    /** Notes an origin, at most once a day. Resolves with whether it did. Callers pass only `origins` of the config,
     * which limits the number of rows. */
    async note(origin: string): Promise<boolean> {
      const noted = await commit(transaction =>
        transaction
          .insertInto('blocking_pages')
          .values({ origin, noted_at: now() })
          .onConflict(clash =>
            clash
              .column('origin')
              .doUpdateSet({ noted_at: now() })
              .where('blocking_pages.noted_at', '<=', timeAgo(database, dayMs)),
          )
          .returning('origin')
          .executeTakeFirst(),
      );
      return noted !== undefined;
    },
    /** Forgets an origin, whose page can send again. */
    async forget(origin: string): Promise<void> {
      await commit(transaction =>
        transaction.deleteFrom('blocking_pages').where('origin', '=', origin).execute(),
      );
    },
    /** The origins that were noted in the last week; the latest ones, if there are many. */
    async list(): Promise<BlockingPage[]> {
      const latest = await db
        .selectFrom('blocking_pages')
        .select(['origin', sql<number>`(${now()} - noted_at)`.as('noted_ms')])
        .where('noted_at', '>', timeAgo(database, forgottenMs))
        .orderBy('noted_at', 'desc')
        .limit(maxListed)
        .execute();
      return latest.sort((a, b) => (a.origin < b.origin ? -1 : 1));
    },
  };
}
