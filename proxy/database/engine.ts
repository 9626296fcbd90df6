import { type Expression, type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** What differs between the databases. */
export interface Engine {
  db: Kysely<Tables>;
  /** The time: the process's own on one machine, the database's in a fleet. */
  now: () => Expression<number>;
  /** Several processes share it: what another one is taking is passed over. */
  isShared: boolean;
  /** Empties what the database keeps of erased rows beside its tables, as far as it can be told to. */
  tidy: () => Promise<void>;
  /** A setting of the database that breaks the promise, if there is one. */
  weakness: () => Promise<string | undefined>;
  /** Whether a statement failed through its own fault; else the database did, and would fail others, too. */
  isStatementFault: (error: unknown) => boolean;
  /** Whether a transaction could not begin because another process is writing: it may in a moment. */
  isBusy: (error: unknown) => boolean;
  /** Called when the outbox is closed. */
  closed: () => void;
}

/** A time so many milliseconds from now, by the clock of the engine. */
export const inMs = ({ now }: Pick<Engine, 'now'>, ms: number) => sql<number>`(${now()} + ${Math.round(ms)})`;
