import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A system call that strace saw. */
export interface TracedCall {
  thread: string;
  name: string;
  /** The absolute path of the file, from its descriptor or the first argument that is a path. */
  path: string;
  /** Whether strace made it fail. */
  isInjected: boolean;
}

/** Attaches strace to all threads of a running process. Resolves when every thread is stopped or
 * will stop before its next system call, so that no call is missed. Rejects when strace is missing or may not attach,
 * which requires root, or the same user and `kernel.yama.ptrace_scope = 0`. */
export async function attachStrace(pid: number, filter: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'strace-'));
  // The output goes to a file because a pipe could fill up while the process that should read it is stopped.
  const output = join(folder, 'calls');
  const fixed = ['-f', '-y', '-s', '0', '-o', output, '-p', String(pid)];
  const strace = spawn('strace', [...fixed, ...filter], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(strace, 'close');
  ended.catch(() => {}); // The race below handles the rejection.
  const said: string[] = [];
  const attached = new Promise<void>(resolve => {
    createInterface({ input: strace.stderr }).on('line', line => {
      said.push(line);
      if (/^strace: Process \d+ attached/.test(line)) resolve();
    });
  });
  const isAttached = await Promise.race([attached.then(() => true), ended.then(() => false)]);
  if (!isAttached) {
    rmSync(folder, { recursive: true });
    throw new Error(`strace could not attach: ${said.join(' ')}`);
  }
  return {
    /** Detaches strace. Resolves with the calls in order. */
    async detach(): Promise<TracedCall[]> {
      strace.kill('SIGINT');
      await ended;
      const lines = readFileSync(output, 'utf8').split('\n');
      rmSync(folder, { recursive: true });
      return parseCalls(lines);
    },
  };
}

/** Parses strace's output, which splits a call over two lines when another thread's call interrupts it. */
export function parseCalls(lines: string[]): TracedCall[] {
  const calls: TracedCall[] = [];
  const unfinished = new Map<string, TracedCall>();
  for (const line of lines) {
    const isInjected = line.endsWith('(INJECTED)');
    const [, resumedBy] = /^(\d+) +<\.\.\. \w+ resumed>/.exec(line) ?? [];
    const resumed = resumedBy === undefined ? undefined : unfinished.get(resumedBy);
    if (resumed) resumed.isInjected = isInjected;
    const [, thread, name, rest] = /^(\d+) +(\w+)\((.*)/.exec(line) ?? [];
    if (thread === undefined || name === undefined || rest === undefined) continue;
    // 3</path>, … or "/path", … or AT_FDCWD</current/folder>, "/path", …
    const [, ofDescriptor, ofArgument] = /^(?:\d+<([^>]*)>|(?:AT_FDCWD<[^>]*>, )?"([^"]*)")/.exec(rest) ?? [];
    const call = { thread, name, path: ofDescriptor ?? ofArgument ?? '', isInjected };
    calls.push(call);
    if (line.endsWith('<unfinished ...>')) unfinished.set(thread, call);
  }
  return calls;
}
