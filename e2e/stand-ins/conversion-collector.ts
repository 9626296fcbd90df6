// Records conversions, as the server of an advertising network does.
import { type LocalServer, startLocalServer } from '../processes/local-server.ts';

/** A conversion as a tag sends it. */
export interface Conversion {
  reference: string;
}

export interface ConversionCollector extends LocalServer {
  /** The conversions whose requests were completed, in order. */
  conversions: Conversion[];
}

/** The time until the response. A browser that has left the page by then has aborted the request. */
const responseDelayMs = 100;

export async function startConversionCollector(): Promise<ConversionCollector> {
  const conversions: Conversion[] = [];
  const server = await startLocalServer((request, response) => {
    setTimeout(() => {
      if (response.destroyed) return;
      const query = new URL(request.url ?? '', server.url).searchParams;
      conversions.push({ reference: query.get('reference') ?? '' });
      response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
    }, responseDelayMs);
  });
  return { ...server, conversions };
}
