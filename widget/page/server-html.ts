// What `#html` stands for in Node: templates that are rendered once, without the comments that tell Lit in a browser where
// their content is. They can't have event listeners.
import { render } from '@lit-labs/ssr';
import type { TemplateResult } from 'lit';

export { html } from '@lit-labs/ssr';
export { nothing } from 'lit';

/** Lit's template ends with it if the last part is a value. */
const templateEnd = '<?>';

/** Renders a template. */
export const toHtml = (template: TemplateResult): string =>
  [...(render(template) as Iterable<string>)] // No value is a promise.
    .filter(chunk => chunk !== templateEnd)
    .join('');
