// A site with several pages. The address of a page may have any query; its path selects the page.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Site {
  /** The site's origin. */
  url: string;
  /** Serves a page at this path from now on. */
  serve(path: string, html: string, headers?: Record<string, string>): void;
  stop(): Promise<void>;
}

/** Starts a site without pages. */
export async function startSite(): Promise<Site> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const page = pages.get((request.url ?? '').replace(/\?.*/s, ''));
    response.writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      ...page?.headers,
    });
    response.end(page?.html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (path, html, headers = {}) => void pages.set(path, { html, headers }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
