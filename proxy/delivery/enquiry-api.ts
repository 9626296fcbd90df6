import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import type { FileDescriptor } from '../outbox/deliveries.ts';
import type { FailureCause } from '../outbox/failure.ts';
import type { EnquiryApiSettings } from '../settings/settings.ts';
import { noteGarbage } from '../spool/spool.ts';
import { type ApiOperation, classifyResponse, type Outcome } from './api-outcome.ts';

/** A stage of a request took longer than `ms`. */
class TimedOut extends Error {
  readonly ms: number;
  constructor(ms: number) {
    super();
    this.ms = ms;
  }
}

/** A response is a small JSON object. Longer ones aren't read to their end. */
const maxResponseBytes = 65_536;
/** The same, decompressed. */
const maxOutputLength = 1_048_576;
/** By the name of the coding (RFC 9110, section 8.4.1). `unzip` recognises gzip and deflate. */
const decompressors = new Map([
  ...['gzip', 'x-gzip', 'deflate'].map(name => [name, promisify(unzip)] as const),
  ['br', promisify(brotliDecompress)],
]);
/** The rate below which an upload is aborted. */
const minUploadBytesPerSecond = 32_768;

export type EnquiryApi = ReturnType<typeof createEnquiryApi>;

/** Creates a client of the enquiry API's two operations (spec 4). Every failure of the enquiry API or the network is an
 * outcome. Basic authentication (spec 5), a connection for each request, no redirects. `onDate` is called with the `Date`
 * of each response, in milliseconds since 1970. */
export function createEnquiryApi(
  settings: EnquiryApiSettings,
  clock: () => number,
  onDate: (date: number) => void = () => {},
) {
  const { timeoutMs } = settings;
  const url = new URL(settings.url);
  let authorization = toBasic(settings);
  const connectMs = Math.min(timeoutMs, 10_000);
  const { Agent, request: open } = url.protocol === 'https:' ? https : http;
  // On a connection that is used again, a server that responds twice, or late, would give an enquiry another one's number,
  // and one that closes idle connections would make an outcome unknown. HTTP/1.1 has no way to recognise such a response
  // (RFC 9112, section 9.3.2).
  // If a host has IPv4 and IPv6 addresses, Node tries each for only 250 ms by default, which is too short on a slow network.
  const agent = new Agent({ keepAlive: false, autoSelectFamilyAttemptTimeout: 1_000 });

  async function send(operation: ApiOperation, { body, length, totalMs }: ApiRequest): Promise<Outcome> {
    const request = open(`${url}/enquiries/${operation}`, {
      agent,
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'content-length': length,
        accept: 'application/json',
        'user-agent': 'enquiry-form', // Some firewalls refuse requests without one.
        'accept-encoding': 'identity',
      },
    });
    const abortAfter = (ms: number) => setTimeout(() => request.destroy(new TimedOut(ms)), ms);
    const total = abortAfter(totalMs);
    const connecting = abortAfter(connectMs);
    let isConnected = false;
    request.once('socket', socket =>
      // Nothing of the request is sent before it is connected.
      socket.once(agent instanceof https.Agent ? 'secureConnect' : 'connect', () => {
        isConnected = true;
        clearTimeout(connecting);
        // The other end may be gone without a sign.
        request.setTimeout(timeoutMs, () => request.destroy(new TimedOut(timeoutMs)));
      }),
    );
    try {
      const response = await exchange(request, body);
      const { date, 'retry-after': retryAfter } = response.headers;
      if (date !== undefined) onDate(Date.parse(date));
      return classifyResponse(
        operation,
        {
          status: response.statusCode!, // A response has one.
          ...(retryAfter !== undefined && { retryAfter }),
          // The status is known, and the outcome depends on it, even if the body is too long or incomplete.
          body: await readBody(response).catch(() => undefined),
        },
        clock(),
      );
    } catch (error) {
      // The network or the enquiry API failed.
      return toOutcome(error, isConnected);
    } finally {
      clearTimeout(total);
      clearTimeout(connecting);
      request.destroy();
    }
  }

  return {
    /** Sends the text of a `CreateBody`. */
    create: (text: string) =>
      send('create', { body: text, length: Buffer.byteLength(text), totalMs: timeoutMs }),
    /** Rejects with the error of `content`, in which case the enquiry API has received only a part of the request. */
    async upload(postId: number, file: FileDescriptor, content: AsyncIterable<Buffer>, bytes: number) {
      let failed: { error: unknown } | undefined;
      async function* noteFailure() {
        try {
          yield* content;
        } catch (error) {
          failed = { error };
          throw error; // Aborts the request.
        }
      }
      const { body, length } = uploadBody(postId, file, noteFailure(), bytes);
      const totalMs = timeoutMs + Math.ceil((1_000 * length) / minUploadBytesPerSecond);
      try {
        const outcome = await send('upload', { body, length, totalMs });
        // Even a response that came early can't be about the file.
        if (failed) throw failed.error;
        return outcome;
      } finally {
        body.destroy();
      }
    },
    /** Sets the login of the requests that begin from now on. Returns whether it has changed. */
    setLogin(login: Login): boolean {
      const before = authorization;
      authorization = toBasic(login);
      return authorization !== before;
    },
    close: () => agent.destroy(),
  };
}

