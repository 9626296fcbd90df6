import { maxAttributionLength } from '../../proxy/contract/attribution.ts';

/** Values by the names of their parameters. None is empty. */
export type ParameterValues = Record<string, string>;

/** Makes a value safe to send: without control characters and halves of characters, and not too long. */
export function clean(value: string): string {
  const text = value.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return [...text].slice(0, maxAttributionLength).join('');
}

/** Reads these parameters from an address, whatever it looks like. Advertisements break addresses in two ways: `&amp;` in
 * place of `&`, and a second `?`. Names match in upper and lower case. Of a repeated parameter, the first value counts. An
 * empty value says nothing, so it counts as missing. */
export function readParameters(address: string, names: string[]): ParameterValues {
  const query = address.replace(/^[^?#]*|#.*/gs, '').replace(/&amp;|\?(?=\w+=)/g, '&');
  const found: ParameterValues = {};
  // Never throws: it replaces malformed percent-encoding.
  const given = [...new URLSearchParams(query)];
  for (const [each, text] of given.reverse()) {
    const name = names.find(known => known.toLowerCase() === each.toLowerCase());
    const value = clean(text);
    if (name && value) found[name] = value;
  }
  return found;
}

/** The part of an address that identifies the page or app: without login, query and fragment, which may be personal.
 * Empty for other addresses, such as `about:blank` and files. */
export function originAndPath(address: string): string {
  const pattern = /^((?:https?|android-app):\/\/)(?:[^/?#]*@)?([^?#]*)/i;
  const [, scheme = '', rest = ''] = pattern.exec(address) ?? [];
  return clean(scheme + rest);
}
