import { createHash } from 'node:crypto';
import { escapeHtml } from '../contract/html.ts';
import { listOf } from '../outbox/formats.ts';
import {
  attribute,
  type Element,
  type Expected,
  type Fault,
  lineOf,
  namesEntry,
  type PageParts,
  type Parts,
  scriptTag,
  textIn,
} from './page-source.ts';

/** How many pinned scripts are loaded. A page needs one. */
const maxPins = 10;

/** Finds what keeps the form's script from running. */
export async function findScriptFaults(parts: Parts, expected: Expected): Promise<Fault[]> {
  const { entries, tags, proxy } = parts;
  const checked = entries.map(entry => ({ entry, fault: findEntryFault(entry, proxy) }));
  const right = checked.filter(({ fault }) => !fault);
  // An optimiser may have left a copy that it has changed.
  if (right.length > 0) {
    const pins = right.slice(0, maxPins).map(({ entry }) => findPinFault(entry, expected));
    return (await Promise.all(pins)).flat();
  }
  const [first] = checked;
  if (first?.fault) return [first.fault];
  // A bundle of the site has the element, or a script imports it.
  if (findImporter(parts) || tags.every(tag => attribute(tag, 'proxy'))) return [];
  const names = tags.flatMap(tag => attribute(tag, 'case-type')?.match(/\S+/g) ?? []);
  const query = new URLSearchParams(names.map((name): [string, string] => ['case-type', name]));
  const script = scriptTag(`${proxy}enquiry-form.js?${query}`);
  return [{ about: 'script', advice: `no script: it was removed, or joined with others. Write ${script}` }];
}

/** The script of the page that imports the form's, if there is one. */
export const findImporter = ({ scripts }: PageParts): Element | undefined =>
  scripts.find(each => namesEntry(textIn(each)));

/** Finds what keeps a script from running. */
export function findEntryFault(
  { script, attribute: place, address }: PageParts['entries'][number],
  proxy: string,
): Fault | undefined {
  const type = attribute(script, 'type')?.trim();
  const isModule = type?.toLowerCase() === 'module';
  const isOwn = address.startsWith(proxy);
  const problems = [
    isModule ? [] : type ? `its type is "${type}"` : 'it has no type="module"',
    place === 'src' ? [] : `its address is in ${place} instead of src`,
    isOwn ? [] : `its address ${address} isn't below ${proxy}`,
  ].flat();
  if (problems.length === 0) return undefined;
  const { pathname, search } = new URL(address);
  const own = isOwn ? address : `${proxy}${/(?:assets\/)?[^/]*$/.exec(pathname)![0]}${search}`;
  const kept = ['integrity', 'crossorigin', 'nonce'].flatMap(name => {
    const value = attribute(script, name);
    return value === undefined ? [] : ` ${name}="${escapeHtml(value)}"`;
  });
  const isWaiting = place !== 'src' || (!isModule && type); // Another script may start it.
  const effect = isWaiting ? ', so it runs late or never' : isModule ? '' : ', so it fails';
  const advice = `${lineOf(script)}: ${listOf(problems)}${effect}. Write ${scriptTag(own, kept.join(''))}`;
  return { about: 'script', advice };
}

/** Compares a pinned script with the hash in its tag. */
async function findPinFault(
  { script, address }: PageParts['entries'][number],
  { load }: Expected,
): Promise<Fault[]> {
  const hashes =
    attribute(script, 'integrity')
      ?.split(/\s+/)
      .filter(each => /^sha(256|384|512)-/.test(each)) ?? [];
  if (hashes.length === 0) return [];
  // Browsers use those with the strongest algorithm.
  const algorithm = hashes
    .map(hash => hash.slice(0, 6))
    .toSorted()
    .at(-1)!;
  try {
    const actual = `${algorithm}-${createHash(algorithm)
      .update(await load(address))
      .digest('base64')}`;
    if (hashes.includes(actual)) return [];
    const advice =
      `${lineOf(script)}: the hash doesn't fit the script, so browsers refuse it. ` +
      `Print the tags again with "snippet --pinned": if nobody has changed the script, it is integrity="${actual}"`;
    return [{ about: 'script', advice }];
  } catch (error) {
    const { message } = error as Error;
    const problem = `${lineOf(script)}: ${address} can't be loaded (${message})`;
    return [{ about: 'script', advice: `${problem}. Print the tags again with "snippet --pinned"` }];
  }
}
