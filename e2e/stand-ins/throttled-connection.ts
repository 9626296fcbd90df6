// A connection between the visitor and the proxy that a test can slow down and cut. It uses sockets, so it works for
// every browser. The progress that a browser reports may be megabytes ahead, because the system buffers uploads.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ThrottledConnection {
  url: string;
  /** The idempotency keys of the upload requests, in order. */
  keys: string[];
  /** The number of bytes forwarded to the proxy. */
  carried(): number;
  /** The number of uploads that the browser has aborted. */
  givenUp(): number;
  /** Limits the bandwidth to the proxy, over all connections; unlimited at first. */
  slow(bytesPerSecond: number): void;
  /** Cuts all connections after this many more bytes to the proxy. Resolves when the browser has tried to connect
   * again, which some browsers do silently. */
  cutAfter(bytes: number): Promise<void>;
  /** Accepts connections again. */
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
      socket.on('error', () => {}); // Cut connections are the purpose of this.
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
