// A copy of `submission/template.ts`, which says why it is there: a file that two lazy parts import would become a
// part of its own, that both load by a bare address.
import type { TemplateResult } from 'lit';

export const html = (strings: TemplateStringsArray, ...values: unknown[]) =>
  ({ _$litType$: 1, strings, values }) as TemplateResult;

export const css = (strings: TemplateStringsArray): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(strings.join(''));
  return sheet;
};
