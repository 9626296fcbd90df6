/** The maximum time for which listeners of `enquiry-accepted` can delay the redirect. */
const maxDelayMs = 2_000;

/** Promises that the redirect waits for. */
export class RedirectDelay {
  #pendingCount = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isTimeUp = false;
  #onEnd: () => void;

  /** `onEnd` is called when the redirect doesn't have to wait any more. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get isOver(): boolean {
    return this.#isTimeUp || !this.#pendingCount;
  }

  /** Delays the redirect until this promise is fulfilled or rejected. The time limit starts with the first promise. */
  waitUntil = (promise: PromiseLike<unknown>): void => {
    this.#timer ??= setTimeout(() => {
      this.#isTimeUp = true;
      this.#onEnd();
    }, maxDelayMs);
    this.#pendingCount++;
    const settle = () => {
      this.#pendingCount--;
      if (this.isOver) this.#onEnd();
    };
    Promise.resolve(promise).then(settle, settle);
  };
}
