import type { Definition } from '../contract/definition.ts';
import { readDefinitions } from '../enquiry/read-definitions.ts';
import { builtWidget, readBuild } from '../http/widget-build.ts';
import type { Config } from '../settings/config.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { primaryLanguage } from '../settings/texts.ts';
import { type Command, type CommandOptions, expectNoArguments, print, UsageError } from './command.ts';
import { expectAllowed, parsePage, parseWebAddress } from './page.ts';
import { pinnedTags } from './pinned-tags.ts';
import { plainTags, toHtml, toSource } from './snippet-html.ts';

/** `snippet`: prints the HTML that puts forms on a page, with a content security policy. With `--pinned`, browsers check
 * the integrity of every script. Only the HTML goes to standard output. */
export const snippet: Command = async (args, options, variables) => {
  expectNoArguments('snippet', args);
  const page = parsePage('snippet', options);
  const address = options.proxy === undefined ? undefined : parseProxy(options.proxy);
  const { settings, config } = readSettings(variables);
  expectAllowed(page, settings, config);
  const { definitions, languages } = await selectDefinitions(config, options);
  const proxy = address ?? defaultProxy(settings);
  const { tags, scriptSources } = options.pinned
    ? pinnedTags(readBuild(builtWidget), proxy, definitions, languages)
    : plainTags(proxy, definitions, options.lang);
  const policy = `script-src ${scriptSources.join(' ')}; connect-src ${toSource(proxy)}`;
  const html = toHtml(tags, definitions, options.lang);
  if (options.pinned)
    console.error('Before you publish these tags, restart the proxy with this config and this release.');
  print(
    options,
    { html, content_security_policy: policy },
    `<!-- Content-Security-Policy: ${policy} -->\n${html}`,
  );
  return 0;
};

function parseProxy(text: string): string {
  const { origin, pathname } = parseWebAddress('--proxy must be the address of the proxy', text);
  return `${origin}${pathname.replace(/\/*$/, '/')}`;
}

function defaultProxy({ requests, server }: Settings): string {
  if (requests.publicOrigin !== undefined) return `${requests.publicOrigin}/`;
  const proxy = `http://127.0.0.1:${server.port}/`;
  console.error(`These tags work on this computer only, because they name ${proxy}. Add --proxy URL.`);
  return proxy;
}

/** The definitions of the case types that the options name, by default of all, and the languages that these have. */
async function selectDefinitions(
  config: Config,
  options: CommandOptions,
): Promise<{ definitions: Definition[]; languages: string[] }> {
  const { caseTypes, current, inEveryLanguage } = await readDefinitions(config);
  const selected = [...new Set(options['case-type'] ?? caseTypes)];
  const definitions = selected.map(name => {
    const definition = current(name, options.lang);
    if (!definition)
      throw new UsageError(`There is no case type "${name}" in the config, only ${caseTypes.join(', ')}.`);
    if (options.lang !== undefined && primaryLanguage(options.lang) !== primaryLanguage(definition.lang))
      throw new UsageError(`The case type "${name}" has no translation into "${options.lang}".`);
    return definition;
  });
  const translations = inEveryLanguage().filter(({ case_type }) => selected.includes(case_type));
  return { definitions, languages: translations.map(({ lang }) => primaryLanguage(lang)) };
}
