import { render } from '@lit-labs/ssr/lib/render.js';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import type { TemplateResult } from 'lit';

/** Renders a template without the comments that tell Lit where its content is: the takeover doesn't need them, and they
 * would be two fifths of a page. In texts and attributes, Lit escapes what looks like one. */
export function toHtml(template: TemplateResult): string {
  return collectResultSync(render(template)).replace(/<!--.*?-->|<\?>/gs, '');
}
