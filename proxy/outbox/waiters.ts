import type { Settled, Waiter } from './outbox.ts';

/** The visitors of this process who wait for an outcome, by delivery. */
export function createWaiters() {
  const waiting = new Map<number, { waiter: Waiter; settle: (settled: Settled) => void }>();

  /** Takes the visitor out of the waiting room; undefined when nobody waits (any more). */
  function take(id: number) {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  }
  return {
    take,
    settle: (id: number, settled: Settled) => take(id)?.settle(settled),
    /** Lets all go but those whose delivery is one of these. */
    dismiss(except: Set<number>): void {
      for (const id of [...waiting.keys()]) if (!except.has(id)) take(id)?.settle({ state: 'accepted' });
    },
    /** Resolves with the outcome; with `accepted` when the wait is over or the visitor has gone. */
    wait(id: number, waiter: Waiter): Promise<Settled> {
      if (waiter.signal.aborted) return Promise.resolve({ state: 'accepted' });
      return new Promise(resolve => {
        const leave = () => take(id)?.settle({ state: 'accepted' });
        const timer = setTimeout(leave, waiter.waitMs);
        waiter.signal.addEventListener('abort', leave, { once: true });
        waiting.set(id, {
          waiter,
          settle(settled) {
            clearTimeout(timer);
            waiter.signal.removeEventListener('abort', leave);
            resolve(settled);
          },
        });
      });
    },
  };
}
