// For tests: a real PostgreSQL from Debian's packages, on a free port of loopback, with its own folder.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const packages = '/usr/lib/postgresql';

/** The folder of the newest server's programs. Throws when none is installed. */
function findPrograms(): string {
  try {
    const newest = readdirSync(packages).sort((a, b) => Number(b) - Number(a))[0];
    if (newest !== undefined) return join(packages, newest, 'bin');
  } catch {
    // None is installed.
  }
  throw new Error(
    'The tests need a PostgreSQL server: apt-get install -y --no-install-recommends postgresql',
  );
}

/** The user that Debian's package adds, when this process runs as root: PostgreSQL refuses that. */
function findUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Creates a cluster and starts it. `stop('immediate')` and `start()` are a crash and its recovery. */
export async function startPostgres() {
  const bin = findPrograms();
  const user = findUser();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const port = await freePort();
  const dataFolder = join(folder, 'data');
  const run = async (program: string, ...parameters: string[]) => {
    // The output is ignored: the server, which keeps running, would hold a pipe open.
    const child = spawn(join(bin, program), parameters, { ...user, cwd: folder, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${program} ended with ${code}`);
  };
  await run('initdb', '-D', dataFolder, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-sync');
  const options = `-c listen_addresses=127.0.0.1 -p ${port} -k "" -c max_connections=100`;
  const server = {
    start: () => run('pg_ctl', '-D', dataFolder, '-w', '-l', join(folder, 'log'), '-o', options, 'start'),
    stop: (mode: 'fast' | 'immediate' = 'fast') => run('pg_ctl', '-D', dataFolder, '-w', '-m', mode, 'stop'),
    /** A new, empty database. */
    async database(name: string): Promise<string> {
      const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
      await client.connect();
      await client.query(`create database ${client.escapeIdentifier(name)}`);
      await client.end();
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
    async destroy(): Promise<void> {
      await server.stop('immediate');
      rmSync(folder, { recursive: true });
    },
  };
  await server.start();
  return server;
}
