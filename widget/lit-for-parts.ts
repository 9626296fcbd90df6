import type { CSSResult, TemplateResult } from 'lit';

// Takes the place of Lit in lazy parts, which only make templates and style sheets: the entry's Lit renders them. A
// template has this form in every version of Lit 3, and the symbol is the same for all copies of Lit.

export const html = (strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> => ({
  _$litType$: 1,
  strings,
  values,
});

export const nothing = Symbol.for('lit-nothing');

export const unsafeCSS = (text: string): Pick<CSSResult, 'styleSheet'> => {
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(text);
  return { styleSheet };
};

/** Without expressions, which the build refuses in the style sheet of a part. */
export const css = (strings: TemplateStringsArray): Pick<CSSResult, 'styleSheet'> =>
  unsafeCSS(strings.join(''));