interface ApiRequest {
  body: string | Readable;
  /** The exact length of the body in bytes. */
  length: number;
  /** How long the request may take. */
  totalMs: number;
}

/** Sends a request's body. Resolves with the response, which may begin before all is sent. */
function exchange(request: ClientRequest, body: string | Readable): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays after the response, because nothing else handles errors then.
    request.on('error', reject);
    // There is no error when the response is a change of protocol.
    request.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    if (typeof body === 'string') request.end(body);
    else body.once('error', error => request.destroy(error)).pipe(request);
  });
}

/** Reads a body, which some servers compress although the request doesn't allow it. Rejects if it is too long. */
async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > maxResponseBytes) throw new Error('too long');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const decompress = decompressors.get(String(response.headers['content-encoding']).toLowerCase());
  // A body that isn't compressed, against what its header says, may still be readable.
  const text = await decompress?.(bytes, { maxOutputLength }).catch(() => bytes);
  return new TextDecoder().decode(text ?? bytes);
}

type Login = Pick<EnquiryApiSettings, 'username' | 'password'>;

const toBasic = ({ username, password }: Login) =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

function toOutcome(error: unknown, isConnected: boolean): Outcome {
  const says = 'unreachable';
  const failedFor = (afterTime: FailureCause, otherwise: FailureCause) => {
    if (error instanceof TimedOut)
      return { cause: afterTime, parameter: String(Math.round(error.ms / 100) / 10) };
    // Errors of sockets, TLS and the parser have a code.
    const { code, name } = error as NodeJS.ErrnoException;
    return { cause: otherwise, parameter: code ?? name };
  };
  if (!isConnected)
    return { kind: 'unavailable', failure: failedFor('connection_timeout', 'not_connected'), says };
  const failure = failedFor('response_timeout', 'no_response');
  return { kind: 'unknown', failure, says, hasSuccessStatus: false };
}

/** The number of bytes per encoding step: a multiple of three, because base64 encodes three bytes at a time, and small
 * enough for the text to stay in V8's young generation, where collecting it costs little. */
const stepBytes = 3 * 16_384;

/** The body of the enquiry API's upload (spec 2.3) as a stream of text, and its exact length in bytes. */
export function uploadBody(
  postId: number,
  file: FileDescriptor,
  content: AsyncIterable<Buffer>,
  bytes: number,
) {
  const head = `{"post_id":${JSON.stringify(String(postId))},"file":${JSON.stringify(file)},"contents":"`;
  const tail = '"}';
  return {
    length: Buffer.byteLength(head) + 4 * Math.ceil(bytes / 3) + tail.length,
    // Encodes one string ahead.
    body: Readable.from(wrap(head, base64(content), tail), { highWaterMark: 1 }),
  };
}

async function* wrap(head: string, encoded: AsyncIterable<string>, tail: string) {
  yield head;
  yield* encoded;
  yield tail;
}

/** Encodes a stream as base64 (RFC 4648 4). Doesn't use a chunk after requesting the next one. */
export async function* base64(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    noteGarbage(chunk.length);
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 3);
    for (let start = 0; start < whole; start += stepBytes) {
      yield bytes.toString('base64', start, Math.min(start + stepBytes, whole));
    }
    rest = Buffer.from(bytes.subarray(whole));
  }
  if (rest.length > 0) yield rest.toString('base64');
}
