import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isAuthorised, type Login } from './authentication.ts';
import type { createFaults, Operation } from './faults.ts';
import { errors, largestBody, serviceRoot, unauthorised } from './not-shown.ts';
import { createEnquiry, type Envelope, uploadFile } from './operations.ts';
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
}

const mostRecorded = 1_000;
const operations = { create: createEnquiry, upload: uploadFile };

/** Answers a request below the service root (section 4). */
export async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = (request.url ?? '').slice(serviceRoot.length).replace(/\?.*$/, '');
  const operation = /^\/enquiries\/(create|upload)$/.exec(name)?.[1] as Operation | undefined; // By the expression.
  const isKnown = isAuthorised(request.headers.authorization, service.login);
  const record = (status: number | 'reset') => {
    service.requests.push({
      at: new Date().toISOString(),
      operation: operation ?? name,
      status,
      authorization_ok: isKnown,
    });
    service.requests.splice(0, service.requests.length - mostRecorded);
  };
  const answer = (status: number, body: object | string, headers: Record<string, string> = {}) => {
    record(status);
    const isHtml = typeof body === 'string';
    response.writeHead(status, { 'content-type': isHtml ? 'text/html' : 'application/json', ...headers });
    response.end(isHtml ? body : JSON.stringify(body));
  };
  const refuse = ({ code, status }: { code: number; status: string }) =>
    answer(code, { code, status, result: false });
  const reset = () => {
    record('reset');
    request.socket.resetAndDestroy();
  };

  const text = await read(request);
  const fault = operation && service.faults.hit(operation);
  if (fault?.fault === 'down')
    return answer(503, { code: 503, status: 'Service unavailable', result: false });
  if (!isKnown || fault?.fault === '401') return answer(401, unauthorised);
  if (!operation) return refuse(errors.unknownPath);
  if (request.method !== 'POST') return refuse(errors.wrongMethod);
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return refuse(errors.notJsonType);
  if (text === undefined) return refuse(errors.tooLarge);
  const body = parse(text);
  if (!body) return refuse(errors.notJson);

  switch (fault?.fault) {
    case '400':
      return refuse(errors.missing(fault.field));
    case '500':
      return answer(500, '<h1>Internal Server Error</h1>');
    case 'redirect':
      return answer(302, '', { location: `${serviceRoot}/elsewhere` });
    case 'reset_before':
      return reset();
    case 'slow':
      await delay(fault.delay_ms, undefined, { ref: false });
  }
  const envelope: Envelope = operations[operation](service.store, body);
  if (fault?.fault === 'reset') return reset();
  if (fault?.fault === 'garbage') return answer(201, '<!doctype html><title>Welcome</title>');
  answer(envelope.code, envelope);
}

/** The body as text; undefined when it is too large. All of it is read, as most services do. */
async function read(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes <= largestBody) pieces.push(piece);
  }
  return bytes > largestBody ? undefined : Buffer.concat(pieces).toString('utf8');
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined; // The client's fault.
  }
}
