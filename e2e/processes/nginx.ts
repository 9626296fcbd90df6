// nginx in front of the enquiry API: a gateway that can be interrupted, or the least that a web server could do.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../demo/processes.ts';

const program = '/usr/sbin/nginx';

export const isNginxInstalled = () => existsSync(program);

interface NginxOptions {
  /** Directives for the location that forwards the requests. Default: none. */
  directives?: string;
  /** nginx responds to more requests with 503. Default: no limit. */
  requestsPerSecond?: number | undefined;
}

/** A running nginx, which can be stopped and started again on its port. */
export interface Nginx {
  url: string;
  readonly child: ChildProcess;
  /** Resolves when nginx listens. */
  start(): Promise<void>;
  /** Stops nginx: with the requests in progress, or with `SIGQUIT` after them. */
  stop(signal?: 'SIGTERM' | 'SIGQUIT'): Promise<void>;
}

/** Starts nginx with one worker process, which forwards every request to the origin `upstream`. It writes into `folder`,
 * which it creates. */
export async function startNginx(
  folder: string,
  upstream: string,
  { directives = '', requestsPerSecond }: NginxOptions = {},
): Promise<Nginx> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort(0);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  );
  const zone = `limit_req_zone $server_name zone=all:1m rate=${requestsPerSecond}r/s;`;
  const limit = `limit_req zone=all burst=${Math.ceil((requestsPerSecond ?? 0) / 3)} nodelay;`;
  const isLimited = requestsPerSecond !== undefined;
  // As root, nginx would switch to a user who can't write here. Only root may use this directive.
  const asRoot = process.getuid?.() === 0 ? 'user root; ' : '';
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `${asRoot}daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr crit; events {}
http { access_log off; client_max_body_size 100m; ${folders.join(' ')} keepalive_requests 1000000; ${isLimited ? zone : ''}
upstream enquiry_api { server ${new URL(upstream).host}; keepalive 64; keepalive_requests 1000000; }
server { listen 127.0.0.1:${port}; location / { ${isLimited ? limit : ''} proxy_pass http://enquiry_api; ${directives} } } }`,
  );
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  const nginx: Nginx = {
    url,
    get child() {
      return child;
    },
    async start() {
      child = spawn(program, ['-c', config, '-e', 'stderr'], { stdio: 'ignore' });
      for (let isListening = false; !isListening; await pause(20)) {
        if (child.exitCode !== null) throw new Error(`nginx ended with exit code ${child.exitCode}`);
        isListening = await fetch(url).then(
          () => true,
          () => false, // Not listening yet.
        );
      }
    },
    async stop(signal = 'SIGTERM') {
      const ended = once(child, 'exit');
      child.kill(signal);
      if (child.exitCode === null && child.signalCode === null) await ended;
    },
  };
  await nginx.start();
  return nginx;
}
