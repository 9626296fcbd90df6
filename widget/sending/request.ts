// The request that sends an enquiry: what it contains besides the answers, its key, and the proof that the proxy may ask
// for.
import { marketingFields } from '../../proxy/contract/definition.ts';
import { type Enquiry, optionalAdditions } from '../../proxy/contract/enquiry.ts';
import { toJson } from '../../proxy/contract/to-json.ts';
import type { NextStep } from '../client/next-step.ts';
import { canProve, type EnquiryRequest, newIdempotencyKey, wait } from '../client/requests.ts';
import type { DefinitionSource } from '../form/definition-source.ts';
import type { FormContext, Measurement } from '../form/form-context.ts';
import type { LazyObject } from '../form/lazy-object.ts';
import { testToken } from '../form/test-token.ts';

/** How long an enquiry waits for a part that adds to it. */
const maxLoadMs = 3_000;

/** Resolves with what takes the place of the measurement part if that can't be loaded; with undefined if nothing can. */
export async function loadMeasurement(
  context: FormContext,
  measurement: LazyObject<Measurement>,
): Promise<Measurement | undefined> {
  const inTime = (part: LazyObject<Measurement>) =>
    part.current ?? Promise.race([part.load(), wait(maxLoadMs)]);
  return (
    (await inTime(measurement)) ||
    (await inTime(context.lazy(() => import('../measurement/page-only.ts'), context))) ||
    undefined
  );
}

/** Reads the parts of an enquiry that don't come from the visitor: its attribution, the client signals and the test
 * token. */
export async function readAdditions(
  context: FormContext,
  measurement: Measurement | undefined,
): Promise<Partial<Enquiry>> {
  try {
    if (measurement) return await measurement.additions();
  } catch {
    // The enquiry is sent even if this part has a bug.
  }
  // The token is sent even if it may be invalid: the proxy then refuses the test, but would deliver one without a token.
  const test = testToken(context);
  return test ? { test } : {};
}

/** Returns the request for an enquiry: the previous one if the visitor has changed nothing, so that the proxy recognises
 * a repeat, and otherwise a new one. The previous attribution and answers to hidden questions are kept, although the page
 * may have changed them since. */
export function createRequest(
  { proxy, definition }: Pick<DefinitionSource, 'proxy' | 'definition'>,
  enquiry: Enquiry,
  previous: EnquiryRequest | undefined,
): EnquiryRequest {
  // The answers that come from the visitor, and the test token.
  const toText = (each: Enquiry) => {
    const rest = { ...each, answers: { ...each.answers } };
    for (const name of [...marketingFields, ...optionalAdditions]) delete rest[name];
    for (const { id, type } of definition?.questions ?? []) if (type === 'hidden') delete rest.answers[id];
    return toJson(rest);
  };
  const isSame = previous && toText(JSON.parse(previous.body)) === toText(enquiry);
  if (isSame && proxy === previous.proxy) return previous;
  return { proxy, key: newIdempotencyKey(), body: toJson(enquiry) };
}

/** How long a visitor waits for the part that computes proofs and for all proofs together. */
const maxProofMs = 8_000;
/** The Authorization of a request that the form can't prove. */
export const unsolved = `${canProve}, unsolved`;

/** An attempt to send an enquiry, with the silent repeats of its request. */
export class Attempt {
  request: EnquiryRequest;
  /** The request's Authorization. At first it says that the form can solve challenges, and then it answers the last
   * one. */
  authorization = canProve;
  /** The number of requests that have ended. */
  requests = 0;
  challenges = 0;
  #remainingMs = maxProofMs;
  #lazy: FormContext['lazy'];
  #signal: AbortSignal;

  /** An aborted `signal` ends the search for a solution. The enquiry is still sent, but without a proof, because the
   * visitor meant to send it. */
  constructor(request: EnquiryRequest, { lazy }: Pick<FormContext, 'lazy'>, signal: AbortSignal) {
    this.request = request;
    this.#lazy = lazy;
    this.#signal = signal;
  }

  /** Changes the request as `nextStep` says. If a challenge isn't to be solved, or if there is no solution in time, tells
   * the proxy that the form can't solve it. Never rejects. */
  async change(
    { without, answer }: Extract<NextStep, { action: 'send' }>,
    challenge: unknown,
  ): Promise<void> {
    if (answer) {
      this.challenges++;
      this.authorization = (answer === 'solution' && (await this.#solve(challenge))) || unsolved;
    }
    if (!without) return;
    const enquiry: Enquiry = JSON.parse(this.request.body);
    for (const name of without) delete enquiry[name];
    this.request = { ...this.request, body: toJson(enquiry) };
  }

  /** Resolves with the proof, or with undefined if there is none in time. */
  async #solve(challenge: unknown): Promise<string | undefined> {
    // A page without TLS has no `crypto.subtle`, unless a script has added one that would compute on the main thread.
    if (!isSecureContext) return undefined;
    const startedAt = performance.now();
    const remainingMs = this.#remainingMs;
    const isOver = () => this.#signal.aborted || performance.now() - startedAt > remainingMs;
    try {
      const solved = this.#lazy(() => import('../proof/proof.ts'))
        .load()
        .then(prove => prove?.(challenge, isOver));
      return (await Promise.race([solved, wait(remainingMs)])) || undefined;
    } catch {
      return undefined; // The browser can't compute the function.
    } finally {
      this.#remainingMs -= performance.now() - startedAt;
    }
  }
}
