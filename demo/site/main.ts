// Serves the demo site on an origin of its own, with the security policy of a careful site. CONFIG names the config file of
// a site owner, whose case types the pages then show.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOwnPages, type OwnConfig } from './own-pages.ts';

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 8082);
const proxy = process.env.PROXY_URL ?? 'http://127.0.0.1:8080';
const inbox = process.env.INBOX_URL ?? 'http://127.0.0.1:8081/inbox';

const config = process.env.CONFIG;
const ownPages = config
  ? createOwnPages(JSON.parse(readFileSync(config, 'utf8')) as OwnConfig, proxy, inbox) // The proxy has checked it.
  : undefined;

const styleSheets = ['/site.css', '/form-height.css', '/brands.css'];
const demoPages: Record<string, string> = {
  '/': 'index.html',
  '/house-move.html': 'house-move.html',
  '/employment.html': 'employment.html',
  '/looks.html': 'looks.html',
  '/brands.html': 'brands.html',
  '/arabic.html': 'arabic.html',
  '/steps.html': 'steps.html',
  '/tag.html': 'tag.html',
};
const policy = {
  'default-src': "'none'",
  'script-src': `'self' ${proxy}`,
  'connect-src': proxy,
  'style-src': "'self'",
  'img-src': "'self' data:",
  'require-trusted-types-for': "'script'",
  'trusted-types': "lit-html 'allow-duplicates'",
  'base-uri': "'none'",
  'form-action': `'self' ${proxy}`,
  'frame-ancestors': "'none'",
};

interface Page {
  html: string;
  policy: Partial<typeof policy>;
}

const server = createServer(async (request, response) => {
  const path = (request.url ?? '/').replace(/\?.*$/, '');
  const isStyleSheet = styleSheets.includes(path);
  const page = isStyleSheet ? { html: read(path.slice(1)), policy: {} } : await readPage(path);
  if (page === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Page not found.\n');
    return;
  }
  const directives = Object.entries({ ...policy, ...page.policy }).map(each => each.join(' '));
  response.writeHead(200, {
    'content-type': `text/${isStyleSheet ? 'css' : 'html'}; charset=utf-8`,
    'content-security-policy': directives.join('; '),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  });
  response.end(page.html);
});

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

async function readPage(path: string): Promise<Page | undefined> {
  if (ownPages) return Object.hasOwn(ownPages, path) ? { html: ownPages[path]!, policy: {} } : undefined;
  const file = Object.hasOwn(demoPages, path) ? demoPages[path] : undefined;
  if (file === undefined) return undefined;
  const html = read(file).replaceAll('{{PROXY}}', proxy).replaceAll('{{INBOX}}', inbox);
  const [placeholder, caseType] = /\{\{PRERENDERED (\S+)\}\}/.exec(html) ?? [];
  if (placeholder === undefined) return { html, policy: {} };
  const form = await prerender(`${proxy}/forms/${caseType}/prerendered`);
  return { html: html.replace(placeholder, () => form.html), policy: form.policy };
}

/** Gets a form for a page. Other sites do this when they are built; the demo's config may change at any time. */
async function prerender(address: string): Promise<Page> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const [, style] = /style-src (.*)/.exec(response.headers.get('enquiry-policy') ?? '') ?? [];
    return { html: await response.text(), policy: { 'style-src': `'self' ${style}` } };
  } catch (error) {
    // The page must be there even if the proxy isn't.
    console.error(`${address}: ${(error as Error).message}`);
    return { html: '<p>The form isn’t available right now. Please call us on 01632 960001.</p>', policy: {} };
  }
}

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
