import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { firstEnquiryId, firstFileId } from './spec-gaps.ts';

/** A file as the inbox shows it. Its bytes are on disk under a random name. */
export interface StoredFile {
  id: number;
  name: string;
  postname: string;
  mime: string;
  size: number;
  sha256: string;
  received_at: string;
}
/** An enquiry as the inbox shows it. `body` is the whole request body. */
export interface StoredEnquiry {
  id: number;
  received_at: string;
  body: Record<string, unknown>;
  files: StoredFile[];
}

export type Store = ReturnType<typeof openStore>;

/** Opens the folder, with enquiries in SQLite and files beside it. Both survive restarts. */
export function openStore(folder: string) {
  const files = join(folder, 'files');
  mkdirSync(files, { recursive: true });
  const db = new DatabaseSync(join(folder, 'enquiries.db'));
  db.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS enquiries (id INTEGER PRIMARY KEY AUTOINCREMENT, received_at TEXT NOT NULL, body TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS files (
      id INTEGER PRIMARY KEY AUTOINCREMENT, enquiry_id INTEGER NOT NULL REFERENCES enquiries(id), name TEXT NOT NULL,
      postname TEXT NOT NULL, mime TEXT NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL,
      stored_as TEXT NOT NULL, received_at TEXT NOT NULL);
  `);
  for (const [table, first] of [
    ['enquiries', firstEnquiryId],
    ['files', firstFileId],
  ] as const) {
    db.prepare(
      'INSERT INTO sqlite_sequence (name, seq) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)',
    ).run(table, first - 1, table);
  }
  const now = () => new Date().toISOString();

  return {
    addEnquiry(body: Record<string, unknown>): number {
      const { lastInsertRowid } = db
        .prepare('INSERT INTO enquiries (received_at, body) VALUES (?, ?)')
        .run(now(), JSON.stringify(body));
      return Number(lastInsertRowid);
    },
    hasEnquiry: (id: number) => db.prepare('SELECT 1 FROM enquiries WHERE id = ?').get(id) !== undefined,
    addFile(
      enquiryId: number,
      file: { name: string; postname: string; mime: string },
      bytes: Buffer,
    ): number {
      const storedAs = randomUUID();
      writeFileSync(join(files, `${storedAs}.part`), bytes);
      renameSync(join(files, `${storedAs}.part`), join(files, storedAs));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { lastInsertRowid } = db
        .prepare(
          'INSERT INTO files (enquiry_id, name, postname, mime, size, sha256, stored_as, received_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        )
        .run(enquiryId, file.name, file.postname, file.mime, bytes.length, sha256, storedAs, now());
      return Number(lastInsertRowid);
    },
    /** All enquiries with their files, newest first. */
    enquiries(): StoredEnquiry[] {
      const filesOf = db.prepare(
        'SELECT id, name, postname, mime, size, sha256, received_at FROM files WHERE enquiry_id = ? ORDER BY id',
      );
      const rows = db.prepare('SELECT id, received_at, body FROM enquiries ORDER BY id DESC').all();
      return rows.map(row => ({
        id: Number(row.id),
        received_at: String(row.received_at),
        body: JSON.parse(String(row.body)) as Record<string, unknown>,
        files: filesOf.all(row.id ?? null) as unknown as StoredFile[], // The columns named in the query.
      }));
    },
    file(id: number): { name: string; mime: string; bytes: Buffer } | undefined {
      const row = db.prepare('SELECT name, mime, stored_as FROM files WHERE id = ?').get(id);
      if (!row) return undefined;
      const bytes = readFileSync(join(files, String(row.stored_as)));
      return { name: String(row.name), mime: String(row.mime), bytes };
    },
    /** Empties the inbox. Ids are not used again. */
    clear(): void {
      const stored = db.prepare('SELECT stored_as FROM files').all();
      db.exec('BEGIN; DELETE FROM files; DELETE FROM enquiries; COMMIT');
      for (const row of stored) rmSync(join(files, String(row.stored_as)), { force: true });
    },
    close: () => db.close(),
  };
}
