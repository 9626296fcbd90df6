// A connection between the visitor and the proxy that changes scripts, or loses them.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What happens to a script: one byte is changed, which doesn't change what the script does, or the connection is
 * closed. */
type Tampering = 'change' | 'close';

export interface TamperingConnection {
  url: string;
  /** The paths that were requested, with their queries. */
  requestedPaths: string[];
  /** Tampers from now on with the scripts whose name starts with this text. `undefined` stops it. */
  tamperWith(name: string, tampering: Tampering | undefined): void;
  stop(): Promise<void>;
}

export async function startTamperingConnection(target: string): Promise<TamperingConnection> {
  const requestedPaths: string[] = [];
  const tamperings = new Map<string, Tampering | undefined>();
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '';
    requestedPaths.push(path);
    const found = [...tamperings].find(([name]) => path.startsWith(`/assets/${name}`))?.[1];
    if (found === 'close') {
      incoming.destroy();
      return;
    }
    // Compressed scripts couldn't be changed.
    const { 'accept-encoding': _, ...headers } = incoming.headers;
    const forwarded = request(`${target}${path}`, { method: incoming.method ?? 'GET', headers });
    incoming.pipe(forwarded);
    const [response] = (await once(forwarded, 'response')) as [IncomingMessage];
    const content = await buffer(response);
    // Scripts end with a semicolon or a line break.
    if (found === 'change') content.write(' ', content.length - 1);
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    outgoing.end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedPaths,
    tamperWith: (name, tampering) => void tamperings.set(name, tampering),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
