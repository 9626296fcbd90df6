import type { Receipt } from '../../proxy/contract/enquiry.ts';

type Tag = Pick<Element, 'getAttribute'>;

/** Opens the page that the `success-url` attribute names, once after each accepted enquiry. */
export class SuccessRedirect {
  /** The address to redirect to; undefined if there is none, or after the redirect. */
  address: string | undefined;
  #host: Element;

  constructor(host: Element) {
    this.#host = host;
  }

  /** Reads the address when an enquiry is accepted. */
  prepare(receipt: Receipt): void {
    this.address = successAddress(this.#host, location.href, receipt);
  }

  /** Redirects to the success page, unless the form has been removed from the current page: then the visitor has moved on. */
  follow(): void {
    if (!this.address || !this.#host.isConnected) return;
    location.assign(this.address);
    this.address = undefined;
  }
}

/** Resolves `success-url` against the page's URL, with the reference in the query parameter that
 * `success-reference` names; undefined unless it is http or https. */
export function successAddress(tag: Tag, page: string, { reference }: Receipt): string | undefined {
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
