import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { OperationCall, OperationOutcome } from './operations-child.ts';

// A module's functions may have any parameters; the type of `run` checks them.
// biome-ignore lint/suspicious/noExplicitAny: unknown parameters would accept no function.
type Operations = Record<string, (...parameters: any[]) => unknown>;

/** A child process that runs the functions of a module, one at a time. */
export interface OperationsProcess<Module extends Operations> {
  pid: number;
  /** Calls an exported function in the child. Parameters and results are cloned; an error keeps its message and code.
   * Rejects when the process dies. */
  run<Name extends keyof Module & string>(
    name: Name,
    ...parameters: Parameters<Module[Name]>
  ): Promise<Awaited<ReturnType<Module[Name]>>>;
  /** Kills the process, as a crash would. */
  stop(): Promise<void>;
}

/** Starts a process in which only two threads use the file system, as `failCall` requires: the main thread makes the
 * synchronous calls, including SQLite's, and a single pool thread makes the others. */
export async function startOperations<Module extends Operations>(
  module: URL,
): Promise<OperationsProcess<Module>> {
  const child = fork(fileURLToPath(new URL('operations-child.ts', import.meta.url)), [module.href], {
    // With io_uring, the kernel would read and write without system calls.
    env: { ...process.env, UV_THREADPOOL_SIZE: '1', UV_USE_IO_URING: '0' },
    execArgv: [],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the child process exited with ${code ?? signal}`);
  });
  ended.catch(() => {}); // `call` and `stop` handle the rejection.
  await Promise.race([once(child, 'message'), ended]);
  let latest: Promise<unknown> = Promise.resolve();

  async function call(request: OperationCall): Promise<unknown> {
    child.send(request);
    const [outcome] = (await Promise.race([once(child, 'message'), ended])) as [OperationOutcome]; // The child sends nothing else.
    if ('error' in outcome) {
      throw Object.assign(new Error(outcome.error.message), { code: outcome.error.code });
    }
    return outcome.value;
  }

  return {
    pid: child.pid!, // The process has started, so it has an id.
    run(name, ...parameters) {
      const next = () => call({ name, parameters });
      latest = latest.then(next, next);
      return latest as Promise<Awaited<ReturnType<Module[typeof name]>>>; // The child returns the result of this function.
    },
    async stop() {
      child.kill('SIGKILL');
      await ended.catch(() => {});
    },
  };
}
