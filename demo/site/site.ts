// The demo's site, on an origin of its own, with the security policy of a careful site: the pages of the fictional firm, or the
// forms of a site owner's config. Pages that follow a config file get its changes and errors as a stream of events.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type DemoEntry, drawDemoBar, drawSwitch } from './demo-bar.ts';
import { type Beginning, createOwnPages, type OwnConfig, startPage } from './own-pages.ts';

export interface SiteOptions {
  /** Default: 127.0.0.1. */
  host?: string;
  port: number;
  /** The address of the proxy, and that of the stand-in's inbox. */
  proxy: string;
  inbox: string;
  /** Whether the pages follow a config file. Default: false. */
  isLive?: boolean;
  /** Lets somebody begin a config of their own. Default: nobody can. */
  beginning?: Beginning;
}

/** Something in the config file to correct or to consider, as `check --json` says it. */
export interface Finding {
  status: 'warning' | 'failed';
  /** What is wrong, and what to write. */
  advice: string;
  /** Where it is, if it is in a line of the file. */
  line?: number;
  column?: number;
  /** The line, and the characters of it that this is about. */
  text?: string;
  mark?: { start: number; end: number };
}

/** What the pages show of the config file. */
export interface Shown {
  /** The path of the file. */
  file: string;
  /** Whether it is a site owner's, rather than that of the fictional firm. */
  isOwn: boolean;
  /** The last config that could be used. */
  config?: OwnConfig | undefined;
  /** Changes with each config. */
  version: number;
  findings: Finding[];
}

