// Measures a running proxy from outside: its memory, its descriptors and threads, and the size of what it stores.
import type { ChildProcess } from 'node:child_process';
import { globSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { memoryMiB } from '../../e2e/processes/measure.ts';

/** What is measured, in bytes or as a number. */
export interface Measured {
  'resident memory': number;
  /** Without the young generation, which V8 lets grow to a limit that depends on the machine. */
  'old heap in use': number;
  'memory outside the heap': number;
  'open descriptors': number;
  threads: number;
  /** The size of the data folder or the database, less what tombstones take according to docs/deploying.md. The files in
   * a database aren't included: PostgreSQL keeps their space when they are erased, and reuses it. */
  'data, without tombstones': number;
  /** The number of files in the data folder, or of attached files in the database. */
  'stored files': number;
}

interface Probed {
  child: ChildProcess;
  /** The address of the metrics port. */
  admin: string;
  dataFolder: string;
  databaseUrl: string | undefined;
}

/** The bytes of a tombstone with its indexes. They include unused space: SQLite doesn't fill a page again from which the
 * content of several deliveries was erased, and PostgreSQL leaves space behind when it updates a row. */
const tombstoneBytes = { sqlite: 850, postgres: 800 };
/** The disk reserve is as large as it will be from the start, or has been used up, and a backup is written beside the
 * outbox before it is moved away. */
const isCounted = (path: string) => !/reserve|backup\.part/.test(path);

const sum = (values: number[]) => values.reduce((total, each) => total + each, 0);

/** Measures the files in a folder. Leaves out those that are erased meanwhile. */
function folderSizes(folder: string) {
  const names = globSync('**', { cwd: folder, exclude: path => !isCounted(path) });
  const sizes = names.flatMap(name => {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return stats?.isFile() ? [stats.size] : [];
  });
  return { bytes: sum(sizes), files: sizes.length };
}

async function databaseSizes(client: pg.Client) {
  const { rows } = await client.query(`
    select pg_database_size(current_database()) - pg_total_relation_size('file_chunks') as bytes,
      (select count(distinct spool_file) from file_chunks) as files`);
  return { bytes: Number(rows[0].bytes), files: Number(rows[0].files) };
}

export async function createProbe({ child, admin, dataFolder, databaseUrl }: Probed) {
  const client = databaseUrl === undefined ? undefined : new pg.Client(databaseUrl);
  await client?.connect();

  return {
    async measure(): Promise<Measured> {
      const metrics = await (await fetch(`${admin}/metrics`)).text();
      /** The sum over all labels, or the value of those that are given. */
      const read = (name: string, labels = '.*') => {
        const lines = [
          ...metrics.matchAll(new RegExp(`^enquiry_proxy_${name}(?:\\{${labels}\\})? (\\S+)$`, 'gm')),
        ];
        return sum(lines.map(([, value]) => Number(value)));
      };
      const stored = client ? await databaseSizes(client) : folderSizes(dataFolder);
      const tombstones = read('ended_total', '.*end="delivered"');
      return {
        'resident memory': memoryMiB(child, 'VmRSS') * 2 ** 20,
        'old heap in use':
          read('nodejs_heap_size_used_bytes') - read('nodejs_heap_space_size_used_bytes', 'space="new"'),
        'memory outside the heap': read('nodejs_external_memory_bytes'),
        'open descriptors': readdirSync(`/proc/${child.pid}/fd`).length,
        threads: Number(/Threads:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]),
        'data, without tombstones':
          stored.bytes - tombstones * tombstoneBytes[client ? 'postgres' : 'sqlite'],
        'stored files': stored.files,
      };
    },
    end: async () => await client?.end(),
  };
}
