// For tests: a clamd that says what a test tells it to, and records what it was sent.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

const command = 'zINSTREAM\0';

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
    const chunks: Buffer[] = [];
    let isBegun = false;
    let rest = Buffer.alloc(0);
    socket.on('data', received => {
      rest = Buffer.concat([rest, received]);
      if (!isBegun && rest.subarray(0, command.length).toString() !== command) return;
      if (!isBegun) rest = rest.subarray(command.length);
      isBegun = true;
      while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
        const length = rest.readUInt32BE();
        if (length === 0) {
          files.push(Buffer.concat(chunks));
          socket.end(reply);
          return;
        }
        chunks.push(rest.subarray(4, 4 + length));
        rest = rest.subarray(4 + length);
      }
    });
  });
  server.listen(path ? { path } : { port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  clamd.url = path ? `unix:${path}` : `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return clamd;
}
