import type { LitElement } from 'lit';
import { successAddress } from '../form/success-address.ts';

/** The maximum time for which listeners of `enquiry-accepted` can delay the redirect. */
const maxDelayMs = 2_000;

/** Opens the page that the `success-url` attribute names, once after each accepted enquiry. */
export class SuccessRedirect {
  /** The address to redirect to; undefined if there is none, or after the redirect. */
  address: string | undefined;
  #host: LitElement;
  #delay: RedirectDelay | undefined;
  #onDelayEnd: () => void;

  /** `onDelayEnd` is called when the redirect doesn't have to wait for promises any more. */
  constructor(host: LitElement, onDelayEnd: () => void) {
    this.#host = host;
    this.#onDelayEnd = onDelayEnd;
  }

  /** Reads the address when an enquiry is accepted. */
  prepare(reference: string): void {
    this.address = successAddress(this.#host, location.href, reference);
  }

  /** Returns a function that makes the redirect wait for promises. */
  delay(): RedirectDelay['waitUntil'] {
    this.#delay = new RedirectDelay(this.#onDelayEnd);
    return this.#delay.waitUntil;
  }

  /** Redirects to the success page, unless the form isn't on the page any more because the visitor has moved on.
   * `onLeave` is called just before the redirect, when `address` isn't set any more. */
  follow(onLeave: () => void): void {
    const { address } = this;
    if (!address || !this.#host.isConnected || this.#delay?.isOver === false) return;
    this.address = undefined;
    onLeave();
    location.assign(address);
  }
}

/** Promises that the redirect waits for. */
class RedirectDelay {
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
