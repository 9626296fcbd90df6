import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { createApp } from './app.ts';

/** What an upload may take, from the first byte of the request to its last: the largest on a weak line, that keeps to
 * the rate. Less than after which a fleet takes an unfinished file for left behind. */
const requestTimeoutMs = 3_000_000;
/** How much of a refused upload is read on, and for how long: whoever still sends while the socket closes, a browser
 * or a web server before us, would lose the answer. */
const drain = { bytes: 67_108_864, ms: 30_000 };

/** A server of the app's, not listening yet. It answers what is refused early so that it can be read. */
export function createServer(app: Pick<ReturnType<typeof createApp>, 'fetch'>): Server {
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    autoCleanupIncoming: false, // It drains for half a second alone.
    serverOptions: { requestTimeout: requestTimeoutMs, headersTimeout: 30_000 },
  }) as Server; // Without `createServer` it makes a plain one.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!response.shouldKeepAlive) closeInStages(request);
    response.once('finish', () => {
      if (!request.complete) drainOf(request);
    });
  });
  // Whoever waits for our word before the body gets it when the body is read: see `bodyOf`.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  return server;
}

/** After an answer that ends the connection Node closes all of it. Whoever still sends would be reset, so only our
 * half is closed until the rest has been read (RFC 9112 9.6). */
function closeInStages(request: IncomingMessage): void {
  const { socket } = request;
  const { destroySoon } = socket;
  socket.destroySoon = () => {
    if (request.complete) return destroySoon.call(socket);
    request.once('end', () => socket.destroy());
    socket.end();
  };
}

function drainOf(request: IncomingMessage): void {
  let bytes = 0;
  const end = () => request.socket.destroy();
  const late = setTimeout(end, drain.ms);
  request.once('close', () => clearTimeout(late));
  request.once('end', () => clearTimeout(late));
  request.on('error', () => {}); // It broke off, and nobody waits for the rest.
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > drain.bytes) end();
  });
  request.resume();
}
