import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { limitConcurrency } from '../contract/concurrency.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import {
  freeBuffer,
  newFileName,
  noteGarbage,
  type Spool,
  toChunks,
  withOwner,
  withTimeLimit,
} from './spool.ts';

const chunkBytes = 1_048_576;
/** A chunk is read in parts, because the driver receives it as hexadecimal text. */
const readBytes = chunkBytes / 16;
/** Files that one statement erases. It ends within its time limit even if they are large. */
const erasedTogether = 20;
/** Chunks that a process writes at the same time. The driver copies each of them. */
const maxConcurrentWrites = 2;
/** How long a chunk may take, including the wait for its turn, so that an upload fails when the database hangs. */
const writeLimitMs = 1_500;

/** Divides a stream into chunks and inserts one after the other. */
async function insertChunks(
  stream: AsyncIterable<Uint8Array>,
  insert: (chunk: Buffer, isLast: boolean) => Promise<void>,
) {
  const hash = createHash('sha256');
  let bytes = 0;
  let isComplete = false;
  for await (const chunk of toChunks(stream, chunkBytes)) {
    hash.update(chunk);
    bytes += chunk.length;
    isComplete = chunk.length < chunkBytes; // Only the last one is shorter.
    await insert(chunk, isComplete);
    noteGarbage(3 * chunk.length);
  }
  if (!isComplete) await insert(Buffer.alloc(0), true);
  return { bytes, sha256: hash.digest('hex') };
}

/** Reads files part by part. */
function createReader(db: OutboxDatabase['db']) {
  /** Reads a part of a chunk; empty at its end; undefined if the chunk doesn't exist. */
  const readPart = (name: string, position: number, start: number) =>
    db
      .selectFrom('file_chunks')
      .select(sql<Buffer>`substring(bytes from ${start + 1}::integer for ${readBytes}::integer)`.as('bytes'))
      .where('spool_file', '=', name)
      .where('position', '=', position)
      .executeTakeFirst();

  async function* read(name: string, first: Buffer): AsyncGenerator<Buffer> {
    yield first;
    for (let offset = first.length; ; ) {
      const next = await readPart(name, Math.floor(offset / chunkBytes), offset % chunkBytes);
      if (!next?.bytes.length) return;
      offset += next.bytes.length;
      noteGarbage(4 * next.bytes.length); // The hexadecimal text, which is twice as long, and the message that contains it become garbage.
      yield next.bytes;
      freeBuffer(next.bytes);
    }
  }
  return { readPart, read };
}

/** Finds the names of files whose chunks are all older than `ageMs`. */
async function findOlder({ db, now }: OutboxDatabase, ageMs: number, kind: 'complete' | 'unfinished') {
  const { rows } = await sql<{ spool_file: string }>`
    select spool_file from file_chunks group by spool_file
    having max(created_at) < ${now()} - ${ageMs} and bool_or(is_last) = ${kind === 'complete'}`.execute(db);
  return rows.map(({ spool_file }) => spool_file);
}

/** Finds the names of these enquiries' files. */
async function findFilesOf(db: OutboxDatabase['db'], references: string[]) {
  const { rows } = await sql<{ spool_file: string }>`
    select distinct spool_file from file_chunks
    where split_part(spool_file, '.', 1) = any(${references}::text[])`.execute(db);
  return rows.map(({ spool_file }) => spool_file);
}

/** The spool of a fleet: chunks of at most 1 MB in the shared database. */
export function createTableSpool(database: OutboxDatabase): Spool {
  const { db, now } = database;
  const eraseAll = async (names: string[]) => {
    await db.deleteFrom('file_chunks').where('spool_file', 'in', names).execute();
  };
  const erase = (name: string) => eraseAll([name]);
  const { readPart, read } = createReader(db);
  const write = limitConcurrency(maxConcurrentWrites);

  const spool: Spool = {
    async save(stream, owner) {
      const name = newFileName(owner, randomUUID());
      let position = 0;
      let hasFailed = false;
      const insert = async (chunk: Buffer, is_last: boolean) => {
        const values = { spool_file: name, position, bytes: chunk, is_last, created_at: now() };
        // A chunk whose turn comes after the time limit is not written, because its memory was freed.
        const run = () =>
          hasFailed ? Promise.resolve() : db.insertInto('file_chunks').values(values).execute();
        await withTimeLimit<unknown>(writeLimitMs, write<unknown>(run));
        position += 1;
      };
      try {
        return { name, ...(await insertChunks(stream, insert)) };
      } catch (error) {
        hasFailed = true;
        await erase(name).catch(() => {}); // When the database is unavailable, the sweep erases the chunks later.
        throw error;
      }
    },
    async assign(name, owner) {
      const assigned = withOwner(name, owner);
      if (assigned === name) return name;
      await sql`update file_chunks set spool_file = ${assigned} where spool_file = ${name}`.execute(db);
      return assigned;
    },
    // The deliveries are in the same database and can't be lost alone, so a file without one is provisional.
    keep: name => spool.has(name),
    async has(name) {
      const { rows } = await sql`select from file_chunks where spool_file = ${name} and is_last`.execute(db);
      return rows.length > 0;
    },
    async read(name, use) {
      const first = await readPart(name, 0, 0);
      if (!first) throw new Error('the spooled file is not in the database');
      return use(read(name, first.bytes));
    },
    erase,
    async eraseEnquiryFiles(references) {
      const names = await findFilesOf(db, references);
      for (let start = 0; start < names.length; start += erasedTogether)
        await eraseAll(names.slice(start, start + erasedTogether));
    },
    async bytes() {
      // Doesn't read the chunks: PostgreSQL stores the length of a large value separately.
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(octet_length(bytes)), 0)::bigint as bytes from file_chunks`.execute(db);
      return rows[0]!.bytes;
    },
    roomBytes: async () => Number.POSITIVE_INFINITY,
    countOrphans: async () => 0,
    filesOlderThan: ageMs => findOlder(database, ageMs, 'complete'),
    async eraseUnfinished(ageMs) {
      for (const name of await findOlder(database, ageMs, 'unfinished')) await erase(name);
    },
  };
  return spool;
}
