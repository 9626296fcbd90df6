// Processes with their children, such as what a session bus activates.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const killAfterMs = 5_000;

/** A program in a process group of its own, so that Ctrl-C doesn't reach it and its children end with it. */
export interface ProcessGroup {
  child: ChildProcess;
  /** Calls `listener` with each line that the program writes to file descriptor 3. */
  onLine(listener: (line: string) => void): void;
  /** Resolves with the first of these lines. Rejects if the program ends before. */
  firstLine(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a program. Its output goes to the file `log`. */
export function startProcessGroup(
  command: string[],
  { env, log }: { env: Record<string, string>; log: string },
): ProcessGroup {
  const [program = '', ...words] = command;
  const output = openSync(log, 'a');
  const child = spawn(program, words, { detached: true, env, stdio: ['ignore', output, output, 'pipe'] });
  const ended = new Promise<Error>(resolve => {
    child.once('error', resolve);
    child.once('exit', () =>
      resolve(new Error(`${program} ended before it was ready:\n${readFileSync(log, 'utf8')}`)),
    );
  });
  const lines = createInterface({ input: child.stdio[3] as Readable }); // A pipe, as requested.
  return {
    child,
    onLine: listener => void lines.on('line', listener),
    async firstLine() {
      const first = await Promise.race([once(lines, 'line'), ended]);
      if (first instanceof Error) throw first;
      return String(first[0]);
    },
    async stop() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      process.kill(-child.pid, 'SIGTERM');
      const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), killAfterMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
