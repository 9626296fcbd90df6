import { createHash, randomUUID } from 'node:crypto';
import type { Receipt } from '../contract/enquiry.ts';
import type { FaultyProcess } from './process.ts';

/** One request of a visitor, with every response that it got: a repeat is the same request. */
export interface Sent {
  key: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
  /** An enquiry's: unique, so that it is recognised wherever it turns up. */
  forename?: string;
  /** A file's. */
  sha256?: string;
  /** A file's: the enquiry that it is attached to. */
  reference?: string;
  responses: { status: number; tookMs: number; receipt?: Receipt }[];
}

/** Everything that visitors sent and were told, and what the operator deleted. */
export interface Ledger {
  sent: Sent[];
  /** References that the operator dropped. */
  dropped: Set<string>;
  /** References that the operator tried to drop, without hearing whether it was done. */
  maybeDropped: Set<string>;
  /** Requests whose receipts were deleted because they are old: to repeat one makes it a new one. */
  purged: Set<Sent>;
}

const origin = 'https://www.example.com';
/** Responses after which a visitor's browser sends the same request again. */
const repeated = [409, 429, 503];

export const createLedger = (): Ledger => ({
  sent: [],
  dropped: new Set(),
  maybeDropped: new Set(),
  purged: new Set(),
});

/** A new enquiry, not sent yet. */
export function newEnquiry({ sent }: Ledger): Sent {
  const forename = `Visitor ${sent.length + 1}`;
  const request: Sent = {
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

/** A new file for an acknowledged enquiry, not sent yet. */
export function newFile({ sent }: Ledger, enquiry: Sent, bytes = 1_500): Sent {
  const { reference, upload_token } = receiptOf(enquiry)!;
  const content = new Uint8Array(bytes).fill(sent.length % 256);
  content.set(Buffer.from('%PDF-1.4\n'));
  const request: Sent = {
    key: randomUUID(),
    path: `/enquiries/${reference}/attachments`,
    headers: { authorization: `Bearer ${upload_token}`, 'content-type': 'application/pdf' },
    body: content,
    sha256: createHash('sha256').update(content).digest('hex'),
    reference,
    responses: [],
  };
  sent.push(request);
  return request;
}

/** Sends a request once, and notes the response. */
export async function send(process: FaultyProcess, request: Sent): Promise<number> {
  const startedAt = performance.now();
  const response = await process.app.request(request.path, {
    method: 'POST',
    headers: { origin, 'idempotency-key': request.key, ...request.headers },
    body: request.body,
  });
  const { status } = response;
  const receipt = status < 300 ? ((await response.json()) as Receipt) : undefined; // By our own contract.
  const tookMs = performance.now() - startedAt;
  request.responses.push({ status, tookMs, ...(receipt && { receipt }) });
  return status;
}

/** Sends a request until it gets a response that is final, as a browser does. */
export async function insist(process: FaultyProcess, request: Sent): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const last = request.responses.at(-1)?.status ?? 503;
    if (!repeated.includes(last)) return;
    if (attempt > 0) await new Promise(resolve => setTimeout(resolve, 25));
    await send(process, request);
  }
}

/** The receipt that a request got; undefined: none so far. */
export function receiptOf({ responses }: Sent): Receipt | undefined {
  return responses.find(({ receipt }) => receipt)?.receipt;
}

/** Whether a request got a response that says that nothing of it was or will be stored. */
export function isRefused({ responses }: Sent): boolean {
  return responses.some(({ status }) => status >= 400 && status < 500 && !repeated.includes(status));
}
