import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Kysely, sql } from 'kysely';
import { dayMs } from '../contract/durations.ts';
import { deskTexts } from '../contract/languages/desk-texts.ts';
import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeAgo } from '../database/outbox-database.ts';
import type { ProcessTable, Tables } from '../database/tables.ts';
import { listOf } from './formats.ts';

/** A process that uses the database, and what it has loaded. */
export interface ProcessRow extends ProcessTable {
  /** For how long `loaded_hash` has been the same, in milliseconds. */
  same_hash_ms: number;
}
export type Processes = ReturnType<typeof createProcesses>;

/** How often a process reports. */
export const heartbeatMs = 60_000;
/** A process that hasn't reported for this long is gone. */
const goneMs = 180_000;
const forgottenMs = dayMs;

/** The outbox's interface for the processes that use it. `seen_at` and `hash_since` are by the clock of the database. */
export function createProcesses(database: OutboxDatabase, commit: Commit) {
  const { db, now, isShared } = database;

  /** Deletes the rows of processes that were killed. */
  async function deleteGone(transaction: Kysely<Tables>, id: string): Promise<void> {
    const others = transaction.deleteFrom('processes').where('id', '!=', id);
    // On one machine, the process that holds the lock of the data folder is the only one.
    const gone = isShared ? others.where('seen_at', '<', timeAgo(database, forgottenMs)) : others;
    await gone.execute();
  }

  return {
    /** Records that a process is running, and what it has loaded. */
    async report(process: Omit<ProcessTable, 'hash_since' | 'seen_at'>): Promise<void> {
      await commit(async transaction => {
        await transaction
          .insertInto('processes')
          .values({ ...process, hash_since: now(), seen_at: now() })
          .onConflict(clash =>
            clash.column('id').doUpdateSet({
              ...process,
              hash_since: sql<number>`case when processes.loaded_hash = ${process.loaded_hash} then processes.hash_since else ${now()} end`,
              seen_at: now(),
            }),
          )
          .execute();
        await deleteGone(transaction, process.id);
      });
    },
    /** The processes that have reported in the last three minutes, in the order in which they loaded what they use. */
    async list(): Promise<ProcessRow[]> {
      const rows = await db
        .selectFrom('processes')
        .selectAll()
        .select(sql<number>`(${now()} - hash_since)`.as('same_hash_ms'))
        .where('seen_at', '>', timeAgo(database, goneMs))
        .orderBy('loaded_at')
        .orderBy('id')
        .execute();
      // The age is negative when the clock was stepped back.
      return rows.map(row => ({ ...row, same_hash_ms: Math.max(0, row.same_hash_ms) }));
    },
    /** Removes a process that stops. */
    async remove(id: string): Promise<void> {
      await commit(transaction => transaction.deleteFrom('processes').where('id', '=', id).execute());
    },
  };
}

/** Names a process: `web-1 (4711)`. */
export const nameProcess = ({ host, pid }: ProcessRow) => `${host} (${pid})`;

/** A process signs with a secret that another one can't read, so what the first has signed is refused by the other. Undefined if
 * there is none. */
export function findSecretFault(
  processes: ProcessRow[],
  { findings, lang } = deskTexts.en,
): string | undefined {
  const all = processes.map(row => ({ name: nameProcess(row), ids: row.secret_ids.split(' ') }));
  for (const signing of all) {
    const unable = all.filter(({ ids }) => !ids.includes(signing.ids[0]!)).map(({ name }) => name);
    if (unable.length > 0) return findings.secret(signing.name, listOf(unable, lang));
  }
  return undefined;
}

type Identity = Pick<ProcessRow, 'host' | 'pid' | 'started'>;

/** Identifies this process among those of all machines. `started` is empty if nothing handles SIGHUP, which would end the
 * process then: a program that has mounted the proxy reloads it in its own way. */
export function identifyProcess(): Identity {
  const place = readPlace();
  const start = readStart('self');
  const isKnown = place !== undefined && start !== undefined && process.listenerCount('SIGHUP') > 0;
  const started = isKnown ? `${place} ${start}` : '';
  return { host: hostname(), pid: process.pid, started };
}

/** Finds out whether a process with this identity can be signalled. `ended`: it was here, but isn't running any more.
 * `elsewhere`: it runs on another machine or in another container, it doesn't handle the signal, or the system doesn't
 * say when processes started, so that its number may be another process's by now. */
export function locateProcess({ pid, started }: Identity): 'here' | 'ended' | 'elsewhere' {
  const place = readPlace();
  if (place === undefined || !started.startsWith(`${place} `)) return 'elsewhere';
  return started === `${place} ${readStart(pid)}` ? 'here' : 'ended';
}

/** The boot of the machine and the namespace of process numbers, within which a number and a start time identify a process.
 * Undefined without `/proc`. */
function readPlace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined; // Not Linux, or the container hides these files.
  }
}

/** The start time of a process, in clock ticks since the boot (proc_pid_stat(5), field 22). Undefined if there is no such
 * process, or it is a zombie: it has ended, but the first process of its container doesn't collect it. */
function readStart(pid: number | 'self'): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name of the program, is in parentheses and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
