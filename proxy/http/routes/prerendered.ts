import { escapeHtml } from '../../contract/html.ts';
import { type AppContext, type AppDependencies, ownOrigin } from '../context.ts';
import { keptQuery } from '../form-pages.ts';
import { pageAddress, prerenderForm } from '../prerendered-form.ts';
import { Refusal } from '../refusal.ts';
import { definitionCaching } from './form.ts';

/** `GET /forms/{case_type}/prerendered?lang=&prefix=`: the element with its form and the tag of its script, for sites that
 * build their pages. Marketing values in the query are kept in the address of the form's page, for visitors without
 * JavaScript. The header `Enquiry-Policy` lists the sources that the page's content security policy must allow. */
export function getPrerenderedForm({ config, definitions, widget, settings, shared }: AppDependencies) {
  return (context: AppContext) => {
    // A site's server needs no permission, and a page may read what every visitor gets.
    context.header('access-control-allow-origin', '*');
    context.header('access-control-expose-headers', 'Enquiry-Policy');
    const { lang, prefix = '/' } = context.req.query();
    const definition = definitions.current(context.req.param('case_type') ?? '', lang);
    if (!definition) throw new Refusal('unknown-case-type', { case_types: definitions.caseTypes });
    const proxy = proxyAddress(ownOrigin(context, settings.requests), prefix);
    const address = pageAddress(proxy, definition, keptQuery(context, definition, config));
    const { element, styleSource } = prerenderForm(widget.page, definition, address, shared.matchesPattern);
    const query = new URLSearchParams({ 'case-type': definition.case_type, lang: definition.lang });
    const script = escapeHtml(`${proxy}enquiry-form.js?${query}`);
    const { origin } = new URL(proxy);
    context.header('cache-control', definitionCaching);
    context.header(
      'enquiry-policy',
      `script-src ${origin}; connect-src ${origin}; form-action ${origin}; style-src ${styleSource}`,
    );
    return context.html(`${element}\n<script type="module" src="${script}"></script>\n`);
  };
}

/** The proxy's address as visitors reach it. `prefix` is the path that a web server removes: another origin in it is
 * ignored, because this response must not contain an address that an attacker has chosen. */
function proxyAddress(origin: string, prefix: string): string {
  const { pathname } = new URL(`${origin}/${prefix}/`);
  return origin + pathname.replaceAll(/\/+/g, '/');
}
