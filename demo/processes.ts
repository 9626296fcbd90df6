// Starts and stops the demo's processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** A running process of the demo. */
export interface Running {
  /** The address that the process printed. */
  url: string;
  child: ChildProcess;
  /** Signals the process to stop. Resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Processes that share compiled code start in half the time. */
export const compileCache = process.env.NODE_COMPILE_CACHE
  ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  : {};

/** How a process is started. */
export interface StartOptions {
  /** Receives every line of output. */
  print?: (line: string) => void;
  /** The words after the file. Default: none. */
  words?: string[];
  /** A command to start it with, such as `nice`. Default: none. */
  through?: string[];
}

/** Starts a TypeScript file. Resolves when the process prints the address it listens on; rejects with its last lines
 * of output when it exits before that. */
export async function start(
  file: string,
  env: Record<string, string>,
  { print = () => {}, words = [], through = [] }: StartOptions = {},
): Promise<Running> {
  const [command = '', ...rest] = [...through, process.execPath, file, ...words];
  // Puts it in its own process group, so that Ctrl-C reaches only this process, which stops the others in order.
  const child = spawn(command, rest, {
    env: { PATH: process.env.PATH ?? '', ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const lines: string[] = [];
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', line => {
        lines.push(line);
        print(line);
        const listening = /listening.*?(http:\/\/[^\s"]+)|(http:\/\/[^\s"]+)".*listening/.exec(line);
        if (listening) resolve(listening[1] ?? listening[2] ?? '');
      });
    }
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${file} ended: ${lines.slice(-20).join('\n')}`)));
  });
  return {
    url,
    child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
  };
}

/** Finds the first free port on 127.0.0.1, starting with `from`; 0: any free port. */
export async function freePort(from: number): Promise<number> {
  for (let port = from; ; port++) {
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      return typeof address === 'object' && address ? address.port : port;
    } catch (error) {
      // The port is in use, so try the next one.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port >= from + 100) throw error;
    } finally {
      server.close();
    }
  }
}
