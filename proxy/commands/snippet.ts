import type { Definition } from '../contract/definition.ts';
import { readDefinitions } from '../enquiry/read-definitions.ts';
import { builtWidget, readBuild } from '../http/widget-build.ts';
import type { Config } from '../settings/config.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { primaryLanguage } from '../settings/texts.ts';
import { command, flag, type Io, text, UsageError } from './command.ts';
import { expectAllowed, parsePage, parseProxy } from './page.ts';
import { heightsComment, heightsLine, pinnedTags, plainTags, toHtml, toSource } from './tags.ts';

/** `snippet`: prints the HTML that puts forms on a page, with a content security policy. With `--pinned`, browsers check
 * the integrity of every script. Only the HTML goes to standard output. */
export const snippet = command({
  options: {
    json: flag,
    page: text,
    'case-type': { ...text, multiple: true },
    lang: text,
    proxy: text,
    pinned: flag,
  },
  async run({ lang, pinned, ...values }, { variables, print, warn }) {
    const page = parsePage('snippet', values.page);
    const address = values.proxy === undefined ? undefined : parseProxy(values.proxy);
    const { settings, config } = readSettings(variables);
    expectAllowed(page, settings, config);
    const { definitions, languages } = await selectDefinitions(config, values['case-type'], lang);
    const proxy = address ?? defaultProxy(settings, warn);
    const { tags, scriptSources } = pinned
      ? pinnedTags(readBuild(builtWidget), proxy, definitions, languages)
      : plainTags(proxy, definitions, lang);
    const policy = `script-src ${scriptSources.join(' ')}; connect-src ${toSource(proxy)}`;
    const html = toHtml(tags, definitions, lang);
    if (pinned) warn('Before you publish these tags, restart the proxy with this config and this release.');
    print(
      { html, content_security_policy: policy, console_line: heightsLine(proxy) },
      `<!-- Content-Security-Policy: ${policy} -->\n${html}\n\n${heightsComment(proxy)}`,
    );
    return 0;
  },
});

function defaultProxy({ requests, server }: Settings, warn: Io['warn']): string {
  if (requests.publicOrigin !== undefined) return `${requests.publicOrigin}/`;
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
