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

/** The hooks for polyfills and server rendering, and the list of the Lit versions on the page. */
const hooks = /\w+\.\w+(Polyfill|Hydrate)Support\b|\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/g;
/** The statements that store and read the properties that decorators define. */
const decorators =
  /Symbol\.metadata\?\?=.*?new WeakMap;|const t=this\[Symbol\.metadata\];.*?elementProperties\.set\(t,i\)\}/g;

/** Leaves out the parts of Lit that the widget doesn't use: support for browsers without constructable style sheets (400
 * bytes of brotli), hooks (100 bytes) and decorators (60 bytes). */
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
    handler(code) {
      const smaller = code.replaceAll(hooks, '(void 0)').replaceAll(decorators, '');
      const left = /\w+(PolyfillSupport|HydrateSupport|Versions\?\?=|PropertyMetadata)/.exec(smaller);
      if (left) this.error(`Lit has changed: small-lit must find ${left[0]} again`);
      return smaller;
    },
  },
};
