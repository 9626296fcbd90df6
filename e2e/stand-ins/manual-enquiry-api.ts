// An enquiry API whose responses the test sends.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request, and the function that responds to it. */
export interface ManualRequest {
  body: string;
  respond(code: number, result: number): void;
}

/** Starts the server. `requests` lists everything that it has received, in order. */
export async function startManualEnquiryApi() {
  const requests: ManualRequest[] = [];
  const server = createServer(async (request, response) => {
    requests.push({
      body: await text(request),
      respond(code, result) {
        response.writeHead(code, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ code, status: 'As the test says', result }));
      },
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A string only if the server listens on a pipe.
  return {
    url: `http://127.0.0.1:${port}/rest/enquiries/v1`,
    requests,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
