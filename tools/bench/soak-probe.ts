// Measures a running proxy from outside: its memory, its descriptors and threads, and the size of what it stores.
import type { ChildProcess } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { memoryMiB } from '../../e2e/processes/measure.ts';

/** What is measured, in bytes or as a number. Undefined: the store has none. */
export interface Measured {
  'resident memory': number;
  /** Without the young generation, which V8 lets grow to a limit that depends on the machine. */
  'old heap in use': number;
  'memory outside the heap': number;
  'open descriptors': number;
  threads: number;
  /** The data folder or the database, without what docs/benchmarks.md says that tombstones take. */
  'data, without tombstones': number;
  'files in the data folder': number | undefined;
}

interface Probed {
  child: ChildProcess;
  /** The address of the metrics port. */
  admin: string;
  dataFolder: string;
  databaseUrl: string | undefined;
}

/** The bytes of a tombstone, in the data folder and in PostgreSQL. */
const tombstoneBytes = { sqlite: 320, postgres: 510 };
/** The disk reserve is as large as it will be from the start, or has been used up, and a backup is written beside the
 * outbox before it is moved away. */
const isCounted = (path: string) => !/reserve|backup\.part/.test(path);

/** The sizes of the files in a folder. Leaves out those that are erased meanwhile. */
function fileSizes(folder: string): number[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCounted);
  return names.flatMap(name => {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return stats?.isFile() ? [stats.size] : [];
  });
}

export async function createProbe({ child, admin, dataFolder, databaseUrl }: Probed) {
  const client = databaseUrl === undefined ? undefined : new pg.Client(databaseUrl);
  await client?.connect();
  const sum = (values: number[]) => values.reduce((total, each) => total + each, 0);

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
      const sizes = client ? undefined : fileSizes(dataFolder);
      const rows = await client?.query('select pg_database_size(current_database()) as bytes');
      const stored = sizes ? sum(sizes) : Number(rows?.rows[0].bytes);
      const tombstones = read('accepted_total') - read('outbox_depth');
      return {
        'resident memory': memoryMiB(child, 'VmRSS') * 2 ** 20,
        'old heap in use':
          read('nodejs_heap_size_used_bytes') - read('nodejs_heap_space_size_used_bytes', 'space="new"'),
        'memory outside the heap': read('nodejs_external_memory_bytes'),
        'open descriptors': readdirSync(`/proc/${child.pid}/fd`).length,
        threads: Number(/Threads:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]),
        'data, without tombstones': stored - tombstones * tombstoneBytes[client ? 'postgres' : 'sqlite'],
        'files in the data folder': sizes?.length,
      };
    },
    end: async () => await client?.end(),
  };
}
