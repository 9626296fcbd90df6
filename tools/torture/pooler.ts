import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findUser, startOnPort } from '../testing/proxy/postgres.ts';

/** Starts PgBouncer in transaction mode in front of the database. The database's own default is not to sync commits, and
 * PostgreSQL syncs its log as rarely as possible, so that a crash loses what the proxy doesn't sync itself. */
export async function startPooler(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, pathname, username } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const admin = new pg.Client(databaseUrl);
  await admin.connect();
  await admin.query(`alter database ${admin.escapeIdentifier(name)} set synchronous_commit = off`);
  await admin.query("alter system set wal_writer_delay = '10s'");
  await admin.query('select pg_reload_conf()');
  await admin.end();

  const folder = mkdtempSync(join(tmpdir(), 'pooler-'));
  const user = findUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const config = join(folder, 'pgbouncer.ini');
  // By default, PgBouncer keeps its connections for an hour, with the settings that one of its clients has left there, and
  // waits for 15 seconds before it connects again to a database that was down.
  const writeConfig = (listenPort: number) =>
    writeFileSync(
      config,
      `[databases]
${name} = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
server_login_retry = 1
server_lifetime = 1
`,
    );
  let child: ReturnType<typeof spawn>;
  const listenPort = await startOnPort(async port => {
    writeConfig(port);
    child = spawn('/usr/sbin/pgbouncer', [config], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', code => reject(new Error(`PgBouncer exited with ${code}: ${log}`)));
      child.stderr!.on('data', bytes => {
        if (log.length < 100_000) log += bytes;
        if (log.includes('process up')) resolve();
      });
    });
  });
  return {
    url: `postgres://${username}@127.0.0.1:${listenPort}/${name}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
