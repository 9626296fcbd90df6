import type { Settled, Waiter } from './outbox.ts';

interface Waiting {
  waiter: Waiter;
  settle: (settled: Settled) => void;
  /** A refusal is on its way to the database: whether the enquiry is kept is not known until that ends. */
  isBeingRefused: boolean;
}

/** The visitors of this process who wait for an outcome, by delivery. */
export function createWaiters() {
  const waiting = new Map<number, Waiting>();

  function settle(id: number, settled: Settled): void {
    const found = waiting.get(id);
    waiting.delete(id);
    found?.settle(settled);
  }
  /** Stops waiting: it is kept, unless it is being refused at this moment. */
  function leave(id: number): void {
    settle(id, { state: waiting.get(id)?.isBeingRefused ? 'unconfirmed' : 'accepted' });
  }
  return {
    settle,
    /** Whether a visitor waits who can correct this field. From now on this visitor is never told that it is kept
     * unless `settle` says so. */
    beginRefusal(id: number, field: string): boolean {
      const found = waiting.get(id);
      if (!found?.waiter.canMend(field)) return false;
      found.isBeingRefused = true;
      return true;
    },
    /** Lets all go but those whose delivery is one of these. */
    dismiss(except: Set<number>): void {
      for (const id of [...waiting.keys()]) if (!except.has(id)) leave(id);
    },
    /** Resolves with the outcome; with `accepted` when the wait is over or the visitor has gone. */
    wait(id: number, waiter: Waiter, waitMs: number): Promise<Settled> {
      if (waiter.signal.aborted || waitMs <= 0) return Promise.resolve({ state: 'accepted' });
      return new Promise(resolve => {
        const stop = () => leave(id);
        const timer = setTimeout(stop, waitMs);
        waiter.signal.addEventListener('abort', stop, { once: true });
        waiting.set(id, {
          waiter,
          isBeingRefused: false,
          settle(settled) {
            clearTimeout(timer);
            waiter.signal.removeEventListener('abort', stop);
            resolve(settled);
          },
        });
      });
    },
  };
}
