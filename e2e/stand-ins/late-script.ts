// A page of the proxy whose script arrives late.
import { setTimeout as pause } from 'node:timers/promises';
import { type LocalServer, startLocalServer } from '../processes/local-server.ts';
import { forwardRequest } from './forward-request.ts';

export interface LateScript extends LocalServer {
  /** The address of the script of the page that was requested last. */
  script: string;
  /** How long the part that takes over the form takes. Default: no time. */
  partMs: number;
}

/** Starts in front of the proxy at `target`. Pages come without their script: the test adds it. */
export async function startLateScript(target: string): Promise<LateScript> {
  const server = await startLocalServer(async (request, response) => {
    const { url = '' } = request;
    if (request.method !== 'GET' || !url.startsWith('/forms/')) {
      if (url.includes('/takeover-')) await pause(late.partMs);
      return forwardRequest(target, request, response);
    }
    const page = await fetch(target + url);
    const html = await page.text();
    late.script = /<script type="module" src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    for (const name of ['content-type', 'content-security-policy', 'cache-control'])
      response.setHeader(name, page.headers.get(name) ?? '');
    response.end(html.replace(/<script .*?<\/script>/, ''));
  });
  const late: LateScript = { ...server, script: '', partMs: 0 };
  return late;
}
