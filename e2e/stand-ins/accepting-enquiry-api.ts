// An enquiry API that accepts every request and keeps nothing.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts the server. `requestCount` is the number of requests that it has read completely. */
export async function startAcceptingEnquiryApi() {
  const api = { url: '', requestCount: 0, stop: () => server.close() };
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      api.requestCount += 1;
      response.setHeader('content-type', 'application/json');
      response.end('{"code":201,"status":"Created enquiry","result":4711}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A string only if the server listens on a pipe.
  api.url = `http://127.0.0.1:${port}/rest/enquiries/v1`;
  return api;
}
