import { Refusal } from '../../acceptance/refusal.ts';
import { marketingParameters, maxAttributionLength } from '../../contract/attribution.ts';
import type { Definition } from '../../contract/definition.ts';
import { escapeHtml } from '../../contract/html.ts';
import type { PageForm, PageModule } from '../../contract/page-module.ts';
import type { MatchesPattern } from '../../contract/rules.ts';
import type { Config } from '../../settings/config.ts';
import { type AppContext, type AppDependencies, definitionCaching, ownOrigin } from '../context.ts';
import { styleSource } from './page-document.ts';
import { pageAddress, policyDirectives, scriptTag } from './page-tags.ts';

/** Renders a definition as an element that has its form before any script has loaded, in a declarative shadow root. Returns the
 * element without the tag of its script, and the source that a content security policy needs in `style-src`. `address` is
 * that of the form's page, to which the form posts. All visitors of a page share the HTML, so it has no key, no token and no time,
 * and the same definition always gives the same bytes. The hash of the definition says which questions were asked, because
 * pages outlast changes of the config. `matches` limits the time that a pattern may take. */
export function prerenderForm(
  page: PageModule,
  definition: Definition,
  address: string,
  matches?: MatchesPattern,
) {
  const style = page.styles(definition);
  const form: PageForm = {
    definition,
    action: address,
    hidden: { definition: definition.definition },
    today: '',
    ...(matches && { matches }),
  };
  return { element: elementWith(page, form, address), styleSource: styleSource(style) };
}

/** The HTML of an element with a form in a declarative shadow root. `address` is that of the form's page, to which browsers
 * that have no such roots get a link. */
export function elementWith(page: PageModule, form: PageForm, address: string): string {
  const { definition, headingLevel } = form;
  const level = headingLevel ? ` heading-level="${headingLevel}"` : '';
  const attributes = `case-type="${escapeHtml(definition.case_type)}" lang="${escapeHtml(definition.lang)}"${level}`;
  const content = `<style>${page.styles(definition)}</style>${page.renderForm(form)}`;
  return `<enquiry-form ${attributes}><template shadowrootmode="open">${content}</template>
  ${page.renderFallback(definition, address)}
</enquiry-form>`;
}

/** The part of the query that a form's page keeps in its address: the language, where the visit comes from, and the answers
 * to hidden questions; of each, the first value, cut to 500 characters. Other parameters may come from trackers or
 * attackers. */
export function keptQuery(context: AppContext, definition: Definition, config: Config): URLSearchParams {
  const answers = definition.questions.flatMap(({ type, from }) =>
    type === 'hidden' && from?.startsWith('address:') ? [from.slice('address:'.length)] : [],
  );
  const names = new Set(
    [...Object.values(marketingParameters), ...config.attribution.parameters, ...answers].map(name =>
      name.toLowerCase(),
    ),
  );
  const kept = new URLSearchParams({ lang: definition.lang });
  for (const [name, value] of new URL(context.req.url).searchParams) {
    // Each name is kept once.
    if (value && names.delete(name.toLowerCase()))
      kept.append(name, [...value].slice(0, maxAttributionLength).join(''));
  }
  return kept;
}

/** `GET /forms/{case_type}/prerendered?lang=&prefix=`: the element with its form and the tag of its script, for sites that
 * build their pages. Marketing values in the query are kept in the address of the form's page, for visitors without
 * JavaScript. The header `Enquiry-Policy` lists the sources that the page's content security policy must allow. */
export function getPrerenderedForm({ config, definitions, widget, settings, shared }: AppDependencies) {
  return (context: AppContext) => {
    // A site's server needs no permission, and a page may read what every visitor gets.
    context.header('access-control-allow-origin', '*');
    context.header('access-control-expose-headers', 'Enquiry-Policy');
    const { lang, prefix = settings.requests.publicUrl?.pathname ?? '/' } = context.req.query();
    const definition = definitions.current(context.req.param('case_type') ?? '', lang);
    if (!definition) throw new Refusal('unknown-case-type', { case_types: definitions.caseTypes });
    const proxy = proxyAddress(ownOrigin(context, settings.requests), prefix);
    const address = pageAddress(proxy, definition, keptQuery(context, definition, config));
    const { element, styleSource } = prerenderForm(widget.page, definition, address, shared.matchesPattern);
    // Without the path, because it may come from the query and could add to the policy.
    const policy = policyDirectives(new URL('/', proxy).href, [styleSource]);
    context.header('cache-control', definitionCaching);
    context.header('enquiry-policy', policy.join('; '));
    return context.html(`${element}\n${scriptTag(proxy, [definition.case_type], definition.lang)}\n`);
  };
}

/** The proxy's address as visitors reach it. `prefix` is the path that a web server removes, by default that of
 * the settings: another origin in it is ignored, because this response must not contain an address that an attacker has
 * chosen. */
function proxyAddress(origin: string, prefix: string): string {
  const { pathname } = new URL(`${origin}/${prefix}/`);
  return origin + pathname.replaceAll(/\/+/g, '/');
}
