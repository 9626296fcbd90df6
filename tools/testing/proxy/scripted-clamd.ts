// For tests: a clamd that says what a test tells it to, and records what it was sent.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A reply to a whole file, or what happens to a connection instead. */
type Reply = string | ((socket: Socket) => void);

/** Starts it on a free loopback port, or on the path of a socket. Each file gets the next reply of `script`; after the last
 * one, `otherwise`. */
export async function startScriptedClamd(path?: string) {
  const files: Buffer[] = [];
  const script: Reply[] = [];
  const sockets = new Set<Socket>();
  const clamd = {
    files,
    script,
    otherwise: 'stream: OK\0' as Reply,
    url: '',
    get connections() {
      return sockets.size;
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    const reply = script.shift() ?? clamd.otherwise;
    if (typeof reply !== 'string') return reply(socket);
    let received = Buffer.alloc(0);
    socket.on('data', chunk => {
      received = Buffer.concat([received, chunk]);
      const file = parseStream(received);
      if (!file) return;
      files.push(file);
      socket.end(reply);
    });
  });
  server.listen(path ? { path } : { port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  clamd.url = path ? `unix:${path}` : `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return clamd;
}

const command = 'zINSTREAM\0';

/** The file in a stream; undefined as long as it isn't complete. */
function parseStream(received: Buffer): Buffer | undefined {
  if (received.subarray(0, command.length).toString() !== command) return undefined;
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
