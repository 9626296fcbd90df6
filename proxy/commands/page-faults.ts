import {
  attribute,
  type Element,
  type Expected,
  type Fault,
  findParts,
  lineOf,
  type Parts,
  readPrerendered,
  type ServedPage,
  scriptTag,
  textIn,
} from './page-source.ts';
import { findPolicyFaults } from './policy-faults.ts';
import { findScriptFaults } from './script-faults.ts';

/** Finds what keeps the form on a page from working. Reads the page as it is served, and runs none of its scripts. */
export async function findFaults(
  page: ServedPage,
  expected: Expected,
): Promise<{ faults: Fault[]; forms: number }> {
  const found = findParts(page, expected.proxy);
  const parts = { ...found, proxy: found.proxy ?? 'https://PROXY/' };
  const { tags, links, frames, entries, proxy } = parts;
  const forms = tags.length + links.length + frames.length;
  if (forms === 0) return { faults: explainMissing(parts, expected.config), forms };
  // Without a script, a link leads to the page of its form.
  const isSending = tags.length > 0 || (links.length > 0 && entries.length > 0);
  const { origin } = new URL(page.address);
  const isAllowed = expected.config.origins.includes(origin) || origin === new URL(proxy).origin;
  const faults = [
    tags.flatMap(tag => findTagFaults(tag, parts)),
    links.flatMap(link => findLinkFaults(link, parts)),
    frames.flatMap(frame => findFrameFaults(frame, parts, origin)),
    findUnknownCaseTypes(parts, expected.config),
    isSending ? await findScriptFaults(parts, expected) : [],
    (await Promise.all(tags.map(tag => findPrerenderedFaults(tag, parts, expected)))).flat(),
    isAllowed || (!isSending && frames.length === 0) ? [] : [originFault(origin, expected.config)],
    findPolicyFaults(parts, page, isSending),
  ];
  return { faults: faults.flat(), forms };
}

/** Says why there is no form, as far as the source tells. */
function explainMissing(parts: Parts, { case_types }: Expected['config']): Fault[] {
  const [escaped] = parts.escaped;
  const [link] = parts.plainLinks;
  const [entry] = parts.entries;
  const isWriter = (each: Element) =>
    /<enquiry-form\b|data-enquiry-form|createElement\(\s*['"`]enquiry-form/.test(textIn(each));
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

function findTagFaults(tag: Element, { proxy, resolve }: Parts): Fault[] {
  const named = attribute(tag, 'proxy');
  const faults: Fault[] = [];
  const add = (problem: string, line: string, more: Pick<Fault, 'isWarning'> = {}) =>
    faults.push({ about: 'tag', advice: `${lineOf(tag)}: ${problem}. Write ${line}`, ...more });
  if (!attribute(tag, 'case-type')?.trim()) add('the tag has no case-type', '<enquiry-form case-type="…">');
  const isOwn = !named || resolve(tag, 'proxy')?.replace(/\/?$/, '/') === proxy;
  if (!isOwn) add(`its proxy is ${named}`, `proxy="${proxy}"`);
  if (!tag.sourceCodeLocation?.endTag) {
    const problem =
      'the tag isn\'t closed where it begins: it ends with "/>", or paragraphs have cut it in two';
    add(problem, '</enquiry-form> after its content, without blank lines in it', { isWarning: true });
  }
  return faults;
}

function findLinkFaults(link: Element, { proxy, resolve }: Parts): Fault[] {
  const address = resolve(link, 'href') ?? '';
  const isForm = address.startsWith(proxy) && /^forms\/[^/?#]+(?=$|[?#])/.test(address.slice(proxy.length));
  if (isForm) return [];
  const problem = `${lineOf(link)}: the link leads to "${address}", which isn't a form`;
  return [{ about: 'tag', advice: `${problem}. Write href="${proxy}forms/…"` }];
}

/** Browsers show a page of the proxy only in the frame of the site that its address names. */
function findFrameFaults(frame: Element, { resolve }: Parts, origin: string): Fault[] {
  const named = new URL(resolve(frame, 'src')!).searchParams.get('frame'); // It is the address of a form.
  // The browser names the site.
  if (named && (named === '1' || URL.parse(named)?.origin === origin)) return [];
  const problem = named ? `names ${named}, which isn't the site of this page` : 'names no site';
  const advice = `${lineOf(frame)}: the address in the frame ${problem}, so browsers don't show it`;
  return [{ about: 'tag', advice: `${advice}. Write frame=${origin} in it` }];
}

/** A config may have thousands of case types, and a page as many unknown ones. */
const maxNamed = 10;

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
  const some = [...known.slice(0, maxNamed), ...(known.length > maxNamed ? ['…'] : [])].join(', ');
  return named.flatMap(([element, names]) =>
    names
      .filter(name => name !== '' && !known.includes(name))
      .map((name): Fault => {
        const problem = `${lineOf(element)}: there is no case type "${name}" in the config`;
        return { about: 'case type', advice: `${problem}. Write one of ${some}` };
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

async function findPrerenderedFaults(
  tag: Element,
  { proxy, resolve }: Parts,
  { prerender }: Expected,
): Promise<Fault[]> {
  const served = readPrerendered(tag);
  const current = served && (await prerender(attribute(tag, 'case-type') ?? '', attribute(tag, 'lang')));
  if (!current) return [];
  const toFaults = (problem: string): Fault[] => [
    { about: 'prerendered form', advice: `${lineOf(tag)}: ${problem}` },
  ];
  const again = 'Print or build it again';
  if (served.definition !== current.definition)
    return toFaults(`it asks the questions of another config. ${again}`);
  if (served.style?.text !== current.style)
    return toFaults(`its style is that of another release, or was changed. ${again}`);
  const action = served.form && resolve(served.form, 'action');
  if (action?.startsWith(`${proxy}forms/`)) return [];
  return toFaults(`it posts to ${action}. Write action="${proxy}forms/…"`);
}

function originFault(origin: string, { origins }: Expected['config']): Fault {
  const listed =
    origins.length < 10 ? [...origins, origin].map(each => `"${each}"`).join(', ') : `…, "${origin}"`;
  return {
    about: 'origin',
    advice: `the config doesn't allow pages of ${origin}. Write "origins": [${listed}], and reload the config`,
  };
}