const assets: Record<string, string> = {
  '/site.css': 'text/css',
  '/form-height.css': 'text/css',
  '/brands.css': 'text/css',
  '/demo-bar.css': 'text/css',
  '/own.css': 'text/css',
  '/demo-menu.js': 'text/javascript',
  '/live.js': 'text/javascript',
  '/own.js': 'text/javascript',
};
const pages: DemoEntry[] = [
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
/** How often a stream says that it is alive, because a port that is forwarded may close an idle one. */
const keepAliveMs = 20_000;

interface Page {
  html: string;
  policy: Partial<Record<string, string>>;
}

/** Starts the site. Resolves with its address, and functions that show another state of the config and stop it. */
export async function startSite({ host = '127.0.0.1', port, proxy, inbox, isLive, beginning }: SiteOptions) {
  const policy = {
    'default-src': "'none'",
    'script-src': `'self' ${proxy}`,
    'connect-src': isLive ? `'self' ${proxy}` : proxy,
    'style-src': "'self'",
    'img-src': "'self' data:",
    'frame-src': isLive ? "'self'" : "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "lit-html 'allow-duplicates'",
    'base-uri': "'none'",
    'form-action': `'self' ${proxy}`,
    'frame-ancestors': "'none'",
  };
  let shown: Shown = { file: '', isOwn: false, version: 0, findings: [] };
  const startedAt = Date.now();
  const streams = new Set<ServerResponse>();
  /** Another start has other versions. */
  const versionOf = ({ version }: Shown) => `${startedAt}-${version}`;
  const toEvent = () => {
    const { file, config, findings } = shown;
    return `data: ${JSON.stringify({ version: versionOf(shown), file, isUsable: !!config, findings })}\n\n`;
  };
  const keepAlive = setInterval(() => {
    for (const stream of streams) stream.write(':\n\n');
  }, keepAliveMs);

  const server = createServer((request, response) => {
    respond(request, response).catch(error => {
      console.error(`${request.url}: ${error.message}`);
      response.destroy();
    });
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://site.invalid');
    const { pathname } = url;
    if (isLive && pathname === '/events' && isLocal(request)) return follow(response);
    if (isLive && request.method === 'POST') return await change(pathname, request, response);
    const asset = Object.hasOwn(assets, pathname) ? assets[pathname] : undefined;
    const page = asset ? { html: read(pathname.slice(1)), policy: {} } : await readPage(url);
    if (page === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Page not found.\n');
      return;
    }
    if (typeof page === 'string') {
      response.writeHead(302, { location: page, 'cache-control': 'no-store' }).end();
      return;
    }
    const directives = Object.entries({ ...policy, ...page.policy }).map(each => each.join(' '));
    response.writeHead(200, {
      'content-type': `${asset ?? 'text/html'}; charset=utf-8`,
      'content-security-policy': directives.join('; '),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    response.end(page.html);
  }

  /** Sends the state of the config, now and whenever it changes. */
  function follow(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no', // A web server that forwards the port mustn't wait for more.
    });
    response.write(`retry: 500\n${toEvent()}`);
    streams.add(response);
    response.once('close', () => streams.delete(response));
  }

  /** Sets a fault of the stand-in, or begins a config, for a form on one of the demo's own pages. */
  async function change(pathname: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin, host, referer = '/' } = request.headers;
    const refuse = (status: number, message: string) => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
    };
    if (!isLocal(request) || origin !== `http://${host}`) return refuse(403, 'Only the demo may do this.');
    const fields = new URLSearchParams(await text(request));
    const redirect = (location: string) =>
      void response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
    const preset = beginning?.presets.find(({ name }) => name === fields.get('preset'));
    if (pathname === '/fault') {
      const fault = fields.get('fault');
      await fetch(new URL('/faults', inbox), { method: 'PUT', body: JSON.stringify({ fault }) });
      return redirect(referer);
    }
    if (pathname !== '/start' || !beginning || !preset) return refuse(404, 'Page not found.');
    try {
      await beginning.begin(preset.name);
      return redirect('/');
    } catch (error) {
      return refuse(500, `${beginning.path} can’t be written: ${(error as Error).message}`);
    }
  }

  /** Reads a page, or the path to which this one leads. */
  async function readPage(url: URL): Promise<Page | string | undefined> {
    const bar = { inbox, live: isLive ? versionOf(shown) : undefined };
    if (shown.isOwn)
      return await createOwnPages({ config: shown.config, proxy, bar, prerender, readFault }).page(url);
    const { pathname, searchParams } = url;
    const entries = beginning ? [...pages, { path: '/start', label: 'Your own form' }] : pages;
    if (pathname === '/start' && beginning) return startPage(beginning, { ...bar, entries });
    if (!pages.some(({ path }) => path === pathname)) return undefined;
    const html = read(pathname === '/' ? 'index.html' : pathname.slice(1));
    const [placeholder = '', caseType] = /\{\{PRERENDERED (\S+)\}\}\n/.exec(html) ?? [];
    const isTagAlone = searchParams.has('tag');
    const form =
      caseType && !isTagAlone ? await prerender(`${proxy}/forms/${caseType}/prerendered`) : undefined;
    const controls = pathname === '/' && drawSwitch('Form', mainPageForms, form ? '/' : '/?tag');
    const drawn = drawDemoBar({ ...bar, entries, current: pathname, controls: controls || undefined });
    const tagAlone = / *<!-- tag -->\n(.*?) *<!-- \/tag -->\n/gs;
    return {
      html: html
        .replaceAll(tagAlone, form ? '' : '$1')
        .replace(placeholder, () => form?.html ?? '')
        .replace('{{BAR}}', () => drawn)
        .replaceAll('{{PROXY}}', proxy),
      policy: form?.policy ?? {},
    };
  }

  /** The fault that the stand-in simulates. */
  async function readFault(): Promise<string> {
    const response = await fetch(new URL('/faults', inbox)).catch(() => undefined); // It may be about to stop.
    const { fault = 'none' } = ((await response?.json()) ?? {}) as { fault?: string };
    return fault;
  }

  server.listen(port, host);
  await once(server, 'listening');
  const { port: listening } = server.address() as AddressInfo; // A string only for a pipe.
  return {
    url: `http://${host}:${listening}`,
    show(next: Shown): void {
      shown = next;
      for (const stream of streams) stream.write(toEvent());
    },
    async stop(): Promise<void> {
      clearInterval(keepAlive);
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Whether a request names this computer. Another site can make a browser send requests here under a name of its own, and
 * could then read the responses. */
const isLocal = ({ headers }: IncomingMessage) =>
  /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(headers.host ?? '');

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
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
