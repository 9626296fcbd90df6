import type { Definition } from '../contract/definition.ts';
import type { PageTags } from './pinned-tags.ts';

const fallback =
  '<!-- Shown until the form appears and if it fails to load: put a phone number or an email address here. -->';

/** The HTML of a page with these tags in its head and a form for each definition. `lang` is what the site owner asked
 * for. */
export function toHtml(tags: string[], definitions: Definition[], lang: string | undefined): string {
  const forms = definitions.map(definition => {
    const language = lang === undefined ? '' : ` lang="${definition.lang}"`;
    return `<enquiry-form case-type="${definition.case_type}"${language}>\n  ${fallback}\n</enquiry-form>`;
  });
  return [...tags, '', ...forms].join('\n');
}

/** The tag of the script, which always has the current questions. */
export function plainTags(proxy: string, definitions: Definition[], lang: string | undefined): PageTags {
  const query = new URLSearchParams();
  for (const { case_type } of definitions) query.append('case-type', case_type);
  if (lang !== undefined) query.set('lang', lang);
  const address = `${proxy}enquiry-form.js?${query}`.replaceAll('&', '&amp;');
  return {
    tags: [`<script type="module" src="${address}"></script>`],
    scriptSources: [toSource(proxy)],
  };
}

/** The proxy as a source in a content security policy. A path would have to match exactly if it didn't end with `/`. */
export function toSource(proxy: string): string {
  return proxy === `${new URL(proxy).origin}/` ? proxy.slice(0, -1) : proxy;
}
