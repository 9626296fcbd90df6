import { createHash } from 'node:crypto';
import { escapeHtml } from '../contract/html.ts';
import { styleSource } from '../http/pages/page-document.ts';
import { listOf } from '../outbox/formats.ts';
import type { Config } from '../settings/config.ts';
import { findLack, type Need } from './page-policy.ts';
import {
  attribute,
  type Element,
  findParts,
  lineOf,
  namesEntry,
  type PageParts,
  type ServedPage,
  textIn,
  walk,
} from './page-source.ts';
import { toSource } from './snippet.ts';

/** What the proxy knows. */
export interface Expected {
  /** The proxy's address, which ends with a slash. Undefined: the one that the page names is right. */
  proxy: string | undefined;
  config: Pick<Config, 'origins' | 'case_types'>;
  /** Loads a script. Rejects if that fails. */
  load: (address: string) => Promise<Uint8Array>;
  /** The current form of a case type as pages have it before its script. Undefined if there is none. */
  prerender: (caseType: string, lang?: string) => Promise<Prerendered | undefined>;
}

interface Prerendered {
  /** The hash of the definition. */
  definition: string;
  style: string;
}

/** Something that keeps the form on a page from working. */
export interface Fault {
  about: 'tag' | 'script' | 'policy' | 'case type' | 'origin' | 'prerendered form';
  /** The problem, and the line to change. It contains text of the page. */
  advice: string;
  /** Whether the form may work all the same. */
  isWarning?: true;
}

/** A page with the proxy's address, or an example of one. */
type Parts = PageParts & { proxy: string };

/** Finds what keeps the form on a page from working. Sees the page as it is served, and executes nothing in it. */
export async function findFaults(
  page: ServedPage,
  expected: Expected,
): Promise<{ faults: Fault[]; forms: number }> {
  const found = findParts(page, expected.proxy);
  const parts = { ...found, proxy: found.proxy ?? 'https://forms.example.com/' };
  const { tags, links, frames, entries, proxy } = parts;
  const forms = tags.length + links.length + frames.length;
  if (forms === 0) return { faults: explainMissing(parts, expected.config), forms };
  // Without a script, a link leads to the page of its form.
  const isSending = tags.length > 0 || (links.length > 0 && entries.length > 0);
  const { origin } = new URL(page.address);
  const isAllowed = expected.config.origins.includes(origin) || origin === new URL(proxy).origin;
  const faults = [
    tags.flatMap(tag => findTagFaults(tag, proxy)),
    links.flatMap(link => findLinkFaults(link, parts)),
    findUnknownCaseTypes(parts, expected.config),
    isSending ? await findScriptFaults(parts, expected) : [],
    (await Promise.all(tags.map(tag => findPrerenderedFaults(tag, proxy, expected)))).flat(),
    isAllowed || (!isSending && frames.length === 0) ? [] : [originFault(origin, expected.config)],
    findPolicyFaults(parts, page, isSending),
  ];
  return { faults: faults.flat(), forms };
}

const scriptTag = (address: string, more = '') =>
  `<script type="module" src="${escapeHtml(address)}"${more}></script>`;

