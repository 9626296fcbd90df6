// nginx between the proxies and the stand-in enquiry API, which is reloaded, restarted and killed meanwhile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../demo/processes.ts';

const program = '/usr/sbin/nginx';

/** A gateway of the enquiry API. */
export interface Gateway {
  url: string;
  /** Reloads nginx, or stops it and starts it again, until `isOver` returns true. Resolves with how often. */
  interrupt(randomInteger: (min: number, limit: number) => number, isOver: () => boolean): Promise<number>;
  /** Stops nginx, with the requests in progress. */
  stop(): Promise<void>;
}

interface GatewayOptions {
  /** nginx writes into this folder. */
  folder: string;
  /** The origin of the server. */
  upstream: string;
}

/** Starts nginx in front of a server. Undefined if it isn't installed. */
export async function startGateway({ folder, upstream }: GatewayOptions): Promise<Gateway | undefined> {
  if (!existsSync(program)) return undefined;
  mkdirSync(folder);
  const port = await freePort(0);
  const config = join(folder, 'nginx.conf');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    config,
    // As root, nginx would switch to a user who can't write here. Only root may use this directive.
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; worker_processes 1; pid ${join(folder, 'pid')};
error_log stderr crit; events {}
http { access_log off; client_max_body_size 100m; ${folders.join(' ')}
limit_req_zone $server_name zone=all:1m rate=50r/s;
server { listen 127.0.0.1:${port}; location / { limit_req zone=all burst=17 nodelay; proxy_pass ${upstream}; } } }`,
  );
  const launch = () => spawn(program, ['-c', config, '-e', 'stderr'], { stdio: 'ignore' });
  let child = launch();
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    async interrupt(randomInteger, isOver) {
      let interruptions = 0;
      while (!isOver()) {
        await pause(randomInteger(500, 4_000));
        interruptions += 1;
        // SIGTERM ends requests in progress, and SIGQUIT lets them end.
        const signal = (['SIGHUP', 'SIGTERM', 'SIGQUIT'] as const)[randomInteger(0, 3)]!;
        if (signal === 'SIGHUP') {
          child.kill(signal);
          continue;
        }
        await end(signal);
        await pause(randomInteger(0, 2_000));
        child = launch();
      }
      return interruptions;
    },
    stop: () => end('SIGTERM'),
  };
}
