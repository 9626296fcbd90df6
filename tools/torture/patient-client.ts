// Requests of the clients in the torture test to proxies that are killed meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from '../../demo/processes.ts';

/** The proxies, and the choices that the seed determines. */
export interface Surroundings {
  proxies: Running[];
  /** The headers that a web server in front of the proxies would add to a request. Default: none. */
  forwarded?: () => Record<string, string>;
  randomInteger(min: number, limit: number): number;
}

/** Returns a function that sends a request to one random proxy after the other, until the status of a response is one of
 * `wanted`. `init` gets the address of the proxy. Rejects if a status is neither wanted nor one to repeat the request. */
export function createPatientClient({ proxies, forwarded = () => ({}), randomInteger }: Surroundings) {
  return async (
    path: string,
    wanted: number[],
    init: (url: string) => RequestInit = () => ({}),
  ): Promise<{ status: number; headers: Headers; text: string }> => {
    for (;;) {
      const { url } = proxies[randomInteger(0, proxies.length)]!;
      try {
        const signal = AbortSignal.timeout(10_000);
        const given = init(url);
        const headers = { ...forwarded(), ...(given.headers as Record<string, string>) }; // As all callers write them.
        const response = await fetch(`${url}${path}`, { redirect: 'manual', signal, ...given, headers });
        const { status } = response;
        const text = await response.text();
        if (wanted.includes(status)) return { status, headers: response.headers, text };
        if (![409, 429, 503].includes(status)) throw new Error(`${path}: ${status} ${text}`);
      } catch (error) {
        // The proxy may have been killed, so the request is sent again.
        if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error;
      }
      await pause(randomInteger(20, 200));
    }
  };
}
