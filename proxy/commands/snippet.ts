import { createHash } from 'node:crypto';
import type { ContactUs, Definition } from '../contract/definition.ts';
import { pinnedRetries } from '../contract/enquiry.ts';
import { escapeHtml } from '../contract/html.ts';
import { primaryLanguage } from '../contract/languages/locale.ts';
import { telAddress } from '../contract/normalise.ts';
import { createDefinitions, readDefinitions } from '../enquiry/definitions.ts';
import { pageAddress, prerenderForm } from '../http/pages/prerendered-form.ts';
import {
  builtWidget,
  integrityOf,
  loadPageModule,
  pinnedScript,
  readBuild,
  type WidgetBuild,
} from '../http/scripts/widget-build.ts';
import type { Config } from '../settings/config.ts';
import { readSettings } from '../settings/read-settings.ts';
import { publicUrl, type Settings } from '../settings/settings.ts';
import { command, flag, type Io, signerOf, text, UsageError, withStore } from './command.ts';

/** `snippet`: prints the HTML that puts forms on a page, with a content security policy: one tag for the case types that the
 * options name, or else one for each. With `--link`, these are links, which the script replaces with forms; with `--pinned`,
 * browsers check the integrity of every script; with `--prerender`, the HTML contains the forms themselves. Only the HTML
 * goes to standard output. */
export const snippet = command({
  options: {
    json: flag,
    page: text,
    'case-type': { ...text, multiple: true },
    lang: text,
    proxy: text,
    link: flag,
    pinned: flag,
    prerender: flag,
  },
  async run({ lang, link, pinned, prerender, ...values }, { variables, print, warn }) {
    const page = parsePage('snippet', values.page);
    const address = values.proxy === undefined ? undefined : parseProxy(values.proxy);
    const { settings, config } = readSettings(variables);
    expectAllowed(page, settings, config);
    const { definitions, languages } = await selectDefinitions(config, values['case-type'], lang);
    const isOneTag = values['case-type'] !== undefined && definitions.length > 1;
    if (prerender && link) throw new UsageError('Choose one of --prerender and --link.');
    if (prerender && isOneTag)
      throw new UsageError(
        'A prerendered form needs one case type: leave out --prerender, or all --case-type but one.',
      );
    const proxy = address ?? defaultProxy(settings, warn);
    const { tags, scriptSources } = pinned
      ? pinnedTags(readBuild(builtWidget), proxy, definitions, languages)
      : plainTags(proxy, definitions, lang);
    const scriptPolicy = `script-src ${scriptSources.join(' ')}; connect-src ${toSource(proxy)}`;
    const prerendered = prerender ? await prerenderForms(definitions, proxy) : undefined;
    const policy = prerendered ? `${scriptPolicy}; ${prerendered.policy}` : scriptPolicy;
    const html = prerendered
      ? [...tags, '', ...prerendered.elements].join('\n')
      : link
        ? [...tags, '', ...definitions.map(each => formLink(proxy, each, lang))].join('\n')
        : toHtml(tags, isOneTag ? [definitions] : definitions.map(each => [each]), { lang, proxy });
    if (pinned) warn('Before you publish these tags, let the proxy run this release and reload this config.');
    const policyAndHtml = `<!-- Content-Security-Policy: ${policy} -->\n${html}`;
    print(
      { html, content_security_policy: policy, console_line: heightsLine(proxy) },
      // A form that is in the page from the start needs no reserved height, and a link has none.
      prerendered || link ? policyAndHtml : `${policyAndHtml}\n\n${heightsComment(proxy)}`,
    );
    return 0;
  },
});

function defaultProxy({ requests, server }: Settings, warn: Io['warn']): string {
  if (requests.publicUrl !== undefined) return requests.publicUrl.href;
  const proxy = `http://127.0.0.1:${server.port}/`;
  warn(`These tags work on this computer only, because they name ${proxy}. Add --proxy URL.`);
  return proxy;
}

