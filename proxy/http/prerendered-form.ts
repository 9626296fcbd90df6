import type { Definition } from '../contract/definition.ts';
import { escapeHtml } from '../contract/html.ts';
import type { PageForm, PageModule } from '../contract/page-module.ts';
import type { MatchesPattern } from '../contract/rules.ts';
import { styleSource } from './page-document.ts';

/** The HTML of an element that has its form before any script has loaded: in a declarative shadow root. */
interface PrerenderedForm {
  /** The element, without the tag of its script. */
  element: string;
  /** The source that a content security policy needs in `style-src`. */
  styleSource: string;
}

/** The address of a form's own page. `proxy` is the proxy's address, which ends with a slash. */
export function pageAddress(
  proxy: string,
  { case_type, lang }: Definition,
  query = new URLSearchParams({ lang }),
): string {
  return `${proxy}forms/${encodeURIComponent(case_type)}?${query}`;
}

/** Renders the element of a definition. `address` is that of the form's page, which it posts to. All visitors of a page
 * share the HTML, so it has no key, no token and no time, and the same definition always gives the same bytes. The hash of
 * the definition says which questions were asked, because pages outlast changes of the config. `matches` limits the time that a
 * pattern may take. */
export function prerenderForm(
  page: PageModule,
  definition: Definition,
  address: string,
  matches?: MatchesPattern,
): PrerenderedForm {
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
  const { definition } = form;
  const attributes = `case-type="${escapeHtml(definition.case_type)}" lang="${escapeHtml(definition.lang)}"`;
  const content = `<style>${page.styles(definition)}</style>${page.renderForm(form)}`;
  return `<enquiry-form ${attributes}><template shadowrootmode="open">${content}</template>
  ${page.renderFallback(definition, address)}
</enquiry-form>`;
}
