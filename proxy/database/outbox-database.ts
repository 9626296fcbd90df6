import { type Expression, type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** An open database with everything in which SQLite and PostgreSQL differ. */
export interface OutboxDatabase {
  db: Kysely<Tables>;
  /** The time in milliseconds since 1970: by the process's clock on one machine, by the database's in a fleet. */
  now: () => Expression<number>;
  /** Several processes deliver from it, so rows must be locked. */
  isShared: boolean;
  /** Empties the write-ahead log, unless another process is reading it. */
  checkpoint: () => Promise<void>;
  /** The settings of the database because of which a power failure may lose committed data; undefined: none. */
  durabilityWarning: () => Promise<string | undefined>;
  /** Whether only this statement is wrong. Otherwise the database has failed, and other statements would fail, too. */
  isStatementFault: (error: unknown) => boolean;
  /** Whether a transaction could not begin because another process is writing. */
  isBusy: (error: unknown) => boolean;
  /** Called after the outbox is closed. */
  onClosed: () => void;
}

/** The time `ms` milliseconds from now, according to the database's clock. */
export const timeInMs = ({ now }: OutboxDatabase, ms: number) => sql<number>`(${now()} + ${Math.round(ms)})`;
