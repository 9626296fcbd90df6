import { parse } from 'parse5';
import { policyDirectives, scriptTag } from '../http/pages/page-tags.ts';
import { listOf, toPrintable } from '../outbox/formats.ts';
import type { Config } from '../settings/config.ts';
import { attribute, contentOf, type Element, type Node, requestPage, walk } from './read-page.ts';

/** An answer: the place, or the problem with the line to write. `warning`: only a browser can tell, or visitors get the form on
 * its own page. */
type Answer = [status: 'ok' | 'warning' | 'failed', advice: string];

/** Reads a page as its server sends it, runs none of its scripts, and answers four questions: Does it have a tag or a link?
 * Does a script of this proxy run as a module? Does the config have its case types and its origin? What does its policy lack?
 * `known` is the proxy's address, which ends with a slash; undefined: the one that the page names. Resolves with the lines to
 * print and with the origin of the page, after redirects. Rejects if the page can't be read. */
export async function checkPage(page: URL, known: string | undefined, { origins, case_types }: Config) {
  const { address, policy, html } = await requestPage(page);
  const { origin } = new URL(address);
  const parts = findParts(html, address, known);
  const caseTypes = Object.keys(case_types);
  const answers: Record<string, Answer[]> = {
    tag: [checkTag(parts, caseTypes)],
    script: [checkScript(parts)],
    'case type': checkCaseTypes(parts, caseTypes),
    origin: [checkOrigin(parts, origins, origin)],
    policy: checkPolicies(parts, policy, origin),
  };
  const results = Object.entries(answers).flatMap(([check, several]) =>
    several.map(([status, advice]) => ({ check, status, advice: toPrintable(advice.slice(0, 10_000)) })),
  );
  return { results, origin };
}

