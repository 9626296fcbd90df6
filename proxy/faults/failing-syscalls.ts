// Makes single system calls of a running process fail, by strace. What was found by experiment (strace 6.1, Node 24,
// Linux 6.18), and is relied on here:
//
// - strace counts `when=` per thread and per system call. So that the n-th call on a file is one call, each file must be
//   worked on by one thread: the main one (node:sqlite), or the only one of libuv's pool. Start the process with
//   UV_THREADPOOL_SIZE=1.
// - `-P path` limits what is counted and injected, not only what is printed. libuv wakes its event loop by writing to
//   an eventfd and aborts when that fails; such a `write` has no path and is never hit.
// - `-P` compares whole paths, by argument or by descriptor, and the file need not exist yet. It knows no folders, so
//   random names must be made predictable (`predictable-names.ts`).
// - An injected call isn't executed. So don't let `close` fail: its descriptor would stay open, unlike with a real
//   error. It isn't recorded.
// - Detaching leaves nothing behind. A process can be traced thousands of times, at some 10 ms each.
import { join, relative } from 'node:path';
import { attachStrace } from './strace.ts';

/** A system call on a file in the folder. The same run makes the same calls, so it can be found again by these. */
export interface DiskCall {
  /** Such as `fsync`. */
  name: string;
  /** The file's path relative to the folder; empty for the folder itself. */
  path: string;
  /** Which of the calls with this name on this path, counted from 1. */
  nth: number;
}

export interface Traced {
  /** The process to trace, which may be this one. */
  pid: number;
  /** Only files in this folder count: an absolute path without symbolic links. */
  folder: string;
}

const recordedCalls = [
  'openat mkdir mkdirat read pread64 write writev pwrite64 pwritev fsync fdatasync fallocate ftruncate',
  'rename renameat renameat2 unlink unlinkat',
]
  .flatMap(names => names.split(' '))
  .map(name => `?${name}`) // Some architectures lack some of them.
  .join();

/** Lists the system calls that `run` makes on the files in the folder, in their order, and how it ended. Throws when
 * two threads made the same call on the same file. */
export async function recordCalls<Result>({ pid, folder }: Traced, run: () => Promise<Result>) {
  const strace = await attachStrace(pid, ['-e', `trace=${recordedCalls}`]);
  const result = await outcomeOf(run);
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

/** Runs `run` while one system call fails, once: an error such as `EIO` or `ENOSPC` in place of the call. Tells how
 * often the process made this call on this file, whether one failed, and how `run` ended. */
export async function failCall<Result>(
  { pid, folder, call, error }: Traced & { call: DiskCall; error: string },
  run: () => Promise<Result>,
) {
  const strace = await attachStrace(pid, [
    '-P',
    join(folder, call.path),
    '-e',
    `trace=${call.name}`,
    '-e',
    `inject=${call.name}:error=${error}:when=${call.nth}`,
  ]);
  const result = await outcomeOf(run);
  const traced = await strace.detach();
  return { reached: traced.length, injected: traced.some(({ isInjected }) => isInjected), result };
}

async function outcomeOf<Result>(run: () => Promise<Result>): Promise<PromiseSettledResult<Result>> {
  const [outcome] = await Promise.allSettled([(async () => run())()]);
  return outcome;
}
