// A site with several pages. The address of a page may have any query; its path selects the page.
import { type LocalServer, startLocalServer } from '../processes/local-server.ts';

export interface Site extends LocalServer {
  /** Serves a page at this path from now on. */
  serve(path: string, html: string, headers?: Record<string, string>): void;
}

/** Starts a site without pages. */
export async function startSite(): Promise<Site> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const server = await startLocalServer((request, response) => {
    const page = pages.get((request.url ?? '').replace(/\?.*/s, ''));
    response.writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      ...page?.headers,
    });
    response.end(page?.html);
  });
  return { ...server, serve: (path, html, headers = {}) => void pages.set(path, { html, headers }) };
}
