// Measurements for tests and benchmarks.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The memory of a process in MiB, now (`VmRSS`) or at its peak (`VmHWM`). */
export function memory({ pid }: ChildProcess, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
}

/** The size of a response in bytes, compressed with brotli. `fetch` would decompress it. */
export async function brotliBytes(url: string): Promise<number> {
  const request = get(url, { headers: { 'accept-encoding': 'br' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.headers['content-encoding'] !== 'br') throw new Error(`${url} is not in brotli`);
  return (await buffer(response)).length;
}

/** Runs in the page: its cumulative layout shift since the start (web.dev/cls). */
export function layoutShift(): Promise<number> {
  return new Promise(resolve => {
    let sum = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  });
}
