// The pages that visitors open on their way to a form.

/** A page of a journey. */
export interface JourneyPage {
  /** Attributes of each form on the page, as markup. */
  forms?: string[];
  /** The forms' values. Default: all required ones. */
  values?: Record<string, string>;
  /** Whether the form's script is on the page. Default: if the page has a form. */
  hasWidget?: boolean;
  /** The mode of `attribution.js`. Default: the page doesn't have it. */
  attributionJs?: 'page' | 'session' | 'persist';
  /** The page's language. Default: `en`. */
  lang?: string;
  /** A script that runs before all others. */
  script?: string;
  headers?: Record<string, string>;
}

/** Returns the markup of a form. By default, its required fields have values, and the first name identifies its
 * enquiry. */
export function journeyForm(
  name: string,
  attributes: string,
  values: Record<string, string> = { forename: name, email: 'grace@example.com' },
): string {
  return `<enquiry-form case-type="journey" values='${JSON.stringify(values)}' ${attributes}></enquiry-form>`;
}

/** Returns the markup of a page. Its forms are named `Form 1`, `Form 2` and so on. */
export function journeyPage(proxy: string, page: JourneyPage): string {
  const { forms = [], hasWidget = forms.length > 0, attributionJs, lang = 'en' } = page;
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>Journey</title><link rel="icon" href="data:,">
    <script>${page.script ?? ''}</script>
    ${attributionJs ? `<script src="${proxy}/attribution.js" data-attribution="${attributionJs}"></script>` : ''}
    ${hasWidget ? `<script type="module" src="${proxy}/enquiry-form.js?case-type=journey"></script>` : ''}
    <h1>Journey</h1>${forms.map((attributes, at) => journeyForm(`Form ${at + 1}`, attributes, page.values)).join('')}`;
}
