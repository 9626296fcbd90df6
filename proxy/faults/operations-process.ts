import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome, Request } from './operations-child.ts';

// A module's functions have any parameters; `run` checks them.
// biome-ignore lint/suspicious/noExplicitAny: unknown parameters would accept no function.
type Operations = Record<string, (...parameters: any[]) => unknown>;

/** A process that runs the functions of a module, one after the other. */
export interface OperationsProcess<Module extends Operations> {
  pid: number;
  /** Calls an exported function there. Parameters and results are cloned; an error keeps its message and its code.
   * Rejects when the process dies. */
  run<Name extends keyof Module & string>(
    name: Name,
    ...parameters: Parameters<Module[Name]>
  ): Promise<Awaited<ReturnType<Module[Name]>>>;
  /** Kills it, as a crash would. */
  stop(): Promise<void>;
}

/** Starts a process whose file system calls are made by two threads only, which `failCall` needs: the main thread
 * makes the synchronous ones, SQLite's among them, and a single thread of the pool the others. */
export async function startOperations<Module extends Operations>(
  module: URL,
): Promise<OperationsProcess<Module>> {
  const child = fork(fileURLToPath(new URL('operations-child.ts', import.meta.url)), [module.href], {
    // Where io_uring is in use, the kernel reads and writes without system calls.
    env: { ...process.env, UV_THREADPOOL_SIZE: '1', UV_USE_IO_URING: '0' },
    execArgv: [],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the process of the operations ended with ${code ?? signal}`);
  });
  ended.catch(() => {}); // Thrown to those that wait for it.
  await Promise.race([once(child, 'message'), ended]);
  let latest: Promise<unknown> = Promise.resolve();

  async function call(request: Request): Promise<unknown> {
    child.send(request);
    const [outcome] = (await Promise.race([once(child, 'message'), ended])) as [Outcome]; // The child's only messages.
    if ('error' in outcome) {
      throw Object.assign(new Error(outcome.error.message), { code: outcome.error.code });
    }
    return outcome.value;
  }

  return {
    pid: child.pid!, // It has started.
    run(name, ...parameters) {
      const next = () => call({ name, parameters });
      latest = latest.then(next, next);
      return latest as Promise<Awaited<ReturnType<Module[typeof name]>>>; // What this function returned.
    },
    async stop() {
      child.kill('SIGKILL');
      await ended.catch(() => {});
    },
  };
}
