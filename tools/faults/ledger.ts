import { createHash, randomUUID } from 'node:crypto';
import type { Receipt } from '../../proxy/contract/enquiry.ts';
import { createSigner } from '../../proxy/enquiry/identifiers.ts';
import { type SimulatedProxy, secret } from './simulated-proxy.ts';

/** A visitor's request with all its responses. Repeated requests are recorded as one request. */
export interface SentRequest {
  key: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
  /** Identifies an enquiry, because it is unique; undefined for a file. */
  forename?: string;
  /** Whether the request must never be delivered. Default: no. */
  isTest?: boolean;
  /** Whether the request must not be delivered before its release. Default: no. */
  isSuspect?: boolean;
  /** Identifies a file's content; undefined for an enquiry. */
  sha256?: string;
  /** The enquiry that a file is attached to; undefined for an enquiry. */
  reference?: string;
  responses: { status: number; tookMs: number; receipt?: Receipt }[];
}

/** Records all visitors' requests, their responses, and the operator's deletions. */
export interface Ledger {
  sent: SentRequest[];
  /** References that the operator dropped. */
  dropped: Set<string>;
  /** References that the operator tried to drop, with unknown outcome. */
  maybeDropped: Set<string>;
  /** References that the operator released or tried to release. */
  maybeReleased: Set<string>;
  /** Requests whose tombstones were purged. If one is repeated, it counts as a new request. */
  purged: Set<SentRequest>;
}

const origin = 'https://www.example.com';
/** When test links expire, in seconds since 1970. */
const farFuture = 9_999_999_999;
/** Statuses after which the widget repeats a request. */
const repeated = [409, 429, 503];

export const createLedger = (): Ledger => ({
  sent: [],
  dropped: new Set(),
  maybeDropped: new Set(),
  maybeReleased: new Set(),
  purged: new Set(),
});

/** Adds an unsent enquiry to the ledger. */
export function newEnquiry({ sent }: Ledger): SentRequest {
  const forename = `Visitor ${sent.length + 1}`;
  const request: SentRequest = {
    key: randomUUID(),
    path: '/enquiries',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ case_type: 'fault', forename, surname: 'Example', email: 'visitor@example.com' }),
    forename,
    responses: [],
  };
  sent.push(request);
  return request;
}

/** Adds an unsent enquiry that comes through a test link to the ledger. */
export function newTest(ledger: Ledger): SentRequest {
  const request = newEnquiry(ledger);
  const test = createSigner([secret]).testToken(origin, farFuture);
  return Object.assign(request, {
    isTest: true,
    body: JSON.stringify({ ...JSON.parse(String(request.body)), test }),
  });
}

/** Adds an unsent enquiry that looks like spam to the ledger. */
export function newSuspect(ledger: Ledger): SentRequest {
  const request = newEnquiry(ledger);
  const surname = 'www.spam.example';
  return Object.assign(request, {
    isSuspect: true,
    body: JSON.stringify({ ...JSON.parse(String(request.body)), surname }),
  });
}

/** Adds an unsent file for an acknowledged enquiry to the ledger. */
export function newFile({ sent }: Ledger, enquiry: SentRequest, bytes = 1_500): SentRequest {
  const { reference, upload_token } = findReceipt(enquiry)!;
  const content = new Uint8Array(bytes).fill(sent.length % 256);
  content.set(Buffer.from('%PDF-1.4\n'));
  const request: SentRequest = {
    key: randomUUID(),
    path: `/enquiries/${reference}/attachments`,
    headers: { authorization: `Bearer ${upload_token}`, 'content-type': 'application/pdf' },
    body: content,
    sha256: createHash('sha256').update(content).digest('hex'),
    reference,
    ...(enquiry.isTest && { isTest: true }),
    ...(enquiry.isSuspect && { isSuspect: true }),
    responses: [],
  };
  sent.push(request);
  return request;
}

/** Sends a request once and records the response. */
export async function send(process: SimulatedProxy, request: SentRequest): Promise<number> {
  const startedAt = performance.now();
  const response = await process.app.request(request.path, {
    method: 'POST',
    headers: { origin, 'idempotency-key': request.key, ...request.headers },
    body: request.body,
  });
  const { status } = response;
  const receipt = status < 300 ? ((await response.json()) as Receipt) : undefined; // The contract defines the body.
  const tookMs = performance.now() - startedAt;
  request.responses.push({ status, tookMs, ...(receipt && { receipt }) });
  return status;
}

/** Sends a request until the response is final, as the widget does. */
export async function sendUntilFinal(process: SimulatedProxy, request: SentRequest): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const last = request.responses.at(-1)?.status ?? 503;
    if (!repeated.includes(last)) return;
    if (attempt > 0) await new Promise(resolve => setTimeout(resolve, 25));
    await send(process, request);
  }
}

/** Finds the receipt in a request's responses; undefined when there is none yet. */
export function findReceipt({ responses }: SentRequest): Receipt | undefined {
  return responses.find(({ receipt }) => receipt)?.receipt;
}

/** Whether a response promised that nothing of the request was or will be stored. */
export function isRefused({ responses }: SentRequest): boolean {
  return responses.some(({ status }) => status >= 400 && status < 500 && !repeated.includes(status));
}
