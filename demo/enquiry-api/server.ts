import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Login } from './authentication.ts';
import { createFaults } from './faults.ts';
import { serveInbox } from './inbox.ts';
import { serviceRoot } from './not-shown.ts';
import { type Service, serve } from './service.ts';
import { openStore } from './store.ts';

/** Starts the stand-in; resolves with its address and the way to stop it. */
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
  const service: Service = { store: openStore(folder), faults: createFaults(), login, requests: [] };
  const server = createServer(async (request, response) => {
    try {
      const isService = (request.url ?? '').startsWith(`${serviceRoot}/`);
      await (isService ? serve : serveInbox)(service, request, response);
    } catch (error) {
      // The client broke off, or a bug: there is nobody to answer, or nothing to say.
      if (!request.destroyed) console.error(error);
      response.destroy();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo; // A string only for a pipe.
  return {
    url: `http://${host}:${address.port}`,
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      service.store.close();
    },
  };
}
