// Uses strace to make single system calls of a running process fail. This code relies on the following behaviour, found
// by experiment (strace 6.1, Node 24, Linux 6.18):
//
// - strace counts `when=` per thread and per system call. Only one thread may use each file, or the nth call would be
//   ambiguous: the main thread (node:sqlite) or the only thread of libuv's pool. Start the process with
//   UV_THREADPOOL_SIZE=1.
// - `-P path` limits what is counted and injected, not only what is printed. libuv wakes its event loop by writing to
//   an eventfd and aborts when that fails. Such a `write` has no path, so it never fails.
// - `-P` compares whole paths, by argument or by descriptor, and the file need not exist yet. It can't match a folder,
//   so random names are replaced by predictable ones (`predictable-names.ts`).
// - An injected call isn't executed. That is why `close` never fails here and isn't recorded: unlike with a real error,
//   its descriptor would stay open.
// - Detaching leaves nothing behind. A process can be traced thousands of times, at about 10 ms each.
import { join, relative } from 'node:path';
import { attachStrace } from './strace.ts';

/** Identifies a system call on a file in the folder. Every run of an operation makes the same calls. */
export interface DiskCall {
  /** The system call, such as `fsync`. */
  name: string;
  /** The file's path relative to the folder; empty for the folder itself. */
  path: string;
  /** Position among the calls with this name on this path, from 1. */
  nth: number;
}

export interface TracedProcess {
  /** The process to trace. */
  pid: number;
  /** The folder whose files are traced: an absolute path without symbolic links. */
  folder: string;
}

const recordedCalls = [
  'openat mkdir mkdirat read pread64 write writev pwrite64 pwritev fsync fdatasync fallocate ftruncate',
  'rename renameat renameat2 unlink unlinkat',
]
  .flatMap(names => names.split(' '))
  .map(name => `?${name}`) // The question mark ignores calls that the architecture lacks.
  .join();

/** Resolves with the system calls that `run` makes on the files in the folder, in order, and with the outcome of `run`.
 * Rejects when two threads made the same call on the same file. */
export async function recordCalls<Result>({ pid, folder }: TracedProcess, run: () => Promise<Result>) {
  const strace = await attachStrace(pid, ['-e', `trace=${recordedCalls}`]);
  const result = await settle(run);
  const traced = await strace.detach();
  const seen = new Map<string, { count: number; thread: string }>();
  const calls: DiskCall[] = [];
  for (const { name, path: absolute, thread } of traced) {
    if (absolute !== folder && !absolute.startsWith(`${folder}/`)) continue;
    const path = relative(folder, absolute);
    const before = seen.get(`${name} ${path}`) ?? { count: 0, thread };
    if (before.thread !== thread) {
      throw new Error(`two threads call ${name} on ${path}: start the process with UV_THREADPOOL_SIZE=1`);
    }
    const nth = before.count + 1;
    seen.set(`${name} ${path}`, { count: nth, thread });
    calls.push({ name, path, nth });
  }
  return { calls, result };
}

/** Calls `run` while one system call fails once, with an error such as `EIO` or `ENOSPC`; with `isLasting`, it also fails
 * when it is repeated. Resolves with whether a call failed, and with the outcome of `run`. */
export async function failCall<Result>(
  {
    pid,
    folder,
    call,
    error,
    isLasting = false,
  }: TracedProcess & { call: DiskCall; error: string; isLasting?: boolean },
  run: () => Promise<Result>,
) {
  const strace = await attachStrace(pid, [
    '-P',
    join(folder, call.path),
    '-e',
    `trace=${call.name}`,
    '-e',
    `inject=${call.name}:error=${error}:when=${call.nth}${isLasting ? '+' : ''}`,
  ]);
  const result = await settle(run);
  const traced = await strace.detach();
  return { injected: traced.some(({ isInjected }) => isInjected), result };
}

async function settle<Result>(run: () => Promise<Result>): Promise<PromiseSettledResult<Result>> {
  const [outcome] = await Promise.allSettled([(async () => run())()]);
  return outcome;
}
