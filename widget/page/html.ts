import { render } from '@lit-labs/ssr/lib/render.js';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import type { TemplateResult } from 'lit';

/** Renders a template, with the comments that tell Lit where its content is. */
export function toHtml(template: TemplateResult): string {
  return collectResultSync(render(template));
}

/** Markup without the comments for Lit. In texts and attributes, Lit escapes what looks like one. */
export function withoutMarkers(markup: string): string {
  return markup.replace(/<!--.*?-->|<\?>/gs, '');
}
