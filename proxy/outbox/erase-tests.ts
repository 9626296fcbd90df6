import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeAgo } from '../database/outbox-database.ts';
import { isTest, type Tables } from '../database/tables.ts';
import { listForErasure } from './files-to-erase.ts';

/** The maximum number of enquiries per transaction, so that it doesn't block others for long. */
const batchEnquiries = 100;

/** Erases tests. */
export interface TestEraser {
  /** Deletes the tests that arrived more than `ageMs` ago, with their attachments, and lists their files for erasure.
   * Resolves with their references. */
  eraseTests(ageMs: number): Promise<string[]>;
}

export function createTestEraser(database: OutboxDatabase, commit: Commit<Tables>): TestEraser {
  const eraseBatch = (ageMs: number) =>
    commit(async transaction => {
      const old = await transaction
        .selectFrom('deliveries')
        .select('reference')
        .where('kind', '=', 'enquiry')
        .where(isTest)
        .where('created_at', '<', timeAgo(database, ageMs))
        .orderBy('created_at')
        .limit(batchEnquiries)
        // While an attachment is being added, it waits for this lock and then finds that the enquiry is gone.
        .$if(database.isShared, query => query.forUpdate().skipLocked())
        .execute();
      const references = old.map(({ reference }) => reference);
      if (references.length === 0) return references;
      const rows = await transaction
        .deleteFrom('deliveries')
        .where('reference', 'in', references)
        .where(isTest)
        .returning('spool_file')
        .execute();
      await listForErasure(transaction, rows);
      return references;
    });

  return {
    async eraseTests(ageMs) {
      const references: string[] = [];
      for (;;) {
        const batch = await eraseBatch(ageMs);
        references.push(...batch);
        if (batch.length < batchEnquiries) return references;
      }
    },
  };
}
