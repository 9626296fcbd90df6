import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ProcessRow } from '../outbox/processes.ts';

type Identity = Pick<ProcessRow, 'host' | 'pid' | 'started'>;

/** Identifies this process among those of all machines. `started` is empty if nothing handles SIGHUP, which would end the
 * process then: a program that has mounted the proxy reloads it in its own way. */
export function identifyProcess(): Identity {
  const place = readPlace();
  const start = readStart('self');
  const isKnown = place !== undefined && start !== undefined && process.listenerCount('SIGHUP') > 0;
  const started = isKnown ? `${place} ${start}` : '';
  return { host: hostname(), pid: process.pid, started };
}

/** Finds out whether a process with this identity can be signalled. `ended`: it was here, but isn't running any more.
 * `elsewhere`: it runs on another machine or in another container, it doesn't handle the signal, or the system doesn't
 * say when processes started, so that its number may be another process's by now. */
export function locateProcess({ pid, started }: Identity): 'here' | 'ended' | 'elsewhere' {
  const place = readPlace();
  if (place === undefined || !started.startsWith(`${place} `)) return 'elsewhere';
  return started === `${place} ${readStart(pid)}` ? 'here' : 'ended';
}

/** The boot of the machine and the namespace of process numbers, within which a number and a start time identify a process.
 * Undefined without `/proc`. */
function readPlace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined; // Not Linux, or the container hides these files.
  }
}

/** The start time of a process, in clock ticks since the boot (proc_pid_stat(5), field 22). Undefined if there is no such
 * process. */
function readStart(pid: number | 'self'): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name of the program, is in parentheses and may contain anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
