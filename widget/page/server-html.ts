// What `#html` stands for in Node: templates that are rendered once, without the comments that tell Lit in a browser where
// their content is. They can't have event listeners.
import { render } from '@lit-labs/ssr';
import type { TemplateResult } from 'lit';

export { html } from '@lit-labs/ssr';
export { nothing } from 'lit';

/** Lit's template ends with it if the last part is a value. */
const templateEnd = '<?>';

/** Renders a template, whose title is an h2. `headingLevel`: the level that it has on this page. */
export const toHtml = (template: TemplateResult, headingLevel = 2): string =>
  [...(render(template) as Iterable<string>)] // No value is a promise.
    .filter(chunk => chunk !== templateEnd)
    .join('')
    // In texts, "<" is escaped. The style sheets know headings by their tags, so these stay.
    .replace(/<h([23])\b/g, (tag, level) =>
      headingLevel === 2 ? tag : `${tag} aria-level="${Number(level) + headingLevel - 2}"`,
    );