/** Says why there is no form, as far as the source tells. */
function explainMissing(parts: Parts, { case_types }: Expected['config']): Fault[] {
  const [escaped] = parts.escaped;
  const [link] = parts.plainLinks;
  const [entry] = parts.entries;
  const isWriter = (each: Element) =>
    /<enquiry-form\b|data-enquiry-form|['"`]enquiry-form['"`]/.test(textIn(each));
  const writer = parts.scripts.find(isWriter);
  const [caseType = ''] = Object.keys(case_types);
  const tag = `<enquiry-form case-type="${caseType}"></enquiry-form>`;
  const script = scriptTag(`${parts.proxy}enquiry-form.js?case-type=${caseType}`);
  const toFaults = (problem: string, line: string): Fault[] => [
    { about: 'tag', advice: `${problem}. Write ${line}` },
  ];
  if (escaped) {
    const place = 'data' in escaped ? 'a comment' : `the text of <${escaped.parentNode?.nodeName}>`;
    const problem = `${lineOf(escaped)}: the tag is in ${place}, so it isn't an element`;
    return toFaults(problem, `it as HTML: ${tag} ${script}`);
  }
  if (writer) return explainWritten(writer, entry !== undefined);
  if (link) {
    const problem = `no tag: ${lineOf(link)} has a link to the form's own page, which works but isn't the form`;
    return toFaults(problem, '<a data-enquiry-form …>, or the tag around it');
  }
  if (entry) return toFaults(`no tag: it was removed, but ${lineOf(entry.script)} still has its script`, tag);
  const causes =
    'an editor has removed it, because not every author may write it, it was never published, a cache has an ' +
    "earlier page, or a script adds it, which this command can't see, because it reads pages as they are served";
  return toFaults(`no tag: ${causes}`, `${tag} ${script}`);
}

/** Says what is known of a form that a script of the page writes. */
function explainWritten(writer: Element, hasEntry: boolean): Fault[] {
  const text = textIn(writer);
  const written = `${lineOf(writer)}: a script writes the tag`;
  const type = /\.type\s*=\s*(['"`])(?!module\1)([^'"`]*)\1/.exec(text)?.[2];
  if (!hasEntry && type !== undefined) {
    const advice = `${written}, and gives the form's script the type "${type}". Write "module"`;
    return [{ about: 'script', advice }];
  }
  if (!hasEntry && !/createElement|createContextualFragment|document\.write|\bimport\b/.test(text)) {
    const problem = `${written} as HTML, and browsers don't run a script that is added like this`;
    return [{ about: 'script', advice: `${problem}. Put the form's script into the page itself` }];
  }
  const unknown = `${written}, which this command can't see, because it reads pages as they are served`;
  return [{ about: 'tag', advice: `${unknown}. Open the page in a browser`, isWarning: true }];
}

function findTagFaults(tag: Element, proxy: string): Fault[] {
  const named = attribute(tag, 'proxy');
  const faults: Fault[] = [];
  const add = (problem: string, line: string, more: Pick<Fault, 'isWarning'> = {}) =>
    faults.push({ about: 'tag', advice: `${lineOf(tag)}: ${problem}. Write ${line}`, ...more });
  if (!attribute(tag, 'case-type')?.trim()) add('the tag has no case-type', '<enquiry-form case-type="…">');
  if (named && named.replace(/\/?$/, '/') !== proxy) add(`its proxy is ${named}`, `proxy="${proxy}"`);
  if (!tag.sourceCodeLocation?.endTag) {
    const problem =
      'the tag isn\'t closed where it begins: it ends with "/>", or paragraphs have cut it in two';
    add(problem, '</enquiry-form> after its content, without blank lines in it', { isWarning: true });
  }
  return faults;
}

function findLinkFaults(link: Element, { proxy, resolve }: Parts): Fault[] {
  const address = resolve(link, 'href') ?? '';
  if (address.startsWith(`${proxy}forms/`)) return [];
  const problem = `${lineOf(link)}: the link leads to "${address}", which isn't a form`;
  return [{ about: 'tag', advice: `${problem}. Write href="${proxy}forms/…"` }];
}

function findUnknownCaseTypes(
  { tags, links, frames, resolve }: Parts,
  { case_types }: Expected['config'],
): Fault[] {
  const named: [Element, string[]][] = [
    ...tags.map((tag): [Element, string[]] => [tag, attribute(tag, 'case-type')?.split(/\s+/) ?? []]),
    ...links.map((each): [Element, string[]] => [each, caseTypesIn(resolve(each, 'href'))]),
    ...frames.map((each): [Element, string[]] => [each, caseTypesIn(resolve(each, 'src'))]),
  ];
  const known = Object.keys(case_types);
  return named.flatMap(([element, names]) =>
    names
      .filter(name => name !== '' && !known.includes(name))
      .map((name): Fault => {
        const problem = `${lineOf(element)}: there is no case type "${name}" in the config`;
        return { about: 'case type', advice: `${problem}. Write one of ${known.join(', ')}` };
      }),
  );
}

/** The case types in the address of a form's page, or of a list. */
function caseTypesIn(address: string | undefined): string[] {
  const { pathname, searchParams } = new URL(address ?? 'about:blank');
  const [, name] = /\/forms\/([^/]+)$/.exec(pathname) ?? [];
  try {
    return name === undefined ? searchParams.getAll('case-type') : [decodeURIComponent(name)];
  } catch {
    return [name!]; // A percent sign that begins no escape.
  }
}

/** How many pinned scripts are loaded. A page needs one. */
const maxPins = 10;

async function findScriptFaults(parts: Parts, expected: Expected): Promise<Fault[]> {
  const { entries, tags, proxy } = parts;
  const checked = entries.map(entry => ({ entry, fault: findEntryFault(entry, proxy) }));
  const right = checked.filter(({ fault }) => !fault);
  // An optimiser may have left a copy that it has changed.
  if (right.length > 0)
    return (
      await Promise.all(right.slice(0, maxPins).map(({ entry }) => findPinFault(entry, expected)))
    ).flat();
  const [first] = checked;
  if (first) return [first.fault!];
  // A bundle of the site has the element, or a script imports it.
  if (findImporter(parts) || tags.every(tag => attribute(tag, 'proxy'))) return [];
  const names = tags.flatMap(tag => attribute(tag, 'case-type')?.match(/\S+/g) ?? []);
  const query = new URLSearchParams(names.map((name): [string, string] => ['case-type', name]));
  const script = scriptTag(`${proxy}enquiry-form.js?${query}`);
  return [{ about: 'script', advice: `no script: it was removed, or joined with others. Write ${script}` }];
}

const findImporter = ({ scripts }: PageParts) => scripts.find(each => namesEntry(textIn(each)));

/** Finds what keeps a script from running. */
function findEntryFault(
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

/** The form that a tag has before its script: its style, its definition, and the address that it posts to. */
function readPrerendered(tag: Element) {
  const root = tag.childNodes.find(
    each => 'content' in each && attribute(each, 'shadowrootmode') !== undefined,
  );
  if (!root) return undefined;
  const elements = [...walk(root)].filter(each => 'tagName' in each);
  const style = elements.find(({ tagName }) => tagName === 'style');
  const hidden = elements.find(each => attribute(each, 'name') === 'definition');
  const form = elements.find(each => attribute(each, 'action') !== undefined);
  return {
    style: style && { text: textIn(style), nonce: attribute(style, 'nonce') },
    definition: hidden && attribute(hidden, 'value'),
    action: form && attribute(form, 'action'),
  };
}

async function findPrerenderedFaults(tag: Element, proxy: string, { prerender }: Expected): Promise<Fault[]> {
  const served = readPrerendered(tag);
  const current = served && (await prerender(attribute(tag, 'case-type') ?? '', attribute(tag, 'lang')));
  if (!current) return [];
  const again = 'Print or build it again';
  const advice =
    served.definition !== current.definition
      ? `it asks the questions of another config. ${again}`
      : served.style?.text !== current.style
        ? `its style is that of another release, or was changed. ${again}`
        : served.action?.startsWith(`${proxy}forms/`)
          ? undefined
          : `it posts to ${served.action}. Write action="${proxy}forms/…"`;
  return advice === undefined ? [] : [{ about: 'prerendered form', advice: `${lineOf(tag)}: ${advice}` }];
}

function originFault(origin: string, { origins }: Expected['config']): Fault {
  const listed =
    origins.length < 10 ? [...origins, origin].map(each => `"${each}"`).join(', ') : `…, "${origin}"`;
  return {
    about: 'origin',
    advice: `the config doesn't allow pages of ${origin}. Write "origins": [${listed}], and reload the config`,
  };
}

function findPolicyFaults(parts: Parts, page: ServedPage, isSending: boolean): Fault[] {
  const needs = [...(isSending ? listNeeds(parts) : []), ...listNeedsOfForms(parts)];
  return parts.policies.flatMap(({ text, meta }): Fault[] => {
    const lack = findLack(text, needs, page.address, toSource(parts.proxy));
    if (!lack) return [];
    const name = 'Content-Security-Policy';
    const [place, line] = meta
      ? [`${lineOf(meta)}: the policy`, `<meta http-equiv="${name}" content="${escapeHtml(lack.corrected)}">`]
      : ['the policy in the header', `${name}: ${lack.corrected}`];
    const faults: Fault[] = [];
    if (lack.lacks.length > 0)
      faults.push({ about: 'policy', advice: `${place} lacks ${listOf(lack.lacks)}. Write ${line}` });
    if (lack.needsNonce) {
      const problem = `${place} has 'strict-dynamic', so browsers run only scripts that have its nonce`;
      faults.push({ about: 'policy', advice: `${problem}. Write <script nonce="…" …>` });
    }
    return faults;
  });
}

/** What the script needs to load and to send. */
function listNeeds(parts: Parts): Need[] {
  const { tags, links, proxy } = parts;
  // A bundle of the site is for the site to allow.
  const isBundled = links.length === 0 && !findImporter(parts) && tags.every(tag => attribute(tag, 'proxy'));
  return [
    ...(isBundled && parts.entries.length === 0 ? [] : listScripts(parts)),
    { for: 'connection', address: `${proxy}case-types/any` },
    { for: 'connection', address: `${proxy}enquiries` },
    { for: 'post', address: `${proxy}forms/any` },
    { for: 'trusted-types', name: 'lit-html' },
  ];
}

/** The form's script, the parts that it loads, and the import map that has their hashes. */
function listScripts(parts: Parts): Need[] {
  const { entries, scripts, proxy } = parts;
  const entry = entries.find(each => !findEntryFault(each, proxy)) ?? entries[0];
  const script = entry?.script ?? findImporter(parts);
  const nonce = script && attribute(script, 'nonce');
  const integrity = entry && attribute(entry.script, 'integrity');
  const isMap = (each: Element) => attribute(each, 'type') === 'importmap' && textIn(each).includes(proxy);
  const map = integrity === undefined ? undefined : scripts.find(isMap);
  return [
    {
      for: 'script',
      address: entry?.address.startsWith(proxy) ? entry.address : `${proxy}enquiry-form.js`,
      nonce,
      integrity,
      isImported: script && !entry ? true : undefined,
    },
    { for: 'script', address: `${proxy}assets/part.js`, nonce, isImported: true },
    ...(map
      ? [{ for: 'inline-script', hash: styleSource(textIn(map)), nonce: attribute(map, 'nonce') } as const]
      : []),
  ];
}

/** What forms need that are there without a script. */
function listNeedsOfForms({ tags, frames, resolve }: Parts): Need[] {
  const styles = tags.flatMap(tag => readPrerendered(tag)?.style ?? []);
  return [
    ...styles.map(({ text, nonce }): Need => ({ for: 'style', hash: styleSource(text), nonce })),
    ...frames.map((each): Need => ({ for: 'frame', address: resolve(each, 'src')! })), // It is the address of a form.
  ];
}
