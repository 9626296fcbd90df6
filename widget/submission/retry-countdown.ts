/** The wait between a try that failed and the next one. */
export class Patience {
  /** Until the next try; 0 when that comes with the network. */
  secondsLeft = 0;
  #end: ((goesOn: boolean) => void) | undefined;
  #onTick: () => void;

  constructor(onTick: () => void) {
    this.#onTick = onTick;
  }

  get isWaiting(): boolean {
    return !!this.#end;
  }

  /** Waits so long, or until the visitor is back online. Resolves with whether to try again. */
  async wait(ms: number): Promise<boolean> {
    const until = Date.now() + ms;
    const look = () => {
      this.secondsLeft = navigator.onLine ? Math.ceil((until - Date.now()) / 1000) : 0;
      if (navigator.onLine && this.secondsLeft <= 0) this.now();
      this.#onTick();
    };
    const ended = new Promise<boolean>(resolve => {
      this.#end = resolve;
    });
    const timer = setInterval(look, 1000);
    addEventListener('offline', look);
    addEventListener('online', this.now);
    look();
    const goesOn = await ended;
    clearInterval(timer);
    removeEventListener('offline', look);
    removeEventListener('online', this.now);
    return goesOn;
  }

  /** Tries at once. */
  now = (): void => this.#stop(true);

  /** Gives it up. */
  stop(): void {
    this.#stop(false);
  }

  #stop(goesOn: boolean): void {
    this.#end?.(goesOn);
    this.#end = undefined;
    this.#onTick();
  }
}

/** Resolves when there is a network, as far as the browser knows, or when nobody waits for it any more. */
export function online(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (navigator.onLine || signal.aborted) return resolve();
    addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve());
  });
}
