// An enquiry API whose responses the test sends.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that waits for its response. */
export interface Held {
  body: string;
  answer(code: number, result: number): void;
}

export async function startManualEnquiryApi() {
  const held: Held[] = [];
  const server = createServer(async (request, response) => {
    held.push({
      body: await text(request),
      answer(code, result) {
        response.writeHead(code, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ code, status: 'As the test says', result }));
      },
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A string only for a pipe.
  return {
    url: `http://127.0.0.1:${port}/rest/enquiries/v1`,
    held,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
