// A weak line between the visitor and the proxy: slow, and cut after so many bytes. Real sockets, for any engine.
// What a browser says is up may be megabytes ahead of what the line has carried: so much the system takes from it.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ThrottledConnection {
  url: string;
  /** The idempotency key of each request that brought a file. */
  keys: string[];
  /** How many bytes it has carried to the proxy. */
  carried(): number;
  /** How many files the browser has given up on the way. */
  givenUp(): number;
  /** How much it carries to the proxy from now on, over all connections; at first, all there is. */
  slow(bytesPerSecond: number): void;
  /** Cuts the line when it has carried so many more bytes to the proxy; resolves when a browser has tried in vain to
   * come through again, which some do without a word. */
  cutAfter(bytes: number): Promise<void>;
  /** Lets connections through again. */
  mend(): void;
  stop(): Promise<void>;
}

const upload = /POST \S+\/attachments HTTP\/1\.1\r\n[\s\S]*?\r\n\r\n/;
const longestHeadBytes = 8_192;

export async function startThrottledConnection(target: string): Promise<ThrottledConnection> {
  const sockets = new Set<Socket>();
  const keys: string[] = [];
  let bytesPerMs = Number.POSITIVE_INFINITY;
  let freeAt = 0;
  let carried = 0;
  let givenUp = 0;
  let end = Number.POSITIVE_INFINITY;
  let isCut = false;
  let tellCut = () => {};
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer(visitor => {
    if (isCut) {
      visitor.destroy();
      tellCut();
      return;
    }
    const proxy = connect(Number(new URL(target).port), '127.0.0.1');
    let head = '';
    let isUploading = false;
    for (const [socket, other] of [
      [visitor, proxy],
      [proxy, visitor],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {}); // Cut lines are what this is for.
      socket.on('close', () => {
        if (socket === visitor && isUploading && !isCut && !proxy.destroyed) givenUp++;
        sockets.delete(socket);
        other.destroy();
      });
    }
    proxy.on('data', bytes => {
      isUploading = false;
      visitor.write(bytes);
    });
    visitor.on('data', bytes => {
      head = (head + bytes.toString('latin1')).slice(-longestHeadBytes - bytes.length);
      const found = upload.exec(head);
      if (found) {
        isUploading = true;
        keys.push(/\r\nidempotency-key: (\S+)/i.exec(found[0])?.[1] ?? '');
        head = head.slice(found.index + found[0].length);
      }
      visitor.pause();
      const now = performance.now();
      freeAt = Math.max(now, freeAt) + bytes.length / bytesPerMs;
      setTimeout(() => {
        if (visitor.destroyed || proxy.destroyed) return;
        carried += bytes.length;
        if (carried >= end) cut();
        else proxy.write(bytes, () => visitor.resume());
      }, freeAt - now);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    carried: () => carried,
    givenUp: () => givenUp,
    slow(bytesPerSecond) {
      bytesPerMs = bytesPerSecond / 1_000;
    },
    cutAfter(bytes) {
      end = carried + bytes;
      return new Promise(resolve => {
        tellCut = resolve;
      });
    },
    mend() {
      end = Number.POSITIVE_INFINITY;
      isCut = false;
    },
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
