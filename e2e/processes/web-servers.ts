// Runs Debian's web servers with the configurations in docs/deploying.md, each with its compression turned on.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../demo/processes.ts';

/** The address of the web server, as its folder and port. */
interface Place {
  folder: string;
  port: number;
}

interface WebServer {
  command: string;
  /** The words after the command. `config` is the path of the configuration. */
  words(config: string): string[];
  /** The whole configuration around the one that is documented. */
  complete(documented: string, place: Place): string;
}

const asRoot = process.getuid?.() === 0;
const modules = ['mpm_event', 'authz_core', 'ssl', 'proxy', 'proxy_http', 'reqtimeout', 'filter', 'deflate'];

/** The web servers by the languages of their blocks in the document. */
export const webServers: Record<'nginx' | 'apache' | 'caddy' | 'haproxy', WebServer> = {
  nginx: {
    command: '/usr/sbin/nginx',
    words: config => ['-c', config, '-e', 'stderr'],
    complete: (documented, { folder, port }) => `${asRoot ? 'user root;' : ''} daemon off; worker_processes 1;
pid ${folder}/pid; error_log stderr error; events {}
http {
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join('\n')}
access_log off; gzip on; gzip_types application/json;
${documented.replace('listen 443', `listen 127.0.0.1:${port}`)}
}`,
  },
  apache: {
    command: '/usr/sbin/apache2',
    words: config => ['-D', 'FOREGROUND', '-f', config],
    complete: (documented, { folder, port }) => `ServerRoot ${folder}
ServerName www.example.com
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
${asRoot ? 'User www-data\nGroup www-data' : ''}
${modules.map(name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
Listen 127.0.0.1:${port}
AddOutputFilterByType DEFLATE application/json
${documented.replace('*:443', `*:${port}`)}`,
  },
  caddy: {
    command: '/usr/bin/caddy',
    words: config => ['run', '--adapter', 'caddyfile', '--config', config],
    complete: (documented, { folder, port }) => `{
  admin off
  auto_https disable_redirects
  storage file_system ${folder}
}
${documented.replace('www.example.com {', `https://www.example.com:${port} {\n  bind 127.0.0.1\n  encode gzip\n  tls ${folder}/www.example.com.pem ${folder}/www.example.com.key`)}`,
  },
  haproxy: {
    command: '/usr/sbin/haproxy',
    words: config => ['-db', '-f', config],
    complete: (documented, { port }) =>
      `${documented.replace('bind :443', `bind 127.0.0.1:${port}`)}
  compression algo gzip
  compression type application/json
backend site
  http-request return status 404
`,
  },
};

/** The longest time that a web server may take to start and to see that the proxy is ready. */
const maxStartMs = 60_000;

/** A response, and its body. */
interface WebServerResponse {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Starts a web server for www.example.com in front of the proxy at this address. The folder has its certificate and
 * key in `www.example.com.pem`, and the key alone in `www.example.com.key`. */
export async function startWebServer(name: keyof typeof webServers, folder: string, proxy: string) {
  const { command, words, complete } = webServers[name];
  const port = await freePort(0);
  const document = readFileSync('docs/deploying.md', 'utf8');
  const [, documented = ''] = new RegExp(`^\`\`\`${name}\n(.*?)^\`\`\``, 'ms').exec(document) ?? [];
  const adapted = documented
    .replaceAll('127.0.0.1:8080', new URL(proxy).host)
    .replaceAll(/\/etc\/(ssl|haproxy)\//g, `${folder}/`);
  const config = join(folder, `${name}.conf`);
  writeFileSync(config, complete(adapted, { folder, port }));
  const env = { PATH: process.env.PATH, HOME: folder };
  const child = spawn(command, words(config), { stdio: ['ignore', 'inherit', 'pipe'], env });
  let errors = '';
  child.stderr.on('data', chunk => {
    errors += String(chunk);
  });
  const ended = once(child, 'exit');

  /** Requests a path from the web server, without checking its certificate. */
  async function send(
    path: string,
    headers: Record<string, string> = {},
    body?: string | Uint8Array,
  ): Promise<WebServerResponse> {
    const sent = request({
      ...{ host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST', agent: false },
      ...{ servername: 'www.example.com', rejectUnauthorized: false },
      headers: { host: 'www.example.com', ...headers },
    });
    sent.end(body);
    const [response] = await once(sent, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  }

  const waitUntilMs = performance.now() + maxStartMs;
  for (let isReady = false; !isReady; await pause(20)) {
    if (child.exitCode !== null || performance.now() > waitUntilMs) {
      child.kill('SIGTERM');
      throw new Error(`${name} doesn't forward requests: ${errors}`);
    }
    isReady = await send('/forms/health/ready').then(
      ({ status }) => status === 200,
      () => false, // Not listening yet.
    );
  }
  return {
    send,
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
