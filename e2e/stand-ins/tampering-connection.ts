// A connection between the visitor and the proxy that damages scripts or loses them.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type LocalServer, startLocalServer } from '../processes/local-server.ts';

/** `change`: one byte of the script is changed, which makes no difference to what the script does. `close`: the connection
 * is closed. */
type Tampering = 'change' | 'close';

export interface TamperingConnection extends LocalServer {
  /** The paths that were requested, with their queries. */
  requestedPaths: string[];
  /** From now on, tampers with the scripts whose name starts with this text. `undefined` stops that. */
  tamperWith(name: string, tampering: Tampering | undefined): void;
}

export async function startTamperingConnection(target: string): Promise<TamperingConnection> {
  const requestedPaths: string[] = [];
  const tamperings = new Map<string, Tampering | undefined>();
  const server = await startLocalServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '';
    requestedPaths.push(path);
    const found = [...tamperings].find(([name]) => path.startsWith(`/assets/${name}`))?.[1];
    if (found === 'close') {
      incoming.destroy();
      return;
    }
    // A byte of a compressed script can't be changed.
    const { 'accept-encoding': _, ...headers } = incoming.headers;
    const forwarded = request(`${target}${path}`, { method: incoming.method ?? 'GET', headers });
    incoming.pipe(forwarded);
    const [response] = (await once(forwarded, 'response')) as [IncomingMessage];
    const content = await buffer(response);
    // Scripts end with a semicolon or a line break, which can be replaced.
    if (found === 'change') content.write(' ', content.length - 1);
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    outgoing.end(content);
  });
  return { ...server, requestedPaths, tamperWith: (name, tampering) => void tamperings.set(name, tampering) };
}
