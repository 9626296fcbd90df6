import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import { type Answer, postEnquiry } from '../client/enquiry.ts';
import { pauseBeforeEnquiry } from '../client/retry.ts';

/** A request, to be repeated unchanged. */
export interface Sent {
  proxy: string;
  key: string;
  body: string;
}

/** An enquiry's way to the proxy. Its key and its exact body are kept: whatever is sent again unchanged is the
 * same request, and an edit makes it a new one. */
export class Submission {
  /** The proxy's word that the enquiry is stored. */
  receipt: Receipt | undefined;
  /** What was sent last. */
  enquiry: Enquiry | undefined;
  /** What was sent last, and is to be repeated unless the enquiry has changed. */
  sent: Sent | undefined;

  /** Sends an enquiry until there is an answer that counts. `onSend` is told the request before it goes out. */
  async send(proxy: string, enquiry: Enquiry, onSend: (sent: Sent) => void): Promise<Answer<Receipt>> {
    const body = JSON.stringify(enquiry);
    const isRepeat = body === this.sent?.body && proxy === this.sent.proxy;
    if (!isRepeat) this.sent = { proxy, key: newKey(), body };
    onSend(this.sent!); // Set above, or before.
    this.enquiry = enquiry;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#post();
      const pauseMs = pauseBeforeEnquiry(answer, attempt);
      if (pauseMs !== undefined) {
        await pause(pauseMs);
        continue;
      }
      this.receipt = answer.body;
      // The key is taken by another body, which can't be ours: the next attempt is a request of its own.
      if (answer.code === 'idempotency-mismatch') this.sent = undefined;
      return answer;
    }
  }

  /** A fresh upload token: the same request again gets the same receipt. Undefined: not now. */
  async renew(): Promise<string | undefined> {
    return (await this.#post()).body?.upload_token;
  }

  #post(): Promise<Answer<Receipt>> {
    const { proxy, key, body } = this.sent!; // What is posted or renewed was given to send().
    return postEnquiry(proxy, key, body);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

/** A random UUID; pages without TLS have no `randomUUID` (RFC 9562 5.4). */
export function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
