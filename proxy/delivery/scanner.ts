import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Failure } from '../outbox/failure.ts';

export type ScanFailure = Failure & { cause: 'infected' | 'not_scanned' };
export type Scanner = ReturnType<typeof createScanner>;

const notScanned = (parameter: string): ScanFailure => ({ cause: 'not_scanned', parameter });

/** Creates a client of `clamd` (clamd(8), INSTREAM), with a connection for each file. */
export function createScanner(url: string, timeoutMs = 60_000) {
  const { hostname, port } = new URL(url);
  const address = port
    ? { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) }
    : { path: url.slice('unix:'.length) };
  const scans = new Set<Socket>();
  return {
    scans,
    /** Resolves with undefined if the file is clean. Rejects with an error of `content`. */
    async scan(
      content: AsyncIterable<Buffer>,
      bytes: number,
      giveUp: AbortSignal = new AbortController().signal,
    ) {
      if (bytes > 64 * 2 ** 20) return notScanned('larger than 64 MiB');
      if (scans.size >= 4) return notScanned('scanner busy');
      const socket = connect({ ...address, signal: giveUp });
      scans.add(socket);
      const stop = () => socket.destroy(Object.assign(new Error(), { code: 'timed out' }));
      const timer = setTimeout(stop, timeoutMs);
      try {
        return await exchange(socket, content);
      } finally {
        clearTimeout(timer);
        scans.delete(socket);
      }
    },
  };
}

/** Sends a file and judges the reply, of which only what is known is repeated: another program may return the file. */
async function exchange(socket: Socket, content: AsyncIterable<Buffer>): Promise<ScanFailure | undefined> {
  let reply = '';
  let code = 'no reply';
  let isSent = false;
  const ended = new Promise<void>(resolve => {
    socket.setEncoding('latin1').on('data', (text: string) => {
      reply += text;
      if (text.includes('\0') || reply.length > 1_000) resolve();
    });
    socket.on('end', resolve).on('close', resolve);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      code = error.code ?? code;
    });
  });
  const write = (bytes: Uint8Array | string) =>
    new Promise<boolean>(resolve => socket.write(bytes, error => resolve(!error)));
  const toLength = (bytes: number) => Uint8Array.of(bytes >>> 24, bytes >>> 16, bytes >>> 8, bytes);
  async function send(): Promise<void> {
    await write('zINSTREAM\0');
    for await (const chunk of content) {
      if (chunk.length === 0) continue; // It would end the file.
      // If `clamd` has replied already, a write would fail, and Node would close the socket before it reads the reply.
      await setImmediate();
      socket.write(toLength(chunk.length));
      if (!(await write(chunk)) || reply) return;
    }
    isSent = true;
    await write(toLength(0));
  }
  const sent = send();
  try {
    await Promise.race([ended, sent.then(() => ended)]);
  } finally {
    socket.destroy();
    await sent.catch(() => {}); // It has rejected above, or no longer matters.
  }
  if (reply === 'stream: OK\0' && isSent) return undefined;
  const [, found, error] =
    /^(?:stream: )?(?:([ -~]{1,200}) FOUND|([\w .,:;()'/-]{1,100}) ERROR)\0$/.exec(reply) ?? [];
  if (found) return { cause: 'infected', parameter: found };
  return notScanned(error ?? (reply ? 'unknown reply' : code));
}
