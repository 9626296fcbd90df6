import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Expression, type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { withTimeLimit } from '../time/time-limit.ts';
import { lotsOf } from './chunks.ts';
import { notePassed, release } from './passing-bytes.ts';
import { newFileName, probeOwner, type Spool } from './spool.ts';

/** Bytes of a row. */
const rowBytes = 1_048_576;
/** A row is read in pieces, for the driver gets each as hexadecimal text. */
const readBytes = rowBytes / 16;
/** Rows that are written at once by a process: the driver copies each. */
const mostWrites = 2;
/** How long a row may take, with the wait for its turn: an upload fails rather than hang with the database. */
const writeLimitMs = 1_500;

/** The spool of a fleet: rows of at most 1 MB in the database that all share. */
export function createTableSpool(db: Kysely<Tables>, now: () => Expression<number>): Spool {
  const erase = async (name: string) => {
    await db.deleteFrom('pieces').where('spooled', '=', name).execute();
  };
  /** A piece of a file, empty at the end of a row; undefined: there is no such row. */
  const piece = (name: string, position: number, from: number) =>
    db
      .selectFrom('pieces')
      .select(sql<Buffer>`substring(bytes from ${from + 1}::integer for ${readBytes}::integer)`.as('bytes'))
      .where('spooled', '=', name)
      .where('position', '=', position)
      .executeTakeFirst();

  async function* read(name: string, first: Buffer): AsyncGenerator<Buffer> {
    yield first;
    for (let at = first.length; ; ) {
      const next = await piece(name, Math.floor(at / rowBytes), at % rowBytes);
      if (!next?.bytes.length) return;
      at += next.bytes.length;
      notePassed(4 * next.bytes.length); // The hexadecimal text that it came as, twice as long, and what that came in.
      yield next.bytes;
      release(next.bytes);
    }
  }
  const write = createTurns(mostWrites);

  /** Names of files of which everything is older than this. */
  const filesOlderThan = async (ageMs: number, isComplete: boolean) => {
    const files = await db
      .selectFrom('pieces')
      .select('spooled')
      .groupBy('spooled')
      .having(sql<number>`max(created_at)`, '<', sql<number>`(${now()} - ${ageMs})`)
      .having(sql<boolean>`bool_or(is_last)`, '=', isComplete)
      .execute();
    return files.map(({ spooled }) => spooled);
  };

  const spool: Spool = {
    async save(pieces, owner) {
      const name = newFileName(owner, randomUUID());
      const hash = createHash('sha256');
      let bytes = 0;
      let position = 0;
      let hasFailed = false;
      const insert = async (row: Buffer, is_last: boolean) => {
        const values = { spooled: name, position, bytes: row, is_last, created_at: now() };
        // A row whose turn comes too late is not written: its memory was given back.
        const run = () => (hasFailed ? Promise.resolve() : db.insertInto('pieces').values(values).execute());
        await withTimeLimit<unknown>(writeLimitMs, write<unknown>(run));
        position += 1;
      };
      try {
        let isComplete = false;
        for await (const row of lotsOf(pieces, rowBytes)) {
          hash.update(row);
          bytes += row.length;
          isComplete = row.length < rowBytes; // Only the last one is shorter.
          await insert(row, isComplete);
          notePassed(3 * row.length);
        }
        if (!isComplete) await insert(Buffer.alloc(0), true);
      } catch (error) {
        hasFailed = true;
        await erase(name).catch(() => {}); // Swept later, when the database is gone.
        throw error;
      }
      return { name, bytes, sha256: hash.digest('hex') };
    },
    async has(name) {
      const last = await db
        .selectFrom('pieces')
        .select('position')
        .where('spooled', '=', name)
        .where('is_last', '=', true)
        .executeTakeFirst();
      return last !== undefined;
    },
    async read(name, use) {
      const first = await piece(name, 0, 0);
      if (!first) throw new Error('the spooled file is not in the database');
      return use(read(name, first.bytes));
    },
    erase,
    async eraseAllOf(reference) {
      await db.deleteFrom('pieces').where('spooled', 'like', `${reference}.%`).execute();
    },
    async bytes() {
      // Reads no file: the length of a large value stands beside it.
      const { bytes } = await db
        .selectFrom('pieces')
        .select(sql<number>`coalesce(sum(octet_length(bytes)), 0)::bigint`.as('bytes'))
        .where('spooled', 'not like', `${probeOwner.reference}.%`)
        .executeTakeFirstOrThrow();
      return Number(bytes);
    },
    async probe() {
      const { name } = await spool.save(Readable.from([Buffer.from('probe')]), probeOwner);
      await spool.erase(name);
    },
    filesOlderThan: ageMs => filesOlderThan(ageMs, true),
    async eraseUnfinished(ageMs) {
      for (const name of await filesOlderThan(ageMs, false)) await erase(name);
    },
  };
  return spool;
}

/** Lets so many run at once; the others wait for their turn. */
function createTurns(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
