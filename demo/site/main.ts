// Serves the demo site on an origin of its own, with the security policy of a careful site. CONFIG names the config file of
// a site owner, whose case types the pages then show.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DemoEntry, drawDemoBar, drawSwitch } from './demo-bar.ts';
import { createOwnPages, type OwnConfig } from './own-pages.ts';

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 8082);
const proxy = process.env.PROXY_URL ?? 'http://127.0.0.1:8080';
const inbox = process.env.INBOX_URL ?? 'http://127.0.0.1:8081/inbox';

const config = process.env.CONFIG;
const ownPages = config
  ? createOwnPages(JSON.parse(readFileSync(config, 'utf8')) as OwnConfig, proxy, inbox) // The proxy has checked it.
  : undefined;

const assets: Record<string, string> = {
  '/site.css': 'text/css',
  '/form-height.css': 'text/css',
  '/brands.css': 'text/css',
  '/demo-bar.css': 'text/css',
  '/demo-bar.js': 'text/javascript',
};
const entries: DemoEntry[] = [
  { path: '/', label: 'Injury' },
  { path: '/house-move.html', label: 'Moving house' },
  { path: '/employment.html', label: 'Work' },
  { path: '/steps.html', label: 'Step by step' },
  { path: '/looks.html', label: 'Three looks' },
  { path: '/brands.html', label: 'Three brands' },
  { path: '/arabic.html', label: 'العربية', lang: 'ar' },
];
/** How the form comes into the main page. */
const mainPageForms: DemoEntry[] = [
  { path: '/', label: 'In its HTML' },
  { path: '/?tag', label: 'By the tag' },
];
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
  const [path = '/', query] = (request.url ?? '/').split('?');
  const asset = Object.hasOwn(assets, path) ? assets[path] : undefined;
  const page = asset
    ? { html: read(path.slice(1)), policy: {} }
    : await readPage(path, new URLSearchParams(query).has('tag'));
  if (page === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Page not found.\n');
    return;
  }
  const directives = Object.entries({ ...policy, ...page.policy }).map(each => each.join(' '));
  response.writeHead(200, {
    'content-type': `${asset ?? 'text/html'}; charset=utf-8`,
    'content-security-policy': directives.join('; '),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  });
  response.end(page.html);
});

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/** Reads a page. `isTagAlone`: its form comes by the tag, although it could be prerendered. */
async function readPage(path: string, isTagAlone: boolean): Promise<Page | undefined> {
  if (ownPages) return Object.hasOwn(ownPages, path) ? { html: ownPages[path]!, policy: {} } : undefined;
  if (!entries.some(entry => entry.path === path)) return undefined;
  const html = read(path === '/' ? 'index.html' : path.slice(1));
  const [placeholder = '', caseType] = /\{\{PRERENDERED (\S+)\}\}\n/.exec(html) ?? [];
  const form =
    caseType && !isTagAlone ? await prerender(`${proxy}/forms/${caseType}/prerendered`) : undefined;
  const shown = path === '/' && drawSwitch('Form', mainPageForms, form ? '/' : '/?tag');
  const bar = drawDemoBar({ entries, current: path, inbox, controls: shown || undefined });
  const tagAlone = / *<!-- tag -->\n(.*?) *<!-- \/tag -->\n/gs;
  return {
    html: html
      .replaceAll(tagAlone, form ? '' : '$1')
      .replace(placeholder, () => form?.html ?? '')
      .replace('{{BAR}}', () => bar)
      .replaceAll('{{PROXY}}', proxy),
    policy: form?.policy ?? {},
  };
}

/** Gets a form for a page. Other sites do this when they are built; the demo's config may change at any time. Undefined: the
 * proxy isn't there, and the page must be. */
async function prerender(address: string): Promise<Page | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const [, style] = /style-src (.*)/.exec(response.headers.get('enquiry-policy') ?? '') ?? [];
    return { html: await response.text(), policy: { 'style-src': `'self' ${style}` } };
  } catch (error) {
    console.error(`${address}: ${(error as Error).message}`);
    return undefined;
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
