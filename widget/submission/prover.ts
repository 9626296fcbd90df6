import { canProve } from '../client/enquiry.ts';
import { loadPart } from '../lazy-part.ts';

/** How long a visitor waits for proofs, together with the part that computes them. */
const maxWaitMs = 8_000;
/** There is a second challenge if the first one has expired, for example because the computer was asleep. */
const maxChallenges = 2;
const unsolved = `${canProve}, unsolved`;

/** Answers the proxy's challenges to one enquiry, which is sent again with each new `authorization`. An enquiry that the
 * form can't prove is sent, too. */
export class Prover {
  /** The request's Authorization: at first that the form can solve challenges, then the answer to the last one. */
  authorization = canProve;
  #challenges = 0;
  /** How much longer the visitor may wait for proofs. */
  #remainingMs = maxWaitMs;
  #signal: AbortSignal;

  /** An aborted `signal` ends the search for a solution. The enquiry is then sent without one, because the visitor meant
   * to send it. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Finds the answer to a challenge, of which nothing is certain. Resolves with false if the proxy has given a challenge
   * although it knows that the form can't solve any. Never rejects. */
  async answer(challenge: unknown): Promise<boolean> {
    if (this.authorization === unsolved) return false;
    const isExpected = ++this.#challenges <= maxChallenges;
    this.authorization = (isExpected && (await this.#solve(challenge))) || unsolved;
    return true;
  }

  /** Resolves with the proof; undefined if there is none in time. */
  async #solve(challenge: unknown): Promise<string | undefined> {
    // The page has no TLS. If it has a `crypto.subtle` of its own making, that would compute on the main thread.
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
    // The enquiry must go out before the page ends. A reload repeats it, and the proxy recognises the repeat.
    addEventListener('pagehide', stop, { signal });
    if (this.#signal.aborted) stop();
    try {
      return await Promise.race([stopped, prove(challenge, signal)]);
    } catch {
      return undefined; // The part can't be loaded, or the browser can't compute the function.
    } finally {
      clearTimeout(timer);
      stop();
      this.#remainingMs -= performance.now() - startedAt;
    }
  }
}

async function prove(challenge: unknown, signal: AbortSignal): Promise<string | undefined> {
  const part = await loadPart(() => import('../proof/proof.ts'));
  return await part.prove(challenge, signal);
}
