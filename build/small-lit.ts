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

/** The part of Lit's css-tag.js that browsers with constructable style sheets need. */
const cssTag = `${css}
export { CSSResult, supportsAdoptingStyleSheets, unsafeCSS } from '@lit/reactive-element/css-tag.js';
export const getCompatibleStyle = style => style;
export const adoptStyles = (root, styles) => {
  root.adoptedStyleSheets = styles.map(({ styleSheet }) => styleSheet);
};`;
const cssTagId = '\0css-tag';

/** Hooks for polyfills and for server rendering, and the list of the Lit versions on the page, which nobody here uses. */
const unusedHooks = /\w+\.\w+(Polyfill|Hydrate)Support\b|\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/g;

/** Leaves out parts of Lit that browsers of the build's targets don't need: in css-tag.js, whatever serves browsers
 * without constructable style sheets (400 bytes of brotli), and everywhere the hooks above (100 bytes). */
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
  transform: {
    filter: { id: /\/node_modules\/(@lit|lit-html|lit-element)\// },
    handler: code => code.replaceAll(unusedHooks, '(void 0)'),
  },
};
