import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Expression, type Kysely, sql } from 'kysely';
import { notePassed } from '../passing-bytes.ts';
import type { Spool } from './spool.ts';
import type { Tables } from './tables.ts';

/** Bytes of a row. */
const rowBytes = 1_048_576;
/** A row is read in pieces, for the driver gets each as hexadecimal text. */
const readBytes = rowBytes / 16;
/** Rows that are written at once by a process: the driver copies each. */
const mostWrites = 2;
/** What another process is still taking in is left alone for longer than an upload may take. */
const unfinishedMs = 7_200_000;

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
      notePassed(4 * next.bytes.length);
      yield next.bytes;
    }
  }
  const write = createTurns(mostWrites);

  const spool: Spool = {
    async save(pieces) {
      const name = randomUUID();
      const hash = createHash('sha256');
      let bytes = 0;
      let position = 0;
      try {
        for await (const row of rowsOf(pieces)) {
          hash.update(row);
          bytes += row.length;
          const values = { spooled: name, position, bytes: row, created_at: now() };
          await write(() => db.insertInto('pieces').values(values).execute());
          notePassed(3 * row.length);
          position += 1;
        }
      } catch (error) {
        await erase(name).catch(() => {}); // Swept later, when the database is gone.
        throw error;
      }
      return { name, bytes, sha256: hash.digest('hex') };
    },
    async read(name) {
      const first = await piece(name, 0, 0);
      if (!first) throw new Error('the spooled file is not in the database');
      return Readable.from(read(name, first.bytes), { objectMode: false });
    },
    erase,
    async bytes() {
      // Reads no file: the length of a large value stands beside it.
      const { bytes } = await db
        .selectFrom('pieces')
        .select(sql<number>`coalesce(sum(octet_length(bytes)), 0)::bigint`.as('bytes'))
        .executeTakeFirstOrThrow();
      return Number(bytes);
    },
    async probe() {
      const { name } = await spool.save(Readable.from([Buffer.from('probe')]));
      await spool.erase(name);
    },
    async sweep(needed) {
      const old = await db
        .selectFrom('pieces')
        .select('spooled')
        .distinct()
        .where('created_at', '<', sql<number>`(${now()} - ${unfinishedMs})`)
        .execute();
      for (const { spooled } of old) if (!needed.has(spooled)) await erase(spooled);
    },
  };
  return spool;
}

/** Gathers pieces into rows. A row is good until the next one is asked for. */
async function* rowsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const row = Buffer.allocUnsafeSlow(rowBytes);
  let bytes = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + rowBytes - bytes);
      row.set(part, bytes);
      at += part.length;
      bytes += part.length;
      if (bytes < rowBytes) continue;
      yield row;
      bytes = 0;
    }
  }
  if (bytes > 0) yield row.subarray(0, bytes);
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
