// Records the requests that browsers send to the proxy, and can block files.
import { text } from 'node:stream/consumers';
import { type LocalServer, startLocalServer } from '../processes/local-server.ts';
import { forwardRequest } from './forward-request.ts';

export interface WatchedProxy extends LocalServer {
  /** The requests with an enquiry, in order. */
  enquiries: { key: string; authorization: string; body: string }[];
  /** Paths that get no response. Default: none. */
  blocked: RegExp | undefined;
  /** Whether the first enquiry gets no response, so that it doesn't reach the proxy. Default: false. */
  isFirstHeld: boolean;
}

/** Starts in front of the proxy at `target`. */
export async function startWatchedProxy(target: string): Promise<WatchedProxy> {
  const server = await startLocalServer(async (request, response) => {
    const { method, headers, url = '' } = request;
    if (watched.blocked?.test(url)) return request.destroy();
    if (method !== 'POST' || url !== '/enquiries') return forwardRequest(target, request, response);
    const body = await text(request);
    const { authorization = '', 'idempotency-key': key } = headers;
    watched.enquiries.push({ key: String(key), authorization, body });
    if (watched.isFirstHeld && watched.enquiries.length === 1) return;
    forwardRequest(target, request, response, body);
  });
  const watched: WatchedProxy = { ...server, enquiries: [], blocked: undefined, isFirstHeld: false };
  return watched;
}
