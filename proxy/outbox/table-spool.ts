import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Expression, type Kysely, sql } from 'kysely';
import type { Spool } from './spool.ts';
import type { Tables } from './tables.ts';

/** Bytes of a row. */
const rowBytes = 1_048_576;
/** What another process is still taking in is left alone for as long as an upload may take. */
const unfinishedMs = 3_600_000;

/** The spool of a fleet: rows of at most 1 MB in the database that all share. */
export function createTableSpool(db: Kysely<Tables>, now: () => Expression<number>): Spool {
  const erase = async (name: string) => {
    await db.deleteFrom('pieces').where('spooled', '=', name).execute();
  };
  const piece = (name: string, position: number) =>
    db
      .selectFrom('pieces')
      .select('bytes')
      .where('spooled', '=', name)
      .where('position', '=', position)
      .executeTakeFirst();

  async function* rows(name: string, first: Buffer): AsyncGenerator<Buffer> {
    yield first;
    for (let position = 1; ; position++) {
      const next = await piece(name, position);
      if (!next) return;
      yield next.bytes;
    }
  }

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
          await db
            .insertInto('pieces')
            .values({ spooled: name, position, bytes: row, created_at: now() })
            .execute();
          position += 1;
        }
      } catch (error) {
        await erase(name).catch(() => {}); // Swept later, when the database is gone.
        throw error;
      }
      return { name, bytes, sha256: hash.digest('hex') };
    },
    async read(name) {
      const first = await piece(name, 0);
      if (!first) throw new Error('the spooled file is not in the database');
      return Readable.from(rows(name, first.bytes), { objectMode: false });
    },
    erase,
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

/** Gathers pieces into rows. */
async function* rowsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    gathered.push(piece);
    bytes += piece.length;
    if (bytes < rowBytes) continue;
    const whole = Buffer.concat(gathered);
    for (let at = 0; at + rowBytes <= bytes; at += rowBytes) yield whole.subarray(at, at + rowBytes);
    const rest = whole.subarray(bytes - (bytes % rowBytes));
    gathered = [rest];
    bytes = rest.length;
  }
  if (bytes > 0) yield Buffer.concat(gathered);
}
