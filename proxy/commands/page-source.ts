import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { escapeHtml } from '../contract/html.ts';
import type { Config } from '../settings/config.ts';

export type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;
export type Text = DefaultTreeAdapterTypes.TextNode | DefaultTreeAdapterTypes.CommentNode;

/** A page as its web server sends it. */
export interface ServedPage {
  /** Its address, after redirects. */
  address: string;
  /** The content security policies in its headers. */
  policies: string[];
  html: string;
}

/** A policy, and the element that it is in; none if it is in a header. */
export interface PagePolicy {
  text: string;
  meta?: Element;
}

/** What a page has to do with forms, in the order of its source. */
export interface PageParts {
  /** The proxy's address, which ends with a slash. Undefined if neither the settings nor the page tell it. */
  proxy: string | undefined;
  /** Resolves an address in an attribute. Returns undefined if there is none. */
  resolve: (element: Element, name: string) => string | undefined;
  /** The tags that name the form's script, in whichever attribute. */
  entries: { script: Element; attribute: string; address: string }[];
  tags: Element[];
  /** Links that become forms. */
  links: Element[];
  /** Other links to the page of a form. */
  plainLinks: Element[];
  /** Frames with the page of a form. */
  frames: Element[];
  scripts: Element[];
  /** Texts and comments with a tag in them, which browsers don't see as one. */
  escaped: Text[];
  policies: PagePolicy[];
}

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

export interface Prerendered {
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
export type Parts = PageParts & { proxy: string };

/** The path of the form's script, or of its pinned one. */
const entryPath = /(?:^|\/)(?:enquiry-form\.js|assets\/enquiry-form-[\w-]+\.js)(?=$|[?#'"`\s])/;
export const namesEntry = (text: string) => entryPath.test(text);

/** Finds everything that has to do with forms in the source of a page. Runs no scripts. `proxy` is the proxy's
 * address, which ends with a slash; undefined if only the page knows it. */
export function findParts({ address, policies, html }: ServedPage, proxy: string | undefined): PageParts {
  const nodes = [...walk(parse(html, { sourceCodeLocationInfo: true }))];
  const elements = nodes.filter(each => 'tagName' in each);
  const named = (tagName: string) => elements.filter(each => each.tagName === tagName);
  const baseHref = named('base').flatMap(each => attribute(each, 'href') ?? [])[0] ?? '';
  const base = URL.parse(baseHref, address)?.href ?? address;
  /** An address in an attribute; undefined if it is none. */
  const resolve = (element: Element, name: string) => {
    const value = attribute(element, name);
    return value === undefined ? undefined : URL.parse(value, base)?.href;
  };
  const scripts = named('script');
  const entries = scripts.flatMap(script => {
    const places = script.attrs.filter(({ value }) => namesEntry(value)).map(({ name }) => name);
    const place = places.includes('src') ? 'src' : places[0];
    const to = place && resolve(script, place);
    return to ? { script, attribute: place, address: to } : [];
  });
  const tags = named('enquiry-form');
  const inForms = new Set<Node | null>();
  for (const each of elements)
    if (each.tagName === 'enquiry-form' || inForms.has(each.parentNode)) inForms.add(each);
  const links = named('a').filter(each => !inForms.has(each));
  const isMarked = (link: Element) => attribute(link, 'data-enquiry-form') !== undefined;
  const marked = links.filter(isMarked);
  const own =
    proxy ??
    entries[0]?.address.replace(/(?:assets\/)?enquiry-form[^/]*$/, '') ??
    tags.flatMap(each => resolve(each, 'proxy')?.replace(/\/?$/, '/') ?? [])[0] ??
    marked.flatMap(each => resolve(each, 'href')?.replace(/forms(?:\/[^/]*)?$/, '') ?? [])[0];
  const isForm = (to: string | undefined) =>
    own !== undefined && /^forms[/?#]/.test(to?.split(own, 2)[1] ?? '');
  const metas = named('meta').filter(
    each =>
      // Browsers ignore others.
      each.parentNode?.nodeName === 'head' &&
      /^content-security-policy$/i.test(attribute(each, 'http-equiv') ?? ''),
  );
  return {
    proxy: own,
    resolve,
    entries,
    tags,
    links: marked,
    plainLinks: links.filter(each => !isMarked(each) && isForm(resolve(each, 'href'))),
    frames: named('iframe').filter(each => isForm(resolve(each, 'src'))),
    scripts,
    escaped: nodes
      .filter(isText)
      .filter(each => /<enquiry-form\b/i.test(contentOf(each)) && !isIn(each, 'script')),
    policies: [
      ...policies.map((text): PagePolicy => ({ text })),
      ...metas.map((meta): PagePolicy => ({ text: attribute(meta, 'content') ?? '', meta })),
    ],
  };
}

/** All nodes below one, in the order of the source. Of templates, only shadow roots are part of a page. Doesn't
 * recurse, because a page may be nested deeply. */
export function* walk(root: Node): Generator<Node> {
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child);
    if ('content' in node && attribute(node, 'shadowrootmode') !== undefined) open.push(node.content);
  }
}

/** The value of an attribute; undefined if there is none. */
export const attribute = ({ attrs }: Element, name: string) => attrs.find(each => each.name === name)?.value;

const isText = (node: Node): node is Text => 'value' in node || 'data' in node;
/** The text of a text node or a comment; empty for others. */
const contentOf = (node: Node) => ('value' in node ? node.value : 'data' in node ? node.data : '');
/** The text in an element that contains nothing else, such as a style. */
export const textIn = ({ childNodes }: Element) => childNodes.map(contentOf).join('');

const isIn = ({ parentNode }: Text, tagName: string) => parentNode?.nodeName === tagName;

/** Names a place in the source: `line 12`. */
export const lineOf = ({ sourceCodeLocation }: Element | Text) => `line ${sourceCodeLocation?.startLine}`;

/** The tag of a script. `more`: further attributes. */
export const scriptTag = (address: string, more = '') =>
  `<script type="module" src="${escapeHtml(address)}"${more}></script>`;

/** What a tag has before its script. */
interface ServedForm {
  form: Element | undefined;
  style: { text: string; nonce: string | undefined } | undefined;
  /** The hash of the definition. */
  definition: string | undefined;
}

/** Reads what a tag has before its script. Returns undefined if it has nothing. */
export function readPrerendered(tag: Element): ServedForm | undefined {
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
    form,
  };
}
