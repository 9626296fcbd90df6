// An enquiry API that accepts every request except login tests, and keeps nothing.
import { startLocalServer } from '../processes/local-server.ts';

/** Starts the server. `requestCount` is the number of requests that it has accepted. */
export async function startAcceptingEnquiryApi() {
  const server = await startLocalServer((request, response) => {
    let isLoginTest = false;
    request
      .once('data', (start: Buffer) => {
        isLoginTest = start.includes('"forename":""');
      })
      .once('end', () => {
        response.setHeader('content-type', 'application/json');
        if (isLoginTest) {
          response
            .writeHead(400)
            .end('{"code":400,"status":"Parameter `forename` is missing","result":false}');
          return;
        }
        api.requestCount += 1;
        response.end(`{"code":201,"status":"Created enquiry","result":${api.requestCount}}`);
      });
    request.resume();
  });
  const api = { ...server, url: `${server.url}/rest/enquiries/v1`, requestCount: 0 };
  return api;
}
