import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isAuthorised, type Login } from './authentication.ts';
import type { createFaults, Operation } from './faults.ts';
import { errors, isJsonType, largestBody, parseBody, serviceRoot, unauthorised } from './not-shown.ts';
import { createEnquiry, type Envelope, refuse, uploadFile } from './operations.ts';
import type { Store } from './store.ts';

/** One request to the service, for the inbox: `status` is `reset` when it got no answer. */
export interface Recorded {
  at: string;
  operation: string;
  status: number | 'reset';
  authorization_ok: boolean;
}

export interface Service {
  store: Store;
  faults: ReturnType<typeof createFaults>;
  login: Login;
  requests: Recorded[];
  /** Aborted when the stand-in stops: what is slow on purpose gives up. */
  stopping: AbortSignal;
}

const mostRecorded = 1_000;
const operations = { create: createEnquiry, upload: uploadFile };

/** Answers a request below the service root (section 4), or does what the fault says. */
export async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').slice(serviceRoot.length).replace(/\?.*$/, '');
  const operation = /^\/enquiries\/(create|upload)$/.exec(path)?.[1] as Operation | undefined; // By the expression.
  const hasLogin = isAuthorised(request.headers.authorization, service.login);
  const record = (status: number | 'reset') => {
    const at = new Date().toISOString();
    service.requests.push({ at, operation: operation ?? path, status, authorization_ok: hasLogin });
    if (service.requests.length > mostRecorded) service.requests.shift();
  };
  const answer = (status: number, body: object | string, headers: Record<string, string> = {}) => {
    record(status);
    const isHtml = typeof body === 'string';
    response.writeHead(status, { 'content-type': isHtml ? 'text/html' : 'application/json', ...headers });
    response.end(isHtml ? body : JSON.stringify(body));
  };
  const reset = () => {
    record('reset');
    request.socket.resetAndDestroy();
  };

  const bytes = await read(request);
  const fault = operation && request.method === 'POST' ? service.faults.hit(operation) : undefined;
  switch (fault?.fault) {
    case 'down':
      return answer(503, refuse({ code: 503, status: 'Service unavailable' }));
    case '401':
      return answer(401, unauthorised);
    case '400':
      return answer(400, refuse(errors.missing(fault.field)));
    case '500':
      return answer(500, '<h1>Internal Server Error</h1>');
    case 'redirect':
      return answer(302, '', { location: `${serviceRoot}/elsewhere` });
    case 'reset_before':
      return reset();
    case 'slow':
      await delay(fault.delay_ms, undefined, { signal: service.stopping });
  }
  const said = hasLogin ? handle(service.store, operation, request, bytes) : unauthorised;
  if (fault?.fault === 'reset') return reset();
  if (fault?.fault === 'garbage') return answer(201, '<!doctype html><title>Welcome</title>');
  answer(said.code, said);
}

/** What the service says to a request with a login. */
function handle(
  store: Store,
  operation: Operation | undefined,
  request: IncomingMessage,
  bytes: Buffer | undefined,
): Envelope {
  if (!operation) return refuse(errors.unknownPath);
  if (request.method !== 'POST') return refuse(errors.wrongMethod);
  if (!isJsonType(request.headers['content-type'])) return refuse(errors.notJsonType);
  if (!bytes) return refuse(errors.tooLarge);
  const body = parseBody(bytes);
  return body ? operations[operation](store, body) : refuse(errors.notJson);
}

/** The body; undefined when it is too large. All of it is read, as most services do. */
async function read(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes <= largestBody) pieces.push(piece);
  }
  return bytes > largestBody ? undefined : Buffer.concat(pieces);
}
