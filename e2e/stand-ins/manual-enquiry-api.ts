// An enquiry API whose responses the test sends.
import { text } from 'node:stream/consumers';
import { startLocalServer } from '../processes/local-server.ts';

/** A request, and the function that responds to it. */
export interface ManualRequest {
  body: string;
  respond(code: number, result: number): void;
}

/** Starts the server. `requests` lists everything that it has received, in order. */
export async function startManualEnquiryApi() {
  const requests: ManualRequest[] = [];
  const server = await startLocalServer(async (request, response) => {
    requests.push({
      body: await text(request),
      respond(code, result) {
        response.writeHead(code, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ code, status: 'As the test says', result }));
      },
    });
  });
  return { ...server, url: `${server.url}/rest/enquiries/v1`, requests };
}
