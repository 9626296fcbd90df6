import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { isAuthorised, type Login } from './authentication.ts';
import type { createFaults, FaultName, Operation } from './faults.ts';
import { createEnquiry, type Envelope, refuse, uploadFile } from './operations.ts';
import { errors, isJsonType, largestBody, parseBody, serviceRoot, unauthorised } from './spec-gaps.ts';
import type { Store } from './store.ts';

/** A request to the service, for the inbox. `status` is `reset` if there was no response. */
export interface RecordedRequest {
  at: string;
  operation: string;
  status: number | 'reset';
  authorization_ok: boolean;
}

export interface Service {
  store: Store;
  faults: ReturnType<typeof createFaults>;
  login: Login;
  requests: RecordedRequest[];
  /** Aborted when the stand-in stops, which ends delayed responses. */
  stopping: AbortSignal;
}

const notice = '<br />\n<b>Notice</b>: Undefined index: x in {closure}() on line <b>7</b><br />\n';
/** How a fault changes the JSON of a response. */
const changes: Partial<Record<FaultName, (json: string) => string | Buffer>> = {
  /** A byte order mark and a notice of PHP come before it. */
  notice: json => `\ufeff${notice}${json}`,
  /** A comment of a cache plugin comes after it. */
  comment: json => `${json}\n<!-- Page cached in 0.2 s -->\n`,
  /** It is compressed, although the request doesn't allow it. */
  gzip: json => gzipSync(json),
  /** The numbers are texts. */
  digits: json => json.replaceAll(/("(?:code|result)":)(\d+)/g, '$1"$2"'),
};

const maxRecorded = 1_000;
const operations = { create: createEnquiry, upload: uploadFile };

/** Responds to a request below the service root (section 4), or simulates the fault. */
export async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').slice(serviceRoot.length).replace(/\?.*$/, '');
  const operation = /^\/enquiries\/(create|upload)$/.exec(path)?.[1] as Operation | undefined; // The expression allows no other.
  const hasLogin = isAuthorised(request.headers.authorization, service.login);
  const record = (status: number | 'reset') => {
    const at = new Date().toISOString();
    service.requests.push({ at, operation: operation ?? path, status, authorization_ok: hasLogin });
    if (service.requests.length > maxRecorded) service.requests.shift();
  };
  const respond = (status: number, body: object | string, headers: Record<string, string> = {}) => {
    record(status);
    const isHtml = typeof body === 'string';
    const isCompressed = fault?.fault === 'gzip';
    response.writeHead(status, {
      'content-type': isHtml ? 'text/html' : 'application/json',
      ...(isCompressed && { 'content-encoding': 'gzip' }),
      ...headers,
    });
    const change = changes[fault?.fault ?? 'none'] ?? (json => json);
    response.end(isHtml ? body : change(JSON.stringify(body)));
  };
  const reset = () => {
    record('reset');
    request.socket.resetAndDestroy();
  };

  const bytes = await read(request);
  const fault = operation && request.method === 'POST' ? service.faults.hit(operation) : undefined;
  switch (fault?.fault) {
    case 'down':
      return respond(503, refuse({ code: 503, status: 'Service unavailable' }));
    case '401':
      return respond(401, unauthorised);
    case '400':
      return respond(400, refuse(errors.missing(fault.field)));
    case '500':
      return respond(500, '<h1>Internal Server Error</h1>');
    case 'redirect':
      return respond(302, '', { location: `${serviceRoot}/elsewhere` });
    case 'reset_before':
      return reset();
    case 'slow':
      await Promise.race([
        delay(fault.delay_ms, undefined, { signal: service.stopping }),
        service.faults.untilChanged(),
      ]);
  }
  const envelope = hasLogin ? handle(service.store, operation, request, bytes) : unauthorised;
  if (fault?.fault === 'reset') return reset();
  if (fault?.fault === 'garbage') return respond(201, '<!doctype html><title>Welcome</title>');
  respond(envelope.code, envelope);
}

/** The service's response to a request with a valid login. */
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

/** Reads the whole body, as most services do; undefined: it is too large. */
async function read(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes <= largestBody) pieces.push(piece);
  }
  return bytes > largestBody ? undefined : Buffer.concat(pieces);
}
