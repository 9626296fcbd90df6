// An enquiry API whose responses the test sends.
import { text } from 'node:stream/consumers';
import { startLocalServer } from '../processes/local-server.ts';
import { answerLoginTest, isLoginTest } from './accepting-enquiry-api.ts';

/** A request, and the function that responds to it. */
export interface ManualRequest {
  body: string;
  respond(code: number, result: number): void;
}

/** Starts the server. `requests` lists everything that it has received, in order, except tests of the login, which it
 * answers itself. */
export async function startManualEnquiryApi() {
  const requests: ManualRequest[] = [];
  const server = await startLocalServer(async (request, response) => {
    const body = await text(request);
    if (isLoginTest(body)) return answerLoginTest(response);
    requests.push({
      body,
      respond(code, result) {
        response.writeHead(code, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ code, status: 'As the test says', result }));
      },
    });
  });
  return { ...server, url: `${server.url}/rest/enquiries/v1`, requests };
}
