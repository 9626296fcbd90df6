// Lit's `html` and `css` for the part that is loaded later: importing them would load the entry a second time,
// by another address. A template result is plain data, of one shape for all of Lit's versions.
import type { TemplateResult } from 'lit';

export const html = (strings: TemplateStringsArray, ...values: unknown[]) =>
  ({ _$litType$: 1, strings, values }) as TemplateResult;

export const css = (strings: TemplateStringsArray): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(strings.join(''));
  return sheet;
};
