import type { Logger } from 'pino';
import { createGroupCommit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import { type Archive, createArchive } from './archive.ts';
import { type Claims, createClaims, type DeliveryListener } from './claims.ts';
import { createEnquiryCounter } from './enquiry-counter.ts';
import { createIntake, type Intake } from './intake.ts';
import { createOperatorQueries, type OperatorQueries } from './operator-queries.ts';
import { createWaitingVisitors } from './waiting-visitors.ts';

/** The table of everything to be forwarded to the enquiry API, with one interface for each of its users. */
export interface Outbox {
  /** For routes. */
  intake: Intake;
  /** For the delivery loop. */
  claims: Claims;
  /** For commands and metrics. */
  operator: OperatorQueries;
  /** For maintenance. */
  archive: Archive;
  close(): Promise<void>;
}

/** The outbox's queries, the same for both databases. */
export function createOutbox(database: OutboxDatabase): Outbox {
  const groups = createGroupCommit(database.db, database);
  const visitors = createWaitingVisitors();
  const counter = createEnquiryCounter();
  let listener: DeliveryListener = { isReady: () => false, wake: () => {}, reserve: () => undefined };
  const setListener = (added: DeliveryListener) => {
    listener = added;
  };
  return {
    intake: createIntake(database, groups, counter, visitors, () => listener),
    claims: createClaims(database, groups.commit, visitors, counter, setListener),
    operator: createOperatorQueries(database, groups, counter),
    archive: createArchive(database, groups.commit),
    async close() {
      await database.db.destroy();
      database.onClosed();
    },
  };
}

/** Whether PostgreSQL has run out of disk space (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function isPostgresDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === '53100' || isPostgresDiskFull(error.cause);
}

/** Logs that the outbox failed outside of a request. */
export function logStoreFailure(log: Logger, error: unknown): void {
  if (isPostgresDiskFull(error)) log.error({ err: error }, 'database disk full');
  else log.error({ err: error }, 'outbox unavailable');
}
