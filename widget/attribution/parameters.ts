import { maxAttributionLength } from '../../proxy/contract/attribution.ts';

/** Non-empty values by the names of their parameters. */
export type ParameterValues = Record<string, string>;

/** Makes a value safe to send: removes control characters and lone surrogates, and cuts it if it is too long. */
export function clean(value: string): string {
  const text = value.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return [...text].slice(0, maxAttributionLength).join('');
}

/** Reads these parameters from any address. Advertisements damage addresses in two ways: with `&amp;` instead of `&`, and
 * with a second `?`. The case of names is ignored. The first value of a repeated parameter is used. An empty value counts
 * as missing. */
export function readParameters(address: string, names: string[]): ParameterValues {
  const query = address.replace(/^[^?#]*|#.*/gs, '').replace(/&amp;|\?(?=\w+=)/g, '&');
  const found: ParameterValues = {};
  // URLSearchParams never throws. It replaces malformed percent-encoding.
  const given = [...new URLSearchParams(query)];
  for (const [each, text] of given.reverse()) {
    const name = names.find(known => known.toLowerCase() === each.toLowerCase());
    const value = clean(text);
    if (name && value) found[name] = value;
  }
  return found;
}

/** The part of an address that identifies the page or app, without login, query and fragment, which may contain personal
 * data. Empty for other addresses, such as `about:blank` and files. */
export function originAndPath(address: string): string {
  const pattern = /^((?:https?|android-app):\/\/)(?:[^/?#]*@)?([^?#]*)/i;
  const [, scheme = '', rest = ''] = pattern.exec(address) ?? [];
  return clean(scheme + rest);
}
