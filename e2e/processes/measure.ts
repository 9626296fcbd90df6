// Measurements for tests and benchmarks.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Reads the resident memory of a process: now (`VmRSS`) or at its peak (`VmHWM`). */
export function memoryMiB({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
}

const children = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Reads the processor time that a process and its children have used so far. */
export function cpuSeconds({ pid = 0 }: ChildProcess): number {
  const ticks = [pid, ...children(pid)].map(each => {
    const fields = readFileSync(`/proc/${each}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]); // utime and stime
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

/** Runs in the page: resolves with its cumulative layout shift (web.dev/cls) since a time, in milliseconds since
 * navigation started. */
export function measureLayoutShift(since: number): Promise<number> {
  return new Promise(resolve => {
    let sum = 0;
    new PerformanceObserver(list => {
      const entries = list.getEntries().filter(({ startTime }) => startTime >= since);
      for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  });
}