/** The definitions of the case types that the options name, by default of all, and the languages that these have. */
async function selectDefinitions(
  config: Config,
  names: string[] | undefined,
  lang: string | undefined,
): Promise<{ definitions: Definition[]; languages: string[] }> {
  const { caseTypes, current, inEveryLanguage } = await readDefinitions(config);
  const selected = [...new Set(names ?? caseTypes)];
  const definitions = selected.map(name => {
    const definition = current(name, lang);
    if (!definition)
      throw new UsageError(`There is no case type "${name}" in the config, only ${caseTypes.join(', ')}.`);
    if (lang !== undefined && primaryLanguage(lang) !== primaryLanguage(definition.lang))
      throw new UsageError(`The case type "${name}" has no translation into "${lang}".`);
    return definition;
  });
  const translations = inEveryLanguage().filter(({ case_type }) => selected.includes(case_type));
  return { definitions, languages: translations.map(({ lang }) => primaryLanguage(lang)) };
}

/** The tags for the head of a page, and what a content security policy needs for them. */
interface PageTags {
  /** One per line. */
  tags: string[];
  /** The sources for `script-src`. */
  scriptSources: string[];
}

/** The HTML of a page with these tags in its head and elements with these definitions, one or several each. `lang` is what
 * the site owner asked for. In an element, a way to reach the firm is followed by a link to the form's own page, or a list of
 * links. */
export function toHtml(
  tags: string[],
  elements: Definition[][],
  { lang, proxy }: { lang?: string | undefined; proxy: string },
): string {
  const linkTo = (definition: Definition, label: string) =>
    `<a href="${escapeHtml(pageAddress(proxy, definition))}">${escapeHtml(label)}</a>`;
  const forms = elements.map(definitions => {
    const [{ label, lang: language, contact_us }] = definitions as [Definition]; // There is at least one.
    const names = definitions.map(({ case_type }) => case_type).join(' ');
    const rows = definitions.map(each => `    <li>${linkTo(each, each.choice_label ?? each.label)}</li>\n`);
    const links = definitions.length > 1 ? `<ul>\n${rows.join('')}  </ul>` : linkTo(definitions[0]!, label);
    const attributes = `case-type="${names}"${lang === undefined ? '' : ` lang="${language}"`}`;
    return `<enquiry-form ${attributes}>\n  ${toContactHtml(contact_us)}\n  ${links}\n</enquiry-form>`;
  });
  return [...tags, '', ...forms].join('\n');
}

/** A link to a form's page that the script replaces with the form. Without `lang`, the form has the language of the page. */
function formLink(proxy: string, definition: Definition, lang: string | undefined): string {
  const query = new URLSearchParams(lang === undefined ? {} : { lang: definition.lang });
  const address = escapeHtml(pageAddress(proxy, definition, query));
  return `<p><a href="${address}" data-enquiry-form>${escapeHtml(definition.label)}</a></p>`;
}

/** What a page shows until the form appears and if it fails to load. */
function toContactHtml(contactUs: ContactUs | undefined): string {
  if (!contactUs)
    return '<!-- Shown until the form appears and if it fails to load: put a phone number or an email address here. -->';
  const { text, phone, email, url = '' } = contactUs;
  const address = phone ? telAddress(phone) : email ? `mailto:${email}` : url;
  const name = phone ? `<bdi>${escapeHtml(phone)}</bdi>` : escapeHtml(email ?? url);
  return `<p>${text ? `${escapeHtml(text)} ` : ''}<a href="${escapeHtml(address)}">${name}</a></p>`;
}

/** Renders the forms into their elements. `policy` has the further directives that they need. */
async function prerenderForms(definitions: Definition[], proxy: string) {
  const page = await loadPageModule(builtWidget);
  const forms = definitions.map(definition =>
    prerenderForm(page, definition, pageAddress(proxy, definition)),
  );
  const styleSources = new Set(forms.map(({ styleSource }) => styleSource));
  return {
    elements: forms.map(({ element }) => element),
    policy: `form-action ${toSource(proxy)}; style-src ${[...styleSources].join(' ')}`,
  };
}

