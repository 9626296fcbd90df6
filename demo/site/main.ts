// Serves the demo site on an origin of its own, with the security policy of a careful site.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 8082);
const proxy = process.env.PROXY_URL ?? 'http://127.0.0.1:8080';
const inbox = process.env.INBOX_URL ?? 'http://127.0.0.1:8081/inbox';

const pages: Record<string, [file: string, type: string]> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/house-move.html': ['house-move.html', 'text/html; charset=utf-8'],
  '/looks.html': ['looks.html', 'text/html; charset=utf-8'],
  '/arabic.html': ['arabic.html', 'text/html; charset=utf-8'],
  '/steps.html': ['steps.html', 'text/html; charset=utf-8'],
  '/site.css': ['site.css', 'text/css; charset=utf-8'],
};
const policy = [
  "default-src 'none'",
  `script-src 'self' ${proxy}`,
  `connect-src ${proxy}`,
  "style-src 'self'",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html 'allow-duplicates'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const server = createServer((request, response) => {
  const path = (request.url ?? '/').replace(/\?.*$/, '');
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (!page) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Page not found.\n');
    return;
  }
  const [file, type] = page;
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
    .replaceAll('{{PROXY}}', proxy)
    .replaceAll('{{INBOX}}', inbox);
  response.writeHead(200, {
    'content-type': type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  });
  response.end(text);
});

server.on('error', (error: NodeJS.ErrnoException) => {
  // A configuration error.
  console.error(
    error.code === 'EADDRINUSE' ? `Port ${port} is in use; set PORT to another one.` : error.message,
  );
  process.exit(1);
});
server.listen(port, host, () => {
  const { port: listening } = server.address() as AddressInfo; // A string only for a pipe.
  console.log(`site listening on http://${host}:${listening}`);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