/** The path of the form's script. */
const entryPath = /(?:^|\/)enquiry-form[\w.-]*\.js(?=$|[?#'"`\s])/;

/** Finds what a page has to do with forms, in the order of its source. */
function findParts(html: string, page: string, known: string | undefined) {
  const nodes = walk(parse(html, { sourceCodeLocationInfo: true }));
  const elements = nodes.filter(each => 'tagName' in each);
  const named = (tagName: string) => elements.filter(each => each.tagName === tagName);
  const addressIn = (element: Element, name: string) => {
    const value = attribute(element, name);
    return (value && URL.parse(value, page)?.href) || '';
  };
  const entries = named('script').flatMap(script => {
    // Optimisers and consent managers move the address to another attribute.
    const places = script.attrs.filter(({ value }) => entryPath.test(value)).map(({ name }) => name);
    const place = places.includes('src') ? 'src' : places[0];
    return place === undefined ? [] : { script, place, address: addressIn(script, place) };
  });
  const proxyOfEntry = entries[0]?.address.replace(/(?:assets\/)?enquiry-form[^/]*$/, '');
  const proxy = known ?? (proxyOfEntry || 'https://PROXY/');
  const tags = named('enquiry-form').map(form => {
    const own = addressIn(form, 'proxy').replace(/\/?$/, '/');
    return { form, own, names: attribute(form, 'case-type')?.match(/\S+/g) ?? [''] };
  });
  const links = named('a').map(form => {
    const [, name = ''] = addressIn(form, 'href').split(`${known ?? '/'}forms/`);
    return { form, names: [name.replace(/[?#].*/, '')] };
  });
  const markedLinks = links.filter(({ form }) => attribute(form, 'data-enquiry-form') !== undefined);
  // The tags of a site that bundles the form name the proxy.
  const isBundled = tags.every(({ own }) => own === proxy);
  // The element prefers its attribute to the address of the script.
  const strayed = entries.length > 0 && tags.find(({ own }) => own !== '/' && own !== (known ?? own));
  return {
    nodes,
    elements,
    entries,
    proxy,
    tags,
    links,
    forms: [...tags, ...markedLinks],
    isBundled,
    strayed,
  };
}
type Parts = ReturnType<typeof findParts>;

function checkTag({ nodes, links, forms: [first], proxy, strayed }: Parts, [name = '']: string[]): Answer {
  if (strayed)
    return ['failed', `${lineOf(strayed.form)}: its attribute "proxy" names ${strayed.own}, not ${proxy}`];
  if (first) return ['ok', lineOf(first.form)];
  const writesForm = /<enquiry-form\b|data-enquiry-form|createElement\(.enquiry-form/;
  const text = nodes.find(each => writesForm.test(contentOf(each)));
  if (text && isInScript(text))
    return ['warning', `${lineOf(text)}: a script writes it. Open the page in a browser`];
  const link = links.find(({ names }) => names[0] !== '');
  const problem = text
    ? `${lineOf(text)}: the tag is in a text or a comment, so it isn't an element`
    : link
      ? `${lineOf(link.form)}: the link has no data-enquiry-form, so it stays a link`
      : 'there is neither a tag nor a link: an editor or a cache has removed it, or a script adds it';
  const line = `<enquiry-form case-type="${name}"></enquiry-form> ${scriptTag(proxy, [name])}`;
  return ['failed', `${problem}. Write ${line}`];
}

function checkScript({ nodes, entries, proxy, tags, forms, isBundled }: Parts): Answer {
  const judged = entries.map(({ script, place, address }) => {
    const type = attribute(script, 'type')?.trim().toLowerCase();
    const problems = [
      type === 'module' ? [] : type ? `its type is "${type}"` : 'it has no type="module"',
      place === 'src' ? [] : `its address is in ${place} instead of src`,
      address.startsWith(proxy) ? [] : `its address ${address} isn't below ${proxy}`,
    ];
    return { script, problems: problems.flat() };
  });
  // An optimiser may have left a copy that it has changed.
  const right = judged.find(({ problems }) => problems.length === 0);
  if (right) return ['ok', lineOf(right.script)];
  const line = scriptTag(proxy, [...new Set(forms.flatMap(({ names }) => names))]);
  for (const { script, problems } of judged)
    return ['failed', `${lineOf(script)}: ${listOf(problems)}, so it fails or runs late. Write ${line}`];
  const importer = nodes.find(each => isInScript(each) && entryPath.test(contentOf(each)));
  if (importer) return ['warning', `${lineOf(importer)}: a script loads it. Open the page in a browser`];
  if (tags.length === 0 && forms.length > 0)
    return ['warning', `there is none, so the link leads to the form's own page. Else write ${line}`];
  if (tags.length > 0 && isBundled) return ['ok', 'in a bundle of the site'];
  return ['failed', `there is none: it was removed, or joined with others. Write ${line}`];
}

function checkCaseTypes({ forms }: Parts, known: string[]): Answer[] {
  const named = forms.flatMap(({ form, names }) => names.map(name => ({ form, name })));
  const unknown = named.filter(({ name }) => !known.includes(name));
  if (unknown.length === 0) return named.slice(0, 1).map(({ name }) => ['ok', name]);
  const some = known.slice(0, 10).join(', ');
  return unknown.slice(0, 10).map(({ form, name }) => {
    return ['failed', `${lineOf(form)}: the config has no case type "${name}", but ${some}`];
  });
}

function checkOrigin({ proxy }: Parts, origins: string[], origin: string): Answer {
  if (origins.includes(origin) || origin === new URL(proxy).origin) return ['ok', origin];
  return ['failed', `the config doesn't allow it. Add "${origin}" to "origins", and reload the config`];
}

/** Compares the policies with the one that `snippet` prints. Doesn't judge them as a browser does: of the sources that allow
 * the proxy without its address, only the usual ones count. */
function checkPolicies({ elements, entries, proxy }: Parts, header: string, origin: string): Answer[] {
  const own = new URL(proxy);
  const nonces = entries.map(({ script }) => `'nonce-${attribute(script, 'nonce')}'`);
  const usual = [own.host, own.origin, own.protocol, '*', origin === own.origin ? "'self'" : '', ...nonces];
  const policies = [
    // Several headers are joined with commas, which no policy contains.
    ...header.split(',').map(text => ({ place: 'the header', text })),
    ...elements
      .filter(each => /^content-security-policy$/i.test(attribute(each, 'http-equiv') ?? ''))
      .map(meta => ({ place: lineOf(meta), text: attribute(meta, 'content') ?? '' })),
  ];
  const lacking = policies.flatMap(({ place, text }): Answer[] => {
    const directives = text.split(';').map(each => each.trim().split(/\s+/));
    const lacks = policyDirectives(proxy).filter(needed => {
      const [name] = needed.split(' ');
      const [deciding] = [`${name}-elem`, name, 'default-src'].flatMap(each =>
        directives.filter(([found = '']) => found.toLowerCase() === each),
      );
      return deciding?.every(each => !`${each}/`.startsWith(proxy) && !usual.includes(each));
    });
    return lacks.length === 0 ? [] : [['failed', `${place}: the policy lacks ${lacks.join('; ')}`]];
  });
  return lacking.length > 0 ? lacking : [['ok', 'nothing is missing']];
}

const isInScript = (node: Node) => 'parentNode' in node && node.parentNode?.nodeName === 'script';
const lineOf = ({ sourceCodeLocation }: Node) => `line ${sourceCodeLocation?.startLine}`;