/** The tag of the script, which always has the current questions. */
export function plainTags(proxy: string, definitions: Definition[], lang: string | undefined): PageTags {
  const query = new URLSearchParams();
  for (const { case_type } of definitions) query.append('case-type', case_type);
  if (lang !== undefined) query.set('lang', lang);
  const address = escapeHtml(`${proxy}enquiry-form.js?${query}`);
  return {
    tags: [`<script type="module" src="${address}"></script>`],
    scriptSources: [toSource(proxy)],
  };
}

/** The proxy as a source in a content security policy. A path would have to match exactly if it didn't end with `/`. */
export function toSource(proxy: string): string {
  return proxy === `${new URL(proxy).origin}/` ? proxy.slice(0, -1) : proxy;
}

/** The line that prints the CSS which reserves the height of a page's forms, for the browser's console. */
const heightsLine = (proxy: string) => `import("${proxy}assets/measure-heights.js")`;

/** The comment that tells the site owner what to do with the line. */
export function heightsComment(proxy: string): string {
  return `<!-- So that the page doesn't jump when the form appears: once the page is finished, open it, paste this line into the
  browser's console, and add the CSS that it prints to the page's style sheet.
  ${heightsLine(proxy)} -->`;
}

/** Creates the tags that make browsers check the integrity of the script, of the definitions in it and of the lazy parts.
 * `proxy` ends with a slash. `languages` are those of the case types; the form never loads another translation. */
function pinnedTags(
  build: WidgetBuild,
  proxy: string,
  definitions: Definition[],
  languages: string[],
): PageTags {
  const folder = `${proxy}assets/`;
  const isNeeded = (part: string) => {
    if (part === 'files-page') return false; // Only the proxy's own page has it.
    if (part === 'languages') return languages.some(lang => lang !== 'en');
    const isTranslation = part.length === 2;
    return !isTranslation || languages.includes(part);
  };
  const parts = [...build.parts].filter(([name]) => isNeeded(toPartName(name)));
  const integrity = parts.flatMap(([name, script]) => {
    const retries = Array.from({ length: pinnedRetries }, (_, retry) => `?again=${retry}`);
    return ['', ...retries].map(query => [`${folder}${name}${query}`, integrityOf(script)]);
  });
  // On one line: editors may change white space, which would change the hash.
  const importMap = JSON.stringify({ integrity: Object.fromEntries(integrity) });
  const { path, integrity: scriptIntegrity } = pinnedScript(build, definitions);
  const address = escapeHtml(`${proxy}${path}`);
  return {
    tags: [
      `<script type="importmap">${importMap}</script>`,
      ...selectTranslations(build, definitions).map(
        ([name, script]) =>
          `<link rel="modulepreload" href="${folder}${name}" integrity="${integrityOf(script)}" crossorigin>`,
      ),
      `<script type="module" src="${address}" integrity="${scriptIntegrity}" crossorigin></script>`,
    ],
    scriptSources: [folder, `'sha256-${createHash('sha256').update(importMap).digest('base64')}'`],
  };
}

/** The scripts of the translations, to preload: otherwise the form appears only after two requests, one after the
 * other. */
function selectTranslations({ parts }: WidgetBuild, definitions: Definition[]): [string, string][] {
  const languages = definitions.map(({ lang }) => primaryLanguage(lang)).filter(lang => lang !== 'en');
  const wanted = new Set(languages.flatMap(lang => ['languages', lang]));
  return [...parts].filter(([name]) => wanted.has(toPartName(name)));
}

/** The build adds a hyphen and a hash of six characters to the name of a part. */
const toPartName = (name: string) => name.slice(0, -'-123456.js'.length);

/** How long a test link is valid. */
const validSeconds = 3_600;

