// An enquiry API that accepts every request and keeps nothing.
import { startLocalServer } from '../processes/local-server.ts';

/** Starts the server. `requestCount` is the number of requests that it has read completely. */
export async function startAcceptingEnquiryApi() {
  const server = await startLocalServer((request, response) => {
    request.resume().once('end', () => {
      api.requestCount += 1;
      response.setHeader('content-type', 'application/json');
      response.end(`{"code":201,"status":"Created enquiry","result":${api.requestCount}}`);
    });
  });
  const api = { ...server, url: `${server.url}/rest/enquiries/v1`, requestCount: 0 };
  return api;
}
