/** Calls that aren't scheduled, because they change nothing that another process could see, or only read. */
const unpaused = [
  'setListener',
  'stopWaitingExcept',
  'untilDue',
  'readClock',
  'keepDefinitions',
  'definition',
  'countUndelivered',
  'allDefinitions',
  'depth',
  'status',
  'probe',
  'bytes',
  'close',
];

/** Turns of the event loop that a caller needs to reach its next call. */
const settlingTurns = 4;

/** Runs asynchronous calls one at a time, in a chosen order. */
export interface Scheduler {
  /** Wraps an object so that its calls wait until they are chosen. */
  pausing<Target extends object>(target: Target): Target;
  /** Runs actors to their end. At each step, `choose` gets the number of waiting calls and returns the index of the
   * next. */
  run(actors: (() => Promise<unknown>)[], choose: (options: number) => number): Promise<void>;
}

export function createScheduler(): Scheduler {
  const waiting: (() => Promise<unknown>)[] = [];
  let isScheduling = false;

  return {
    pausing: target =>
      new Proxy(target, {
        get(object, name) {
          const member: unknown = Reflect.get(object, name);
          if (typeof member !== 'function' || unpaused.includes(String(name))) return member;
          return (...words: unknown[]) => {
            const call = () => Promise.resolve(member.apply(object, words));
            if (!isScheduling) return call();
            return new Promise((resolve, reject) => {
              waiting.push(() => {
                const outcome = call();
                outcome.then(resolve, reject);
                return outcome.catch(() => {}); // The caller handles the rejection.
              });
            });
          };
        },
      }),
    async run(actors, choose) {
      isScheduling = true;
      let running = actors.length;
      const ended = actors.map(actor =>
        actor()
          .catch(() => {}) // An actor may fail. The invariants decide.
          .finally(() => {
            running -= 1;
          }),
      );
      while (running > 0) {
        for (let turn = 0; turn < settlingTurns; turn++) await new Promise(setImmediate);
        // The remaining actors wait for a timer or for each other.
        if (waiting.length === 0) await new Promise(resolve => setTimeout(resolve, 1));
        else await waiting.splice(choose(waiting.length), 1)[0]!();
      }
      await Promise.all(ended);
      isScheduling = false;
      // These calls have no waiting caller, such as the renewal of a lease.
      for (const call of waiting.splice(0)) await call();
    },
  };
}

/** Visits every sequence of choices. Each pass gets a `choose` that takes a path no earlier pass took. */
export async function forEachInterleaving(
  pass: (choose: (options: number) => number) => Promise<void>,
): Promise<number> {
  const path: { chosen: number; options: number }[] = [];
  for (let passes = 1; ; passes++) {
    let depth = 0;
    await pass(options => {
      path[depth] ??= { chosen: 0, options };
      // A timer may leave this pass fewer options than the one before.
      return Math.min(path[depth++]!.chosen, options - 1);
    });
    path.length = Math.min(path.length, depth);
    while (path.length > 0 && path.at(-1)!.chosen >= path.at(-1)!.options - 1) path.pop();
    if (path.length === 0) return passes;
    path.at(-1)!.chosen += 1;
  }
}
