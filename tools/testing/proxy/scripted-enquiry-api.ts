// For tests: an enquiry API that sends scripted responses and records its requests.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RecordedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** The parsed JSON body. */
  body: Record<string, unknown>;
}
export type Respond = (response: ServerResponse, request: RecordedRequest) => void;

/** Responds with a status and a body: text, or an object as JSON. */
export function respond(status: number, body: unknown, headers: Record<string, string> = {}): Respond {
  return response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
export const respondCreated = (result: number): Respond =>
  respond(201, { code: 201, status: 'Created enquiry', result });
/** Gives each enquiry a number of its own. */
export const respondCreatedFrom = (first: number): Respond => {
  let next = first;
  return (response, request) => respondCreated(next++)(response, request);
};
export const respondMissingField = (field: string): Respond =>
  respond(400, { code: 400, status: `The parameter \`${field}\` is missing or empty`, result: false });

/** Starts the enquiry API on a free loopback port. Each request gets the next response of `script`; after the last
 * one, `otherwise`. Tests of the login, which have no forename, get `loginTest` instead, if it is set. */
export async function startScriptedEnquiryApi() {
  const requests: RecordedRequest[] = [];
  const script: Respond[] = [];
  const loginTests: RecordedRequest[] = [];
  const api = {
    requests,
    script,
    loginTests,
    loginTest: undefined as Respond | undefined,
    otherwise: respondCreatedFrom(4711),
    url: '',
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer(async (request, response) => {
    const received = await buffer(request).catch(() => undefined);
    if (!received) return; // The client has aborted the request.
    const body = JSON.parse(received.toString('utf8')) as RecordedRequest['body'];
    const recorded = { path: request.url ?? '', headers: request.headers, body };
    if (api.loginTest && body.forename === '') {
      loginTests.push(recorded);
      return api.loginTest(response, recorded);
    }
    requests.push(recorded);
    (script.shift() ?? api.otherwise)(response, recorded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/enquiries/v1`;
  return api;
}
