import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import { type Answer, postEnquiry } from '../client/enquiry.ts';
import { pauseBeforeEnquiry } from './retry.ts';

/** An enquiry's way to the proxy. Its key and its exact body are kept: whatever is sent again unchanged is the
 * same request, and an edit makes it a new one. */
export class Submission {
  /** The proxy's word that the enquiry is stored. */
  receipt: Receipt | undefined;
  /** What was sent last. */
  enquiry: Enquiry | undefined;
  #proxy = '';
  #key = '';
  #body = '';

  /** Sends an enquiry until there is an answer that counts. */
  async send(proxy: string, enquiry: Enquiry): Promise<Answer<Receipt>> {
    const body = JSON.stringify(enquiry);
    if (body !== this.#body || proxy !== this.#proxy) this.#key = newKey();
    this.#body = body;
    this.#proxy = proxy;
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
      if (answer.code === 'idempotency-mismatch') this.#body = '';
      return answer;
    }
  }

  /** A fresh upload token: the same request again gets the same receipt. Undefined: not now. */
  async renew(): Promise<string | undefined> {
    return (await this.#post()).body?.upload_token;
  }

  #post(): Promise<Answer<Receipt>> {
    return postEnquiry(this.#proxy, this.#key, this.#body);
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
