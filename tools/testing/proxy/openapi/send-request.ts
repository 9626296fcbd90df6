// For tests: sends a request over a socket.
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ReceivedResponse } from './described-api.ts';

/** A request as it goes over the wire. */
export interface SentRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string | string[]>;
  /** Its bytes as Latin-1, so that a failing request can be read. */
  body: string;
  /** Sends the body without a declared length. */
  isChunked: boolean;
}

/** Sends the request on a connection of its own. */
export async function sendRequest(port: number, sent: SentRequest): Promise<ReceivedResponse> {
  const { method, path, headers, body, isChunked } = sent;
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedResponse>();
  const framing = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) };
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { ...(body !== '' && framing), ...headers },
    agent: false,
  });
  outgoing.on('response', response => {
    buffer(response).then(
      received => resolve({ status: response.statusCode!, headers: response.headers, body: received }),
      reject,
    );
  });
  outgoing.on('error', reject);
  // A client that expects 100 Continue may send the body without it (RFC 9110, section 10.1.1).
  outgoing.end(body, 'latin1');
  return promise;
}
