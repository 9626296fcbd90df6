import { type Kysely, type NotNull, sql, type UpdateObject } from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeInMs } from '../database/outbox-database.ts';
import type { Tables } from '../database/tables.ts';

/** A channel, and what was told through it; `since_told_ms` since the last message. */
export type AlertChannel = NonNullable<Awaited<ReturnType<AlertChannels['take']>>>;
export type Ring = Awaited<ReturnType<AlertChannels['rings']>>[number];
export type AlertChannels = ReturnType<typeof createAlertChannels>;

/** Longer than the teller takes for a look, and for its message. On one machine there is no lease: the process that holds the
 * lock of the data folder tells, at once after a restart. */
const leaseMs = 180_000;

/** The outbox's interface for alerts. In a fleet one process tells, as long as it does. */
export function createAlertChannels(database: OutboxDatabase, commit: Commit) {
  const { db, now, isShared } = database;
  /** Commits one statement. */
  const run = async (build: (transaction: Kysely<Tables>) => { execute: () => Promise<unknown> }) =>
    void (await commit(transaction => build(transaction).execute()));
  const change = (name: string, changes: UpdateObject<Tables, 'alert_channels'>) =>
    run(each => each.updateTable('alert_channels').set(changes).where('name', '=', name));
  return {
    /** Makes a process the teller of a channel. Resolves with undefined while another process is. */
    async take(name: string, teller: string) {
      const lease_until = isShared ? timeInMs(database, leaseMs) : 0;
      return await commit(transaction =>
        transaction
          .insertInto('alert_channels')
          .values({ name, teller, lease_until })
          .onConflict(clash =>
            clash
              .column('name')
              .doUpdateSet({ teller, lease_until })
              .where(({ eb, or }) =>
                or([
                  eb('alert_channels.teller', '=', teller),
                  eb('alert_channels.lease_until', '<', sql<number>`${now()}`),
                ]),
              ),
          )
          .returningAll()
          .returning(sql<number>`abs(${now()} - told_at)`.as('since_told_ms'))
          .executeTakeFirst(),
      );
    },
    /** Records what was told, with the counts that have fallen since, and the findings that the next message must contain although
     * they may have ended by then. */
    note: (name: string, remembered: { told: string; passing: string }) => change(name, remembered),
    /** Records that a message was told. */
    told: (name: string, told: string) =>
      change(name, { told, passing: '{}', told_at: now(), failure: null }),
    /** Records what failed; null: it works. */
    setFailure: (name: string, failure: string | null) =>
      run(each =>
        each
          .insertInto('alert_channels')
          .values({ name, failure })
          .onConflict(clash => clash.column('name').doUpdateSet({ failure })),
      ),
    /** What a channel must still tell of new enquiries, the oldest first and at most 1,000. Leaves out those that were refused or
     * dropped, or may yet be refused because their visitor is still waiting. */
    rings: (channel: string) =>
      db
        .selectFrom('rings')
        .innerJoin('deliveries', join =>
          join.onRef('deliveries.reference', '=', 'rings.reference').on('kind', '=', 'enquiry'),
        )
        .select(['rings.reference', 'rings.case_type', 'site', 'promise', 'held_cause'])
        .select(sql<number>`(${now()} - created_at)`.as('age_ms'))
        .where('channel', '=', channel)
        .where('state', 'not in', ['refused', 'dropped'])
        .where('respond_by', '<=', now())
        .orderBy('deliveries.id')
        .limit(1_000)
        .execute(),
    /** Records that a channel has told of these enquiries. */
    async rung(channel: string, rings: { reference: string }[]): Promise<void> {
      const told = rings.map(({ reference }) => reference);
      await run(each =>
        each.deleteFrom('rings').where('channel', '=', channel).where('reference', 'in', told),
      );
    },
    /** Forgets all channels but these. */
    keepOnly: (names: string[]) =>
      run(each => each.deleteFrom('alert_channels').where('name', 'not in', ['', ...names])),
    /** The channels whose last message could not be sent. */
    failing: () =>
      db
        .selectFrom('alert_channels')
        .select(['name', 'failure'])
        .where('failure', 'is not', null)
        .$narrowType<{ failure: NotNull }>()
        .orderBy('name')
        .execute(),
  };
}
