import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hono } from 'hono';
import type { AppEnvironment } from './context.ts';
import { type ConnectionLimits, createServer } from './server.ts';

export interface ListeningServer {
  address: AddressInfo;
  /** Accepts no new connections and resolves when all requests have ended. Those in progress may take `graceMs`, and
   * are then aborted. */
  stop(graceMs: number): Promise<void>;
}

/** Serves the app. Rejects when the address is in use or not available. */
export async function listen(
  app: Pick<Hono<AppEnvironment>, 'fetch'>,
  { host, port, ...limits }: { host: string; port: number } & ConnectionLimits,
): Promise<ListeningServer> {
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    address: server.address() as AddressInfo, // A string only for a pipe.
    async stop(graceMs) {
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
