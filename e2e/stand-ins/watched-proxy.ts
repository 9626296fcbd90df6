// Sees what browsers send to the proxy, and can keep files from them.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface WatchedProxy {
  url: string;
  /** The requests with an enquiry, in order. */
  enquiries: { key: string; authorization: string; body: string }[];
  /** Paths that get no response; at first, none. */
  blocked: RegExp | undefined;
  stop(): Promise<void>;
}

/** Starts it in front of the proxy at `target`. */
export async function startWatchedProxy(target: string): Promise<WatchedProxy> {
  const server = createServer(async (request, response) => {
    const { method, headers, url = '' } = request;
    if (watched.blocked?.test(url)) return request.destroy();
    const body = await text(request);
    if (method === 'POST' && url === '/enquiries') {
      const { authorization = '', 'idempotency-key': key } = headers;
      watched.enquiries.push({ key: String(key), authorization, body });
    }
    forward(request, response, body);
  });

  function forward({ method, headers, url }: IncomingMessage, response: ServerResponse, body: string): void {
    const forwarded = send(target + url, { method, headers }, from => {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    forwarded.end(body);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const watched: WatchedProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    enquiries: [],
    blocked: undefined,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return watched;
}
