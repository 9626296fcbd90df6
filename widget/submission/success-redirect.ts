import type { LitElement } from 'lit';
import { RedirectDelay } from './redirect-delay.ts';

type Tag = Pick<Element, 'getAttribute'>;

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

/** Resolves `success-url` against the page's URL, with the reference in the query parameter that
 * `success-reference` names; undefined unless it is http or https. */
export function successAddress(tag: Tag, page: string, reference: string): string | undefined {
  const url = tag.getAttribute('success-url');
  const parameter = tag.getAttribute('success-reference');
  if (!url?.trim()) return undefined;
  let address: URL;
  try {
    address = new URL(url, page);
  } catch {
    return undefined; // The site's mistake. The visitor sees the receipt instead.
  }
  if (!/^https?:$/.test(address.protocol)) return undefined;
  if (parameter) address.searchParams.set(parameter, reference);
  return address.href;
}
