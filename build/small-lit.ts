import type { Plugin } from 'vite';

const css = `
export const css = strings => {
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(strings.join(''));
  return { styleSheet };
};`;

/** Lit for lazy parts, which only make templates and style sheets; the entry's Lit renders them. A template result has
 * this shape in every version of Lit 3, and the symbol is the same for all copies of Lit. */
export const litForParts = `${css}
export const html = (strings, ...values) => ({ _$litType$: 1, strings, values });
export const nothing = Symbol.for('lit-nothing');`;

/** What Lit needs of its css-tag.js in browsers with constructable style sheets. */
const cssTag = `${css}
export { CSSResult, supportsAdoptingStyleSheets, unsafeCSS } from '@lit/reactive-element/css-tag.js';
export const getCompatibleStyle = style => style;
export const adoptStyles = (root, styles) => {
  root.adoptedStyleSheets = styles.map(({ styleSheet }) => styleSheet);
};`;
const cssTagId = '\0css-tag';

/** Leaves out of Lit's css-tag.js what serves browsers without constructable style sheets, which the build's targets
 * all have: about 350 bytes of brotli. */
export const smallLit: Plugin = {
  name: 'small-lit',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer = '') {
    if (importer === cssTagId) {
      const original = await this.resolve(source, importer, { skipSelf: true });
      return original && { ...original, moduleSideEffects: false };
    }
    return source === './css-tag.js' && importer.includes('/@lit/reactive-element/') ? cssTagId : null;
  },
  load: id => (id === cssTagId ? cssTag : null),
};
