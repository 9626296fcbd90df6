// A weak line between the visitor and the proxy: slow, and cut after so many bytes. Real sockets, for any engine.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface WeakLine {
  url: string;
  /** Cuts the line when it has carried so many more bytes to the proxy; resolves when a browser has tried in vain to
   * come through again, which some do without a word. */
  cutAfter(bytes: number): Promise<void>;
  /** Lets connections through again. */
  mend(): void;
  stop(): Promise<void>;
}

export async function startWeakLine(target: string, bytesPerSecond: number): Promise<WeakLine> {
  const sockets = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
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
    for (const [socket, other] of [
      [visitor, proxy],
      [proxy, visitor],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {}); // Cut lines are what this is for.
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    proxy.pipe(visitor);
    visitor.on('data', bytes => {
      left -= bytes.length;
      if (left <= 0) return cut();
      proxy.write(bytes);
      visitor.pause();
      setTimeout(() => visitor.resume(), (1000 * bytes.length) / bytesPerSecond);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAfter(bytes) {
      left = bytes;
      return new Promise(resolve => {
        tellCut = resolve;
      });
    },
    mend() {
      left = Number.POSITIVE_INFINITY;
      isCut = false;
    },
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
