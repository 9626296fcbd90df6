/** The visible wait between two attempts. */
export class RetryCountdown {
  /** Seconds until the next attempt. */
  secondsLeft = 0;
  #end: ((retries: boolean) => void) | undefined;
  #onTick: () => void;

  /** `onTick` is called each second, and when the wait begins or ends. */
  constructor(onTick: () => void) {
    this.#onTick = onTick;
  }

  get isRunning(): boolean {
    return !!this.#end;
  }

  /** Waits for `ms` milliseconds, or until the browser says that it is online again. Resolves with whether to retry; false
   * means that the countdown was stopped. */
  async wait(ms: number): Promise<boolean> {
    // `Date.now()` would follow changes of the visitor's clock, and some pages replace it.
    const until = performance.now() + ms;
    const update = () => {
      this.secondsLeft = Math.ceil((until - performance.now()) / 1000);
      if (this.secondsLeft <= 0) this.finish();
      this.#onTick();
    };
    const ended = new Promise<boolean>(resolve => {
      this.#end = retries => {
        this.#end = undefined; // Every edit stops the countdown.
        resolve(retries);
      };
    });
    const timer = setInterval(update, 1000);
    addEventListener('online', this.finish);
    update();
    const retries = await ended;
    clearInterval(timer);
    removeEventListener('online', this.finish);
    this.#onTick();
    return retries;
  }

  /** Ends the wait and retries at once. */
  finish = (): void => this.#end?.(true);

  /** Ends the wait without a retry. */
  stop(): void {
    this.#end?.(false);
  }
}
