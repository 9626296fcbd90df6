// A proxy of the previous release, in front of the real one: it refuses members that it doesn't know.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface OlderProxy {
  url: string;
  /** The bodies of the requests with an enquiry, in order. */
  enquiries: Record<string, unknown>[];
  stop(): Promise<void>;
}

/** Starts it in front of the proxy at `target`. It doesn't know these members of an enquiry. */
export async function startOlderProxy(target: string, unknownMembers: string[]): Promise<OlderProxy> {
  const enquiries: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const isEnquiry = request.method === 'POST' && request.url === '/enquiries';
    if (isEnquiry) void forwardEnquiry(request, response);
    else request.pipe(forward(request, response));
  });

  /** Forwards a request, whose body the caller writes. */
  function forward(request: IncomingMessage, response: ServerResponse, headers = request.headers) {
    const forwarded = send(target + request.url, { method: request.method, headers }, from => {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    return forwarded;
  }

  /** Renames the unknown members, so that the real proxy refuses them, and names them in its response. */
  async function forwardEnquiry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: Record<string, unknown> = JSON.parse(await text(request));
    enquiries.push(body);
    const renamed = Object.entries(body).map(([name, value]) => [
      unknownMembers.includes(name) ? `unknown-${name}` : name,
      value,
    ]);
    const { 'content-length': _, ...headers } = request.headers;
    const forwarded = send(target + request.url, { method: 'POST', headers }, async from => {
      const { 'content-length': __, ...fromHeaders } = from.headers;
      response.writeHead(from.statusCode ?? 502, fromHeaders);
      response.end((await text(from)).replaceAll('"unknown-', '"'));
    });
    forwarded.on('error', () => response.destroy());
    forwarded.end(JSON.stringify(Object.fromEntries(renamed)));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    enquiries,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
