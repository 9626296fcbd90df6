import type { Logger } from 'pino';
import { reportOrphans, type Store } from '../outbox/store.ts';
import { createClockWatch } from '../time/clock-watch.ts';
import { sweep, sweepOrphans } from './sweep.ts';

const hourMs = 3_600_000;
const lateMs = hourMs;
const watchMs = 300_000;
const clockWatchMs = 5_000;

export interface UpkeepDependencies extends Store {
  /** Deliveries that ended longer ago are deleted. */
  keepMs: number;
  /** Called when the clock that due times go by was stepped back. */
  retryAll: () => Promise<void>;
  monotonicMs: () => number;
  log: Logger;
}

/** Deletes what is not needed any more, each hour and first of all now; raises alarms, every five minutes; watches the
 * clock. Resolves with the way to stop it. */
export async function startUpkeep(dependencies: UpkeepDependencies): Promise<() => void> {
  const { outbox, spool, orphans, keepMs, retryAll, monotonicMs, log } = dependencies;
  const clockWatch = createClockWatch(outbox.time, monotonicMs);

  async function cleanUp(): Promise<void> {
    await outbox.forget(keepMs);
    await sweep(outbox, spool);
    if (orphans) await sweepOrphans(outbox, spool, orphans);
    await reportOrphans(orphans, log);
  }

  async function watch(): Promise<void> {
    await outbox.tidy();
    for (const { kind, state, count, oldest_ms } of await outbox.depth()) {
      if (state === 'waiting' && oldest_ms > lateMs)
        log.error({ kind, count }, 'the oldest has waited for over an hour');
    }
  }

  async function watchClock(): Promise<void> {
    const stepped_back_ms = await clockWatch.look();
    if (stepped_back_ms === 0) return;
    log.warn({ stepped_back_ms }, 'clock stepped back; everything is due again');
    await retryAll();
  }

  /** A failure is the store's fault; the next run may do better. */
  const guarded = (work: () => Promise<void>) => () =>
    work().catch(error => log.error({ err: error }, 'the outbox does not answer'));
  await guarded(cleanUp)();
  await guarded(watchClock)();
  const timers = [
    setInterval(guarded(cleanUp), hourMs),
    setInterval(guarded(watch), watchMs),
    setInterval(guarded(watchClock), clockWatchMs),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
