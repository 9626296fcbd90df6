import { canProve } from '../client/enquiry.ts';
import { loadPart } from '../client/lazy-part.ts';

/** How long a visitor waits for the part that computes proofs and for all proofs together. */
const maxWaitMs = 8_000;
/** The Authorization of a request that the form can't prove. */
export const unsolved = `${canProve}, unsolved`;

/** Answers the proxy's challenges for one enquiry, which is sent again with each new `authorization`. */
export class Prover {
  /** The request's Authorization. At first it says that the form can solve challenges, and then it answers the last
   * one. */
  authorization = canProve;
  challenges = 0;
  #remainingMs = maxWaitMs;
  #signal: AbortSignal;

  /** An aborted `signal` ends the search for a solution. The enquiry is still sent, but without a proof, because the
   * visitor meant to send it. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Checks and answers a challenge. `unsolved` tells the proxy that the form can't solve it, and so does a search that
   * finds no solution in time. Never rejects. */
  async answer(challenge: unknown, answer: 'solution' | 'unsolved'): Promise<void> {
    this.challenges++;
    this.authorization = (answer === 'solution' && (await this.#solve(challenge))) || unsolved;
  }

  /** Resolves with the proof, or with undefined if there is none in time. */
  async #solve(challenge: unknown): Promise<string | undefined> {
    // A page without TLS has no `crypto.subtle`, unless a script has added one that would compute on the main thread.
    if (!isSecureContext) return undefined;
    const startedAt = performance.now();
    const search = new AbortController();
    const { signal } = search;
    const stop = () => search.abort();
    const stopped = new Promise<undefined>(resolve => {
      signal.addEventListener('abort', () => resolve(undefined));
    });
    const timer = setTimeout(stop, this.#remainingMs);
    this.#signal.addEventListener('abort', stop, { signal });
    if (this.#signal.aborted) stop();
    try {
      const solved = loadPart(() => import('../proof/proof.ts')).then(part => part.prove(challenge, signal));
      return await Promise.race([stopped, solved]);
    } catch {
      return undefined; // The part couldn't be loaded, or the browser can't compute the function.
    } finally {
      clearTimeout(timer);
      stop();
      this.#remainingMs -= performance.now() - startedAt;
    }
  }
}
