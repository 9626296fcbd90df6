// For tests: a real PostgreSQL from Debian's packages, on a free loopback port, with its own folder.
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';

const packages = '/usr/lib/postgresql';

/** Returns the bin directory of the newest installed PostgreSQL. Throws when none is installed. */
function findPrograms(): string {
  try {
    const newest = readdirSync(packages).sort((a, b) => Number(b) - Number(a))[0];
    if (newest !== undefined) return join(packages, newest, 'bin');
  } catch {
    // The directory is missing when PostgreSQL isn't installed.
  }
  throw new Error(
    'The tests need a PostgreSQL server: apt-get install -y --no-install-recommends postgresql',
  );
}

/** Returns the `postgres` user of Debian's package when this process runs as root, because PostgreSQL and PgBouncer refuse
 * to run as root. */
export function findUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** Starts a server on a port, and on another one if that is in use. All are below the ephemeral range, so that no outgoing
 * connection takes one during a restart. Resolves with the port. */
export async function startOnPort(startOn: (port: number) => Promise<void>): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(10_000 * Math.random());
    try {
      await startOn(port);
      return port;
    } catch (error) {
      if (!/address already in use/i.test(String(error))) throw error;
    }
  }
}

/** Creates a cluster and starts it with these settings. `stop('immediate')` and `start()` are a crash and its recovery. */
export async function startPostgres(settings: Record<string, string> = {}) {
  const bin = findPrograms();
  const user = findUser();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const dataFolder = join(folder, 'data');
  const initdb = spawn(
    join(bin, 'initdb'),
    ['-D', dataFolder, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-sync'],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(initdb, 'exit');
  if (code !== 0) throw new Error(`initdb exited with ${code}`);
  const all = { listen_addresses: '127.0.0.1', lc_messages: 'C', ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let port = 0;
  let child: ChildProcessByStdio<null, null, Readable>;
  const server = {
    async start(on = port): Promise<void> {
      // The child has its own process group, so that Ctrl-C reaches only the test, which then stops it.
      child = spawn(join(bin, 'postgres'), ['-D', dataFolder, '-p', String(on), '-k', '', ...options], {
        ...user,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      let log = '';
      await new Promise<void>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', code => reject(new Error(`PostgreSQL exited with ${code}: ${log}`)));
        child.stderr.on('data', bytes => {
          if (log.length < 100_000) log += bytes;
          if (log.includes('database system is ready to accept connections')) resolve();
        });
      });
    },
    async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
      const ended = once(child, 'exit');
      child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended;
    },
    /** Creates an empty database and returns its URL. `options` are those of CREATE DATABASE. */
    async database(name: string, options = ''): Promise<string> {
      const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
      await client.connect();
      await client.query(`create database ${client.escapeIdentifier(name)} ${options}`);
      await client.end();
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
    async destroy(): Promise<void> {
      await server.stop('immediate');
      rmSync(folder, { recursive: true });
    },
  };
  port = await startOnPort(server.start);
  return server;
}
