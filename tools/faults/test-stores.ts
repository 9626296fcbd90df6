import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { openSqlite, openSqliteBeside } from '../../proxy/database/sqlite.ts';
import { createOutbox, openFleetStore } from '../../proxy/outbox/outbox.ts';
import { openFolderSpool } from '../../proxy/spool/folder-spool.ts';
import type { SharedStores } from './interleavings.ts';

/** Provides empty stores for one interleaving after another. */
export interface TestStores {
  /** Empties the stores and returns them. */
  clear(): Promise<SharedStores>;
  close(): Promise<void>;
}

/** One machine: one proxy and the operator's command share a data folder. */
export function openFolderTestStores(): TestStores {
  let leave = async () => {};
  return {
    async clear() {
      await leave();
      const folder = mkdtempSync(join(tmpdir(), 'stage-'));
      const spoolFolder = join(folder, 'spool');
      const outbox = createOutbox(await openSqlite(folder, Date.now, 2 ** 16));
      const beside = createOutbox(await openSqliteBeside(folder, Date.now));
      const spool = await openFolderSpool(spoolFolder);
      leave = async () => {
        await Promise.all([outbox.close(), beside.close()]);
        rmSync(folder, { recursive: true });
        leave = async () => {};
      };
      const proxy = { outbox, spool, orphans: spool.orphans };
      return {
        one: proxy,
        two: proxy,
        operator: { ...proxy, outbox: beside },
        async ageEverything() {
          for (const name of readdirSync(spoolFolder)) utimesSync(join(spoolFolder, name), 0, 0);
        },
      };
    },
    close: () => leave(),
  };
}

/** A fleet: two proxies and the operator's command share a database. */
export async function openDatabaseTestStores(databaseUrl: string): Promise<TestStores> {
  const log = pino({ level: 'silent' });
  const [one, two, operator] = [
    await openFleetStore(databaseUrl, log),
    await openFleetStore(databaseUrl, log),
    await openFleetStore(databaseUrl, log),
  ];
  const admin = new pg.Client(databaseUrl);
  await admin.connect();
  return {
    async clear() {
      await admin.query('truncate deliveries, file_chunks, files_to_erase');
      const ageEverything = async () => void (await admin.query('update file_chunks set created_at = 0'));
      return { one, two, operator, ageEverything };
    },
    async close() {
      await admin.end();
      await Promise.all([one, two, operator].map(({ outbox }) => outbox.close()));
    },
  };
}
