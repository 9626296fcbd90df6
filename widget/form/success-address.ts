type Tag = Pick<Element, 'getAttribute'>;

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
