// Records conversions, as the server of an advertising network does.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A conversion as a tag sends it. */
export interface Conversion {
  reference: string;
}

export interface ConversionCollector {
  url: string;
  /** The conversions whose requests were completed, in their order. */
  conversions: Conversion[];
  /** Whether requests get no response, and aren't recorded. At first, they do. */
  isSilent: boolean;
  stop(): Promise<void>;
}

/** The time until the response. A browser that has left the page by then has aborted the request. */
const responseDelayMs = 100;

export async function startConversionCollector(): Promise<ConversionCollector> {
  const conversions: Conversion[] = [];
  const server = createServer((request, response) => {
    if (collector.isSilent) return;
    setTimeout(() => {
      if (response.destroyed) return;
      const query = new URL(request.url ?? '', collector.url).searchParams;
      conversions.push({ reference: query.get('reference') ?? '' });
      response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
    }, responseDelayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: ConversionCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    conversions,
    isSilent: false,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}
