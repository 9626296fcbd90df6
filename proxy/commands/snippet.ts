import type { Definition } from '../contract/definition.ts';
import { primaryLanguage } from '../contract/languages/locale.ts';
import { createDefinitions, readDefinitions } from '../enquiry/definitions.ts';
import {
  elementTag,
  heightsComment,
  heightsLine,
  linkTag,
  moduleTag,
  pageAddress,
  policyDirectives,
  scriptTag,
} from '../http/pages/page-tags.ts';
import { prerenderForm } from '../http/pages/prerendered-form.ts';
import { builtWidget, completeScript, loadPageModule } from '../http/scripts/widget-build.ts';
import type { Store } from '../outbox/outbox.ts';
import type { Config } from '../settings/config.ts';
import { publicUrl, type Settings } from '../settings/settings.ts';
import {
  asSetting,
  command,
  flag,
  type Io,
  type Needs,
  parsed,
  required,
  signerOf,
  text,
  texts,
  UsageError,
  withStore,
} from './command.ts';

/** Parses the value of `--page`. Throws UsageError if it isn't the address of a web page. */
export const parsePage = (page: string) => parseWebAddress('--page must be the address of a page', page);

/** Parses the value of `--proxy`. The address that it returns ends with a slash. */
export const parseProxy = asSetting(publicUrl.transform(({ href }) => href));

const page = required(parsed('URL', 'the address of the page', parsePage));

/** Prints the HTML that puts forms on a page, with a content security policy: one tag for the case types that the
 * options name, or else one for each. With `--link`, these are links, which the script replaces with forms; with `--integrity`,
 * browsers check the script, which is archived; with `--prerender`, the HTML contains the forms themselves. Only the HTML
 * goes to standard output. */
