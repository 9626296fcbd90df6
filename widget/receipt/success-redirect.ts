import type { LitElement } from 'lit';
import { successAddress } from '../form/success-address.ts';
import { RedirectDelay } from './redirect-delay.ts';

/** Opens the page that the `success-url` attribute names, once after each accepted enquiry. */
export class SuccessRedirect {
  /** The address to redirect to; undefined if there is none, or after the redirect. */
  address: string | undefined;
  #host: LitElement;
  #delay: RedirectDelay | undefined;

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** Reads the address when an enquiry is accepted. */
  prepare(reference: string): void {
    this.address = successAddress(this.#host, location.href, reference);
  }

  /** Returns a function that makes the redirect wait for promises. */
  delay(): RedirectDelay['waitUntil'] {
    this.#delay = new RedirectDelay(() => this.#host.requestUpdate());
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
