import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { AppEnvironment } from '../http/context.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** The longest upload: the largest file at the lowest rate. Must be shorter than the age at which a fleet erases
 * unfinished files. */
const requestTimeoutMs = 3_000_000;
const headersTimeoutMs = 30_000;
/** Longer than web servers keep idle connections (Caddy: 120 s). A request that a web server sends while the proxy closes the
 * connection would fail. */
const idleTimeoutMs = 125_000;
/** How often Node looks for connections that have exceeded a timeout. With its default of 30 s, the timeout for headers
 * could take twice as long. */
const timeoutCheckMs = 1_000;
/** Limits for reading the rest of a refused upload. */
const drainLimit = { bytes: 67_108_864, ms: 30_000 };

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

const usualMaxConnections = 10_000;
/** Limits for the connections of a server. */
export interface ConnectionLimits {
  /** Further connections are closed at once, so that a flood doesn't use up the process's memory and file descriptors.
   * Default: 10,000, of which each takes about 15 kB while it's idle. */
  maxConnections?: number;
  /** How long a client may take to send the headers of its request. Default: 30 s. */
  headersTimeoutMs?: number;
  /** Called for each connection that was closed because there were too many. */
  onDropped?: () => void;
}

/** Creates an HTTP server that doesn't listen yet. A client or web server that is still sending when its request is
 * refused gets to read the response: the rest of the body is read first, because closing the socket would discard the
 * response. */
export function createServer({ fetch }: { fetch: Fetch }, limits: ConnectionLimits): Server {
  const server = createAdaptorServer({
    fetch: (request, bindings) =>
      isHostWrong(bindings.incoming)
        ? new Response(null, { status: 400 }) // RFC 9112, section 3.2
        : fetch(request, bindings),
    hostname: 'localhost', // For HTTP/1.0 without Host, as health checks of HAProxy.
    autoCleanupIncoming: false, // Node's server adapter would stop reading after half a second.
    serverOptions: {
      requestTimeout: requestTimeoutMs,
      headersTimeout: limits.headersTimeoutMs ?? headersTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: timeoutCheckMs,
    },
  }) as Server; // It is an HTTP/1 server unless the `createServer` option is set.
  server.maxConnections = limits.maxConnections ?? usualMaxConnections;
  server.on('drop', () => limits.onDropped?.());
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!response.shouldKeepAlive) delayClosing(request);
    response.once('finish', () => {
      if (!request.complete) drain(request);
    });
  });
  return server;
}

/** Whether the host of a request contradicts its target. A target in absolute form takes precedence over `Host` (RFC 9112, section
 * 3.2.2), but web servers and caches decide by `Host`: a response with the other address in it could reach visitors. */
function isHostWrong({ headers: { host }, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): boolean {
  if (!/^https?:/.test(url)) return false;
  const target = new URL(url);
  return URL.parse(`${target.protocol}//${host}`)?.host !== target.host;
}

/** Keeps our side of the connection readable after the last response. Node would close both, which resets the
 * connection of a client that is still sending (RFC 9112, section 9.6). */
function delayClosing(request: IncomingMessage): void {
  const { socket } = request;
  const { destroySoon } = socket;
  socket.destroySoon = () => {
    if (request.complete) return destroySoon.call(socket);
    request.once('end', () => socket.destroy());
    socket.end();
  };
}

function drain(request: IncomingMessage): void {
  let bytes = 0;
  const destroy = () => request.socket.destroy();
  const timeout = setTimeout(destroy, drainLimit.ms);
  request.once('close', () => clearTimeout(timeout));
  request.once('end', () => clearTimeout(timeout));
  request.on('error', () => {}); // The client disconnected, and the response has already been sent.
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > drainLimit.bytes) destroy();
  });
  request.resume();
}

/** Serves the app. Rejects when the address is in use or not available. */
export async function listen(
  app: Pick<Hono<AppEnvironment>, 'fetch'>,
  { host, port, ...limits }: { host: string; port: number } & ConnectionLimits,
) {
  const inProgress = new Set<Promise<unknown>>();
  const server = createServer(
    {
      fetch(...parameters) {
        const response = (async () => app.fetch(...parameters))();
        inProgress.add(response);
        const ended = () => inProgress.delete(response);
        response.then(ended, ended);
        return response;
      },
    },
    limits,
  );
  server.listen(port, host);
  await once(server, 'listening');
  return {
    address: server.address() as AddressInfo, // A string only for a pipe.
    /** Accepts no new connections and resolves when all requests have ended. Those in progress may take `graceMs`, and
     * are then aborted. */
    async stop(graceMs: number): Promise<void> {
      // Otherwise a client that keeps using its connection would keep the server open.
      server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
        response.shouldKeepAlive = false;
      });
      const closed = new Promise(resolve => server.close(resolve));
      server.closeIdleConnections();
      const timeout = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timeout);
      await Promise.allSettled(inProgress); // Aborted requests still clean up.
    },
  };
}

/** Serves `GET /metrics` and the desk on a separate port, because neither may be public. */
export async function startAdminServer(
  { host, port }: { host: string; port: number },
  { metrics, desk }: { metrics: Pick<Metrics, 'text'>; desk: { fetch: Fetch } },
) {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
  const respond = () =>
    metrics.text().then(
      text => new Response(text, { headers }),
      // The database is unavailable. Prometheus reports the failed scrape.
      () => new Response(null, { status: 503 }),
    );
  const server = createAdaptorServer({
    fetch: (request, bindings) =>
      request.method === 'GET' && bindings.incoming.url === '/metrics'
        ? respond()
        : desk.fetch(request, bindings),
  }) as Server; // As above.
  server.listen(port, host);
  await once(server, 'listening');
  return {
    address: server.address() as AddressInfo, // A string only for a pipe.
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
