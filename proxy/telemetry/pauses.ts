import type { PerformanceEntry } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** How often the event loop is looked at, and how much later than planned that must be. */
const lookMs = 100;
const pauseMs = 200;
/** How long what ran is kept. */
const keptMs = 5_000;

interface PauseDependencies {
  monotonicMs: () => number;
  /** How many requests are open. */
  countRequests: () => number;
  metrics: Pick<Metrics, 'paused'>;
  log: Logger;
}

/** Notes each time in which the event loop ran nothing else for long, and what did: garbage collection, a statement of SQLite
 * (see `node-sqlite.ts`), or something that isn't measured. Returns a function that stops it. */
export function watchPauses({ monotonicMs, countRequests, metrics, log }: PauseDependencies): () => void {
  let ran: PerformanceEntry[] = [];
  const observer = new PerformanceObserver(list => {
    ran.push(...list.getEntries());
    performance.clearMeasures(); // Node keeps them for ever.
  });
  observer.observe({ entryTypes: ['gc', 'measure'] });
  let last = monotonicMs();

  function look(): void {
    const since = last;
    last = monotonicMs();
    ran = ran.filter(({ startTime, duration }) => startTime + duration > since - keptMs);
    const ms = Math.round(last - since - lookMs);
    const pause = { since, ms, requests: countRequests() };
    // Node tells what ran in the first turn of the event loop, and the observer in the second.
    if (ms > pauseMs) setImmediate(() => setImmediate(note, pause));
  }

  function note({ since, ms, requests }: { since: number; ms: number; requests: number }): void {
    ran.push(...observer.takeRecords());
    const during = ran.filter(({ startTime, duration }) => startTime + duration > since);
    const gc_ms = during.reduce((sum, each) => sum + (each.entryType === 'gc' ? each.duration : 0), 0);
    const [statement] = during
      .filter(({ entryType }) => entryType === 'measure')
      .sort((a, b) => b.duration - a.duration);
    const cause = gc_ms > ms / 2 ? 'gc' : statement ? 'statement' : 'other';
    metrics.paused(cause);
    log.debug({ ms, cause, gc_ms, statement: statement?.name, requests }, 'process paused');
  }

  const timer = setInterval(look, lookMs).unref();
  return () => {
    clearInterval(timer);
    observer.disconnect();
  };
}
