import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Login } from './authentication.ts';
import { createFaults } from './faults.ts';
import { serveInbox } from './inbox.ts';
import { type Service, serve } from './service.ts';
import { serviceRoot } from './spec-gaps.ts';
import { openStore } from './store.ts';

/** Starts the stand-in. Resolves with its address and a function that stops it. */
export async function startEnquiryApi({
  host,
  port,
  folder,
  login,
}: {
  host: string;
  port: number;
  folder: string;
  login: Login;
}) {
  const stopping = new AbortController();
  const service: Service = {
    store: openStore(folder),
    faults: createFaults(),
    login,
    requests: [],
    stopping: stopping.signal,
  };
  const server = createServer(async (request, response) => {
    try {
      const isService = (request.url ?? '').startsWith(`${serviceRoot}/`);
      await (isService ? serve : serveInbox)(service, request, response);
    } catch (error) {
      // After an aborted request or during a stop, nobody waits for a response. Anything else is a bug.
      if (!request.complete || stopping.signal.aborted) return void response.destroy();
      console.error(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo; // A string only for a pipe.
  return {
    url: `http://${host}:${address.port}`,
    async stop(): Promise<void> {
      stopping.abort();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      service.store.close();
    },
  };
}