/** `test-link`: prints a page's address with a signed fragment. The forms on that page send enquiries that are stored,
 * but never delivered. Only the address goes to standard output. */
export const testLink = command({
  options: { json: flag, page: text },
  async run(values, { variables, print, warn }) {
    const page = parsePage('test-link', values.page);
    const { settings, config } = readSettings(variables);
    expectAllowed(page, settings, config);
    const link = addTestLink(page, settings, warn);
    warn(sayValidity(link));
    print(link, link.address);
    return 0;
  },
});

/** Replaces the fragment of a page's address with a test link. `more` is added to the fragment. */
function addTestLink(page: URL, settings: Settings, warn: Io['warn'], more = '') {
  const expires = Math.floor(Date.now() / 1_000) + validSeconds;
  if (page.hash) warn(`The test link replaces the fragment ${page.hash}.`);
  page.hash = `enquiry-test=${signerOf(settings).testToken(page.origin, expires)}${more}`;
  return { address: page.href, expires_at: new Date(expires * 1_000).toISOString() };
}

const sayValidity = ({ expires_at }: { expires_at: string }) =>
  `Valid until ${expires_at}. Enquiries sent through this link are never delivered.`;

/** Some programs cut longer addresses, for example in messages. */
const maxAddressLength = 2_000;
/** The part of a hash that the address leaves out. */
const prefixLength = 'sha256-'.length;

/** `preview`: archives the definitions of the config on disk and prints a test link that names them. The forms on that
 * page show these definitions, and all other pages those of the running config. Only the address goes to standard
 * output. */
export const preview = command({
  options: { json: flag, page: text, 'case-type': { ...text, multiple: true } },
  async run(values, io) {
    const page = parsePage('preview', values.page);
    const { settings, config } = readSettings(io.variables);
    expectAllowed(page, settings, config);
    const { definitions } = await selectDefinitions(config, values['case-type'], undefined);
    const named = definitions.map(
      ({ case_type, definition }) => `${case_type}:${definition.slice(prefixLength)}`,
    );
    const link = addTestLink(page, settings, io.warn, `&enquiry-preview=${named}`);
    if (link.address.length > maxAddressLength)
      throw new Error(
        `the address has more than ${maxAddressLength} characters: name some case types with --case-type`,
      );
    const selected = definitions.map(({ case_type }) => [case_type, config.case_types[case_type]!] as const);
    await withStore(io, ({ outbox }) =>
      createDefinitions({ ...config, case_types: Object.fromEntries(selected) }, outbox.archive),
    );
    io.warn(sayValidity(link));
    io.print({ ...link, case_types: selected.map(([name]) => name) }, link.address);
    return 0;
  },
});

/** Parses the value of `--page`. Throws UsageError if it isn't the address of a web page. */
export function parsePage(name: string, page: string | undefined): URL {
  if (page === undefined) throw new UsageError(`"${name}" needs the address of a page: --page URL.`);
  return parseWebAddress('--page must be the address of a page', page);
}

/** Throws UsageError with the problem if the text isn't an http or https address. */
export function parseWebAddress(problem: string, text: string): URL {
  const address = URL.parse(text);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new UsageError(`${problem}, starting with https:// or http://.`);
  return address;
}

/** Parses the value of `--proxy`. The address that it returns ends with a slash. */
export function parseProxy(text: string): string {
  const { data, error } = publicUrl.safeParse(text);
  if (error) throw new UsageError(`--proxy ${error.issues[0]?.message}.`);
  return data.href;
}

/** Throws if the proxy refuses enquiries from the page. */
function expectAllowed(page: URL, { requests, configFile }: Settings, { origins }: Config): void {
  if (page.origin === requests.publicUrl?.origin || origins.includes(page.origin)) return;
  throw new Error(
    `pages of ${page.origin} can't send enquiries: add it to "origins" in ${configFile} and run "enquiry-proxy reload"`,
  );
}