export const snippet = command({
  help: 'Print the tags that put the forms on this page, and a line that measures their height',
  options: {
    page,
    'case-type': texts(
      'NAME',
      'only this case type; repeated: one tag in which visitors choose one of them. Default: a tag for each',
    ),
    lang: text('TAG', "the language of the questions; default: the config's"),
    proxy: parsed('URL', 'where visitors reach the proxy; default: ENQUIRY_PUBLIC_URL', parseProxy),
    link: flag('print links that become forms, for editors that remove other tags'),
    integrity: flag('print the tag of one complete script, whose integrity browsers check, and archive it'),
    prerender: flag(
      'print the forms themselves, which visitors see before the script has loaded. They need a tag for each',
    ),
  },
  needs: 'settings',
  async run({ values, settings, config, io }) {
    const { lang, link, integrity, prerender } = values;
    const { print, warn } = io;
    expectAllowed(values.page, settings, config);
    const definitions = await selectDefinitions(config, values['case-type'], lang);
    const isOneTag = values['case-type'] !== undefined && definitions.length > 1;
    if (prerender && link) throw new UsageError('Choose one of --prerender and --link.');
    if (prerender && isOneTag)
      throw new UsageError(
        'A prerendered form needs one case type: leave out --prerender, or all --case-type but one.',
      );
    const proxy = values.proxy ?? defaultProxy(settings, warn);
    const caseTypes = definitions.map(({ case_type }) => case_type);
    const script = integrity
      ? await completeScriptTag(proxy, { settings, config }, definitions)
      : scriptTag(proxy, caseTypes, lang);
    const prerendered = prerender ? await prerenderForms(definitions, proxy) : [];
    const elements = isOneTag ? [definitions] : definitions.map(each => [each]);
    const forms = prerender
      ? prerendered.map(({ element }) => element)
      : link
        ? definitions.map(each => linkTag(proxy, each, lang))
        : elements.map(shown => elementTag(proxy, shown, lang));
    const html = [script, '', ...forms].join('\n');
    const styles = prerendered.map(({ styleSource }) => styleSource);
    const policy = policyDirectives(proxy, styles).join('; ');
    const policyAndHtml = `<!-- Content-Security-Policy: ${policy} -->\n${html}`;
    print(
      { html, content_security_policy: policy, console_line: heightsLine(proxy) },
      // A form that is in the page from the start needs no reserved height, and a link has none.
      prerender || link ? policyAndHtml : `${policyAndHtml}\n\n${heightsComment(proxy)}`,
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

/** The definitions of the case types that the options name, by default of all. */
async function selectDefinitions(config: Config, names?: string[], lang?: string): Promise<Definition[]> {
  const { caseTypes, current } = await readDefinitions(config);
  return [...new Set(names ?? caseTypes)].map(name => {
    const definition = current(name, lang);
    if (!definition)
      throw new UsageError(`There is no case type "${name}" in the config, only ${caseTypes.join(', ')}.`);
    if (lang !== undefined && primaryLanguage(lang) !== primaryLanguage(definition.lang))
      throw new UsageError(`The case type "${name}" has no translation into "${lang}".`);
    return definition;
  });
}

/** Renders the forms into their elements. */
async function prerenderForms(definitions: Definition[], proxy: string) {
  const page = await loadPageModule(builtWidget);
  return definitions.map(definition => prerenderForm(page, definition, pageAddress(proxy, definition)));
}

/** The tag of a script with every part of the form and these definitions, whose integrity browsers check. Archives the script,
 * so that the proxy serves the same bytes at its address whatever the config and the release are later. */
async function completeScriptTag(
  proxy: string,
  { settings, config }: Needs['settings'],
  definitions: Definition[],
): Promise<string> {
  const [lang = '', ...others] = new Set(definitions.map(each => primaryLanguage(each.lang)));
  if (others.length > 0)
    throw new UsageError(`A script has one language, not ${[lang, ...others].join(', ')}: add --lang.`);
  const { name, content, integrity } = await completeScript(builtWidget, lang, definitions);
  await withStore(settings, async store => {
    await archiveDefinitions(config, definitions, store);
    await store.outbox.archive.keepAssets([{ name, content }]);
  });
  return moduleTag(`${proxy}assets/${name}`, integrity);
}

/** How long a test link is valid. */
const validSeconds = 3_600;

/** Prints a page's address with a signed fragment. The forms on that page send enquiries that are stored,
 * but never delivered. Only the address goes to standard output. */
export const testLink = command({
  help:
    "Print the page's address with a test link. It's valid for an hour. Enquiries sent through it are stored, but never " +
    'delivered',
  options: { page },
  needs: 'settings',
  async run({ values, settings, config, io }) {
    expectAllowed(values.page, settings, config);
    const link = addTestLink(values.page, settings, io);
    io.print(link, link.address);
    return 0;
  },
});

/** Replaces the fragment of a page's address with a test link. `more` is added to the fragment. */
function addTestLink(page: URL, settings: Settings, { warn }: Io, more = '') {
  const expires = Math.floor(Date.now() / 1_000) + validSeconds;
  const expires_at = new Date(expires * 1_000).toISOString();
  if (page.hash) warn(`The test link replaces the fragment ${page.hash}.`);
  page.hash = `enquiry-test=${signerOf(settings).testToken(page.origin, expires)}${more}`;
  warn(`Valid until ${expires_at}. Enquiries sent through this link are never delivered.`);
  return { address: page.href, expires_at };
}

/** Archives the definitions of the config on disk and prints a test link that names them. The forms on that
 * page show these definitions, and all other pages those of the running config. Only the address goes to standard
 * output. */
export const preview = command({
  help: 'Print a test link with which the page shows the forms of the config on disk, before the running proxy uses it',
  options: { page, 'case-type': texts('NAME', 'only this case type; can be repeated. Default: all') },
  needs: 'settings',
  async run({ values, settings, config, io }) {
    expectAllowed(values.page, settings, config);
    const definitions = await selectDefinitions(config, values['case-type']);
    const named = definitions.map(each => `${each.case_type}:${each.definition.replace('sha256-', '')}`);
    const link = addTestLink(values.page, settings, io, `&enquiry-preview=${named}`);
    await withStore(settings, store => archiveDefinitions(config, definitions, store));
    io.print({ ...link, case_types: definitions.map(({ case_type }) => case_type) }, link.address);
    return 0;
  },
});

/** Archives these definitions of the config, so that the proxy accepts enquiries that name them. */
async function archiveDefinitions(config: Config, definitions: Definition[], { outbox }: Store) {
  const selected = definitions.map(({ case_type }) => [case_type, config.case_types[case_type]!]);
  await createDefinitions({ ...config, case_types: Object.fromEntries(selected) }, outbox.archive);
}

/** Throws UsageError with the problem if the text isn't an http or https address. */
export function parseWebAddress(problem: string, text: string): URL {
  const address = URL.parse(text);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new UsageError(`${problem}, starting with https:// or http://.`);
  return address;
}

/** Throws if the proxy refuses enquiries from the page. */
function expectAllowed(page: URL, { requests, configFile }: Settings, { origins }: Config): void {
  if (page.origin === requests.publicUrl?.origin || origins.includes(page.origin)) return;
  throw new Error(
    `pages of ${page.origin} can't send enquiries: add it to "origins" in ${configFile} and run "enquiry-form reload"`,
  );
}
