// The tags and lines that a site's page needs for its forms. In every address, the proxy's ends with a slash.
import type { ContactUs, Definition } from '../../contract/definition.ts';
import { escapeHtml } from '../../contract/html.ts';
import { telAddress } from '../../contract/normalise.ts';

/** The address of a form's own page. */
export function pageAddress(
  proxy: string,
  { case_type, lang }: Definition,
  query = new URLSearchParams({ lang }),
): string {
  return `${proxy}forms/${encodeURIComponent(case_type)}${query.size ? `?${query}` : ''}`;
}

/** The tag of a module, whose integrity the browser checks if there is one. */
export function moduleTag(address: string, integrity?: string): string {
  const check = integrity === undefined ? '' : ` integrity="${integrity}" crossorigin`;
  return `<script type="module" src="${escapeHtml(address)}"${check}></script>`;
}

/** The tag of the form's script, which always has the current questions of these case types. */
export function scriptTag(proxy: string, caseTypes: string[], lang?: string): string {
  const query = new URLSearchParams(caseTypes.map((name): [string, string] => ['case-type', name]));
  if (lang !== undefined) query.set('lang', lang);
  return moduleTag(`${proxy}enquiry-form.js?${query}`);
}

/** An element that shows these forms, one or several. `lang` is what the site owner asked for. What the page shows until a
 * form appears, and if it fails to load, is a way to reach the firm and links to the forms' own pages. */
export function elementTag(proxy: string, definitions: Definition[], lang?: string): string {
  const linkTo = (definition: Definition, label: string) =>
    `<a href="${escapeHtml(pageAddress(proxy, definition))}">${escapeHtml(label)}</a>`;
  const [first] = definitions as [Definition]; // There is at least one.
  const rows = definitions.map(each => `    <li>${linkTo(each, each.choice_label ?? each.label)}</li>\n`);
  const links = rows.length > 1 ? `<ul>\n${rows.join('')}  </ul>` : linkTo(first, first.label);
  const names = definitions.map(({ case_type }) => case_type).join(' ');
  const attributes = `case-type="${names}"${lang === undefined ? '' : ` lang="${first.lang}"`}`;
  return `<enquiry-form ${attributes}>\n  ${toContactHtml(first.contact_us)}\n  ${links}\n</enquiry-form>`;
}

function toContactHtml(contactUs: ContactUs | undefined): string {
  if (!contactUs)
    return '<!-- Shown until the form appears and if it fails to load: put a phone number or an email address here. -->';
  const { text, phone, email, url = '' } = contactUs;
  const address = phone ? telAddress(phone) : email ? `mailto:${email}` : url;
  const name = phone ? `<bdi>${escapeHtml(phone)}</bdi>` : escapeHtml(email ?? url);
  return `<p>${text ? `${escapeHtml(text)} ` : ''}<a href="${escapeHtml(address)}">${name}</a></p>`;
}

/** A link to a form's page that the script replaces with the form. Without `lang`, the form has the language of the page. */
export function linkTag(proxy: string, definition: Definition, lang?: string): string {
  const query = new URLSearchParams(lang === undefined ? {} : { lang: definition.lang });
  const address = escapeHtml(pageAddress(proxy, definition, query));
  return `<p><a href="${address}" data-enquiry-form>${escapeHtml(definition.label)}</a></p>`;
}

/** The proxy as a source in a content security policy. A path would have to match exactly if it didn't end with `/`. */
export const toSource = (proxy: string): string =>
  proxy === `${new URL(proxy).origin}/` ? proxy.slice(0, -1) : proxy;

/** The directives that the content security policy of a page with forms needs. `styles` are the sources of the styles of forms
 * that are in the page itself, and that post without a script. */
export function policyDirectives(proxy: string, styles: string[] = []): string[] {
  const source = toSource(proxy);
  const needed = [`script-src ${source}`, `connect-src ${source}`];
  const posting = [`form-action ${source}`, `style-src ${[...new Set(styles)].join(' ')}`];
  return styles.length > 0 ? [...needed, ...posting] : needed;
}

/** The line for the browser's console that prints the CSS which reserves the height of a page's forms. */
export const heightsLine = (proxy: string) => `import("${proxy}assets/measure-heights.js")`;

/** The comment that tells the site owner what to do with the line. */
export function heightsComment(proxy: string): string {
  return `<!-- So that the page doesn't jump when the form appears: once the page is finished, open it, paste this line into the
  browser's console, and add the CSS that it prints to the page's style sheet.
  ${heightsLine(proxy)} -->`;
}
