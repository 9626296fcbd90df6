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
  /** The absolute path of the file that it works on: by its descriptor, or its first argument that is a path. */
  path: string;
  /** Whether strace made it fail. */
  isInjected: boolean;
}

/** Attaches strace to all threads of a running process, which may be this one. Resolves when each of them is stopped
 * or will stop before its next system call, so that none is missed. Throws when strace is missing or may not attach:
 * that takes root, or `kernel.yama.ptrace_scope = 0` and the same user. */
export async function attachStrace(pid: number, filter: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'strace-'));
  // A pipe in place of the file could fill up, and this process might be the one that is stopped until it is read.
  const output = join(folder, 'calls');
  const fixed = ['-f', '-y', '-s', '0', '-o', output, '-p', String(pid)];
  const strace = spawn('strace', [...fixed, ...filter], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(strace, 'close');
  ended.catch(() => {}); // Thrown below as well.
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
    /** Lets the process run untraced again, and returns the calls in their order. */
    async detach(): Promise<TracedCall[]> {
      strace.kill('SIGINT');
      await ended;
      const lines = readFileSync(output, 'utf8').split('\n');
      rmSync(folder, { recursive: true });
      return parseCalls(lines);
    },
  };
}

/** Reads strace's output. A call that another thread's call came between is on two lines. */
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
