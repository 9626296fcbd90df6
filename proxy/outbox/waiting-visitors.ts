/** The outcome of a delivery for the visitor who is waiting for it. */
export type VisitorOutcome =
  | { state: 'delivered'; enquiryApiId: number }
  | { state: 'accepted' }
  | { state: 'infected' }
  /** `field` is our own name of the field that the visitor can correct. */
  | { state: 'refused'; field: string }
  /** The database didn't confirm the refusal, so the delivery may be stored or refused. It must not be acknowledged. */
  | { state: 'unconfirmed' };

/** A visitor who is waiting for the outcome of a delivery. */
export interface WaitingVisitor {
  waitMs: number;
  /** Aborts when the visitor disconnects. */
  signal: AbortSignal;
  /** The field of the form that the enquiry API refused under this name; undefined if the visitor can't correct it. */
  findField: (sentName: string) => string | undefined;
}

interface Waiting {
  visitor: WaitingVisitor;
  resolve: (outcome: VisitorOutcome) => void;
  /** The refusal has been sent to the database. Until that responds, the delivery may be stored or refused. */
  isBeingRefused: boolean;
}

export type WaitingVisitors = ReturnType<typeof createWaitingVisitors>;

/** Tracks the visitors who are waiting for an outcome in this process, by delivery. */
export function createWaitingVisitors() {
  const waiting = new Map<number, Waiting>();

  function resolve(id: number, outcome: VisitorOutcome): void {
    const found = waiting.get(id);
    waiting.delete(id);
    found?.resolve(outcome);
  }
  function stopWaiting(id: number): void {
    resolve(id, { state: waiting.get(id)?.isBeingRefused ? 'unconfirmed' : 'accepted' });
  }
  return {
    /** Ends a visitor's wait for a delivery with this outcome; does nothing if no visitor is waiting. */
    resolve,
    /** Returns the field that the enquiry API refused under this name, if a visitor is waiting who can correct it. That
     * visitor is then only told that the enquiry was accepted when `resolve` says so. */
    beginRefusal(id: number, sentName: string): string | undefined {
      const found = waiting.get(id);
      const field = found?.visitor.findField(sentName);
      if (found && field !== undefined) found.isBeingRefused = true;
      return field;
    },
    /** Ends every wait except those for these deliveries. */
    stopWaitingExcept(ids: Set<number>): void {
      for (const id of [...waiting.keys()]) if (!ids.has(id)) stopWaiting(id);
    },
    /** Resolves with the outcome, or with `accepted` when the wait is over or the visitor has disconnected. */
    wait(id: number, visitor: WaitingVisitor, waitMs: number): Promise<VisitorOutcome> {
      if (visitor.signal.aborted || waitMs <= 0) return Promise.resolve({ state: 'accepted' });
      return new Promise(settle => {
        const stop = () => stopWaiting(id);
        const timer = setTimeout(stop, waitMs);
        visitor.signal.addEventListener('abort', stop, { once: true });
        waiting.set(id, {
          visitor,
          isBeingRefused: false,
          resolve(outcome) {
            clearTimeout(timer);
            visitor.signal.removeEventListener('abort', stop);
            settle(outcome);
          },
        });
      });
    },
  };
}
