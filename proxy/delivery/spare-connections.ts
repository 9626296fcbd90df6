import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { buildConnector } from 'undici';

const maxSpares = 2;
/** The time that a connection waits for its request, and the time below which it isn't worth opening. */
const maxAgeMs = 10_000;
const minAgeMs = 1_000;

/** Opens connections in advance, so that a request needn't wait for TCP and TLS. Like a new one, each carries a single
 * request. */
export function createSpareConnections(connect: buildConnector.connector) {
  const spares = new Map<Promise<Socket>, NodeJS.Timeout>();
  let latest: buildConnector.Options | undefined;
  let ageLimitMs = maxAgeMs;

  function remove(spare: Promise<Socket>): boolean {
    clearTimeout(spares.get(spare));
    return spares.delete(spare);
  }
  function drop(spare: Promise<Socket>): void {
    if (remove(spare)) spare.then(socket => socket.destroy()).catch(() => {}); // Nobody needs it.
  }
  function open(options: buildConnector.Options): void {
    const openedAt = performance.now();
    const { promise: spare, resolve, reject } = Promise.withResolvers<Socket>();
    connect(options, (...[error, socket]) => (error ? reject(error) : resolve(socket)));
    spares.set(spare, setTimeout(drop, ageLimitMs, spare));
    // The server closed the connection, or sent something, such as 408: it doesn't wait as long for a request. If it did so
    // while a request is on its way, the outcome would be unknown, so from now on connections wait for half that time.
    const onSign = () => {
      if (spares.has(spare)) ageLimitMs = Math.min(ageLimitMs, (performance.now() - openedAt) / 2);
      drop(spare);
    };
    // A request that has taken the connection learns of the error.
    spare.then(socket => socket.once('readable', onSign).once('close', onSign)).catch(() => remove(spare));
  }

  return {
    /** Takes the connection that was opened first, because a server with a single thread waits for its request. */
    connect(options: buildConnector.Options, callback: buildConnector.Callback) {
      latest = options;
      const [spare] = spares.keys();
      if (!spare) return connect(options, callback);
      remove(spare);
      const hand = async (socket: Socket) => {
        await setImmediate(); // Node reads what has arrived, which may say that the server has given up.
        if (socket.readable && socket.readableLength === 0) return callback(null, socket);
        socket.destroy();
        connect(options, callback);
      };
      void spare.then(hand, error => callback(error, null));
    },
    /** Opens one for the next request, unless there are enough, or the server closes them early. There are never more than
     * `limit` connections: those that requests use (`used`) and the spare ones. */
    prepare({ used, limit }: { used: number; limit: number }): void {
      const isUseful = spares.size < maxSpares && ageLimitMs >= minAgeMs;
      if (latest && isUseful && used + spares.size < limit) open(latest);
    },
    close(): void {
      ageLimitMs = 0; // Opens no others.
      for (const spare of spares.keys()) drop(spare);
    },
  };
}
