// Runs nginx for benchmarks, as the least that a web server in front of the enquiry API could do.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../demo/processes.ts';

const path = '/usr/sbin/nginx';

/** Ends this process with a hint if nginx isn't installed. */
export function requireNginx(): void {
  if (existsSync(path)) return;
  console.error('The bench needs nginx: apt-get install -y --no-install-recommends nginx-light');
  process.exit(2);
}

/** Starts nginx with one worker process, which forwards every request to the origin `upstream`. It writes into
 * `folder`. `directives` are added to its location. */
export async function startNginx(folder: string, upstream: string, directives = '') {
  const port = await freePort(0);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  );
  // As root, nginx would switch to a user who can't write here. Only root may use this directive.
  const asRoot = process.getuid?.() === 0 ? 'user root; ' : '';
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `${asRoot}daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr error; events {}
http { access_log off; client_max_body_size 100m; ${folders.join(' ')} keepalive_requests 1000000;
upstream enquiry_api { server ${new URL(upstream).host}; keepalive 64; keepalive_requests 1000000; }
server { listen 127.0.0.1:${port}; location / { proxy_pass http://enquiry_api; ${directives} } } }`,
  );
  const child = spawn(path, ['-c', config, '-e', 'stderr'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let isListening = false; !isListening; await pause(20)) {
    if (child.exitCode !== null) throw new Error(`nginx ended with exit code ${child.exitCode}`);
    isListening = await fetch(url).then(
      () => true,
      () => false, // Not listening yet.
    );
  }
  return {
    url,
    child,
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
