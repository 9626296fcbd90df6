import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** The origin, such as `http://127.0.0.1:4711`. */
  url: string;
  /** Closes all connections. Resolves when the server is closed. */
  stop(): Promise<void>;
}

/** Starts an HTTP server on a free port of this machine. */
export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A string only if the server listens on a pipe.
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
