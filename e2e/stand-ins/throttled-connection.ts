// A connection between the visitor and the proxy that a test can slow down and cut. It uses sockets, so it works for
// every browser. The progress that a browser reports may be megabytes ahead, because the system buffers uploads.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ThrottledConnection {
  url: string;
  /** The idempotency keys of the upload requests, in order. */
  idempotencyKeys: string[];
  /** The number of bytes forwarded to the proxy. */
  forwardedBytes(): number;
  /** Limits the bandwidth to the proxy, shared by all connections. It is unlimited at first. */
  limitBandwidth(bytesPerSecond: number): void;
  /** Cuts all connections, and refuses new ones, after this many more bytes to the proxy. Resolves when the browser
   * has tried to reconnect. */
  cutAfter(bytes: number): Promise<void>;
  /** Accepts connections again. */
  restore(): void;
  /** Forwards nothing to the proxy after this many more bytes, until `resume`. */
  pauseAfter(bytes: number): void;
  resume(): void;
  stop(): Promise<void>;
}

const uploadHead = /POST \S+\/attachments HTTP\/1\.1\r\n[\s\S]*?\r\n\r\n/;
const maxHeadBytes = 8_192;

export async function startThrottledConnection(target: string): Promise<ThrottledConnection> {
  const sockets = new Set<Socket>();
  const idempotencyKeys: string[] = [];
  let bytesPerMs = Number.POSITIVE_INFINITY;
  let freeAtMs = 0;
  let forwardedBytes = 0;
  let cutAtBytes = Number.POSITIVE_INFINITY;
  let isCut = false;
  let pauseAtBytes = Number.POSITIVE_INFINITY;
  let pause = Promise.withResolvers<void>();
  let onReconnect = () => {};
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer(client => {
    if (isCut) {
      client.destroy();
      onReconnect();
      return;
    }
    const proxy = connect(Number(new URL(target).port), '127.0.0.1');
    let head = '';
    for (const [socket, other] of [
      [client, proxy],
      [proxy, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {}); // Errors are expected, because connections are cut on purpose.
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    proxy.on('data', bytes => client.write(bytes));
    client.on('data', bytes => {
      head = (head + bytes.toString('latin1')).slice(-maxHeadBytes - bytes.length);
      const found = uploadHead.exec(head);
      if (found) {
        idempotencyKeys.push(/\r\nidempotency-key: (\S+)/i.exec(found[0])?.[1] ?? '');
        head = head.slice(found.index + found[0].length);
      }
      client.pause();
      const nowMs = performance.now();
      freeAtMs = Math.max(nowMs, freeAtMs) + bytes.length / bytesPerMs;
      setTimeout(async () => {
        if (forwardedBytes >= pauseAtBytes) await pause.promise;
        if (client.destroyed || proxy.destroyed) return;
        forwardedBytes += bytes.length;
        if (forwardedBytes >= cutAtBytes) cut();
        else proxy.write(bytes, () => client.resume());
      }, freeAtMs - nowMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    idempotencyKeys,
    forwardedBytes: () => forwardedBytes,
    limitBandwidth(bytesPerSecond) {
      bytesPerMs = bytesPerSecond / 1_000;
    },
    cutAfter(bytes) {
      cutAtBytes = forwardedBytes + bytes;
      return new Promise(resolve => {
        onReconnect = resolve;
      });
    },
    restore() {
      cutAtBytes = Number.POSITIVE_INFINITY;
      isCut = false;
    },
    pauseAfter(bytes) {
      pauseAtBytes = forwardedBytes + bytes;
      pause = Promise.withResolvers();
    },
    resume() {
      pauseAtBytes = Number.POSITIVE_INFINITY;
      pause.resolve();
    },
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
