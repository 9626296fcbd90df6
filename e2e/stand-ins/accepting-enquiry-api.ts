// An enquiry API that accepts every request except login tests, and keeps nothing.
import type { ServerResponse } from 'node:http';
import { startLocalServer } from '../processes/local-server.ts';

/** Whether a request that begins like this is a test of the login, which has no forename. */
export const isLoginTest = (start: string | Buffer) => start.includes('"forename":""');

/** Answers a test of the login whose login is right. */
export function answerLoginTest(response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end('{"code":400,"status":"Parameter `forename` is missing","result":false}');
}

/** Starts the server. `requestCount` is the number of requests that it has accepted. */
export async function startAcceptingEnquiryApi() {
  const server = await startLocalServer((request, response) => {
    let isTest = false;
    request
      .once('data', (start: Buffer) => {
        isTest = isLoginTest(start);
      })
      .once('end', () => {
        if (isTest) return answerLoginTest(response);
        api.requestCount += 1;
        response.setHeader('content-type', 'application/json');
        response.end(`{"code":201,"status":"Created enquiry","result":${api.requestCount}}`);
      });
    request.resume();
  });
  const api = { ...server, url: `${server.url}/rest/enquiries/v1`, requestCount: 0 };
  return api;
}
