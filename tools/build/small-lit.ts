import { basename } from 'node:path';
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

/** A piece of Lit's code and what replaces it; by default, nothing does. */
type Cut = [piece: string, replacement?: string];

/** What the widget doesn't use, by module. Each piece must be found, so that a change of Lit fails the build. */
const cuts: Record<string, Cut[]> = {
  'lit-html.js': [
    // Directives.
    [
      'function M(t,i,s=t,e){if(i===E)return i;let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;return h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),i}',
    ],
    ['t=M(this,t,i),a(t)', 'a(t)'],
    ['t=M(this,t,i,0),o=!a(t)', 'o=!a(t)'],
    ['r=M(this,e[s+n],i,n)', 'r=e[s+n]'],
    ['this._$AP?.(!1,!0,s)'],
    ['this.type=1,this._$AH=A,this._$AN=void 0,', 'this._$AH=A,'],
    ['this.type=2,this._$AH=A,this._$AN=void 0,', 'this._$AH=A,'],
    ['constructor(){super(...arguments),this.type=4}'],
    ['constructor(t,i,s,e,h){super(t,i,s,e,h),this.type=5}'],
    ['this._$AV=[],this._$AN=void 0,', 'this._$AV=[],'],
    ['setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}'],
    ['get _$AU(){return this._$AM?._$AU??this._$Cv}'],
    ['get _$AU(){return this._$AM._$AU}'],
    [',this._$Cv=e?.isConnected??!0'],
    [
      'get parentNode(){let t=this._$AA.parentNode;const i=this._$AM;return void 0!==i&&11===t?.nodeType&&(t=i.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}',
    ],
    ['get parentNode(){return this._$AM.parentNode}'],
    ['get tagName(){return this.element.tagName}'],
    ['const j={M:h,P:o,A:n,C:1,L:N,R,D:d,V:M,I:k,H,N:L,U:z,B:I,F:Z},B=', 'const B='],
    ['j as _$LH,'],
    // SVG and MathML templates.
    ['2===i?"<svg>":3===i?"<math>":""', '""'],
    ['+(2===i?"</svg>":3===i?"</math>":"")'],
    [',2===i||3===i){const t=this.el.content.firstChild;t.replaceWith(...t.childNodes)}for(', ';for('],
    ['if(this.el=S.createElement(f,e),', 'this.el=S.createElement(f,e),'],
    // Bindings of properties and elements, in comments, and in the text of a textarea.
    ['"."===e[1]?I:'],
    [
      'class I extends H{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===A?void 0:t}}',
    ],
    ['else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t))'],
    [':6===r.type&&(i=new Z(h,this,t))', ':0'],
    [
      'class Z{constructor(t,i,s){this.element=t,this.type=6,this._$AN=void 0,this._$AM=i,this.options=s}_$AI(t){M(this,t)}}',
    ],
    [
      'if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}',
    ],
    [
      'if(r.data===n)d.push({type:2,index:l});else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}',
      'r.data===n&&d.push({type:2,index:l});',
    ],
    // Compiled templates, and documents other than the page's.
    [
      '"number"==typeof s?this._$AC(t):(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s)',
      'this._$AC(t)',
    ],
    ['(t?.creationScope??l).importNode', 'l.importNode'],
    // Listeners that are objects, that change their options, or are removed.
    [
      '_$AI(t,i=this){if((t=M(this,t,i,0)??A)===E)return;const s=this._$AH,e=t===A&&s!==A||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,h=t!==A&&(s===A||e);e&&this.element.removeEventListener(this.name,this,s),h&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){"function"==typeof this._$AH?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}',
      '_$AI(t){this._$AH===A&&this.element.addEventListener(this.name,this),this._$AH=t}handleEvent(t){this._$AH(t)}',
    ],
    // Rendering before a certain node.
    [
      'const e=s?.renderBefore??i;let h=e._$litPart$;if(void 0===h){const t=s?.renderBefore??null;e._$litPart$=h=new k(i.insertBefore(c(),t),t,void 0,s??{})}return h._$AI(t),h',
      '(i._$litPart$??=new k(i.insertBefore(c(),null),null,void 0,s))._$AI(t)',
    ],
  ],
  'reactive-element.js': [
    // Decorators.
    ['Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;'],
    [
      'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}',
    ],
    ['static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}'],
    [',void 0!==t.l&&(this.l=[...t.l])'],
    [',this.constructor.l?.forEach(t=>t(this))'],
    ['s.state&&(s.attribute=!1),'],
    [',s=[...r(t),...o(t)]', ',s=r(t)'],
    [
      'const i=Symbol(),h=this.getPropertyDescriptor(t,i,s);void 0!==h&&e(this.prototype,t,h)',
      'e(this.prototype,t,this.getPropertyDescriptor(t,Symbol(),s))',
    ],
    // Properties that are reflected or have defaults, and converters other than for JSON.
    [
      'toAttribute(t,s){switch(s){case Boolean:t=t?l:null;break;case Object:case Array:t=null==t?t:JSON.stringify(t)}return t},',
    ],
    ['case Boolean:i=null!==t;break;case Number:i=null===t?null:Number(t);break;'],
    [
      '_$ET(t,s){const i=this.constructor.elementProperties.get(t),e=this.constructor._$Eu(t,i);if(void 0!==e&&!0===i.reflect){const h=(void 0!==i.converter?.toAttribute?i.converter:u).toAttribute(s,i.type);this._$Em=t,null==h?this.removeAttribute(e):this.setAttribute(e,h),this._$Em=null}}',
    ],
    [
      'if(void 0!==e&&this._$Em!==e){const t=i.getPropertyOptions(e),h="function"==typeof t.converter?{fromAttribute:t.converter}:void 0!==t.converter?.fromAttribute?t.converter:u;this._$Em=e;const r=h.fromAttribute(s,t.type);this[e]=r??this._$Ej?.get(e)??r,this._$Em=null}',
      'void 0!==e&&(this[e]=u.fromAttribute(s,i.getPropertyOptions(e).type))',
    ],
    [',this._$Em=null,this._$Ev()', ',this._$Ev()'],
    [
      '!((i.hasChanged??f)(h,s)||i.useDefault&&i.reflect&&h===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,i)))',
      '!f(h,s)',
    ],
    [
      'C(t,s,{useDefault:i,reflect:e,wrapped:h},r){i&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),!0!==h||void 0!==r)||(this._$AL.has(t)||(this.hasUpdated||i||(s=void 0),this._$AL.set(t,s)),!0===e&&this._$Em!==t&&(this._$Eq??=new Set).add(t))}',
      'C(t,s){this._$AL.has(t)||this._$AL.set(t,this.hasUpdated?s:void 0)}',
    ],
    ['this._$Eq&&=this._$Eq.forEach(t=>this._$ET(t,this[t])),'],
    [
      'const r=this.constructor;if(!1===e&&(h=this[t]),i??=r.getPropertyOptions(t),!f(h,s))return;this.C(t,s,i)',
      'if(!1===e&&(h=this[t]),!f(h,s))return;this.C(t,s)',
    ],
    ['this.C(s,void 0,i,e)', 'this.C(s)'],
    ['this.requestUpdate(t,h,i)', 'this.requestUpdate(t,h)'],
    ['i.getPropertyOptions(e).type', 'i.elementProperties.get(e).type'],
    ['static getPropertyOptions(t){return this.elementProperties.get(t)??b}'],
    ['static createProperty(t,s=b){', 'static createProperty(t,s){'],
    // Methods that elements may override, which the form doesn't.
    ['const t=this.scheduleUpdate();return null!=t&&await t,', 'this.performUpdate();return'],
    ['scheduleUpdate(){return this.performUpdate()}'],
    ['let t=!1;const s=this._$AL;', 'const s=this._$AL;'],
    ['t=this.shouldUpdate(s),t?(', ''],
    [
      ',this.update(s)):this._$EM()}catch(s){throw t=!1,this._$EM(),s}t&&this._$AE(s)',
      ',this.update(s)}catch(s){throw this._$EM(),s}this._$AE(s)',
    ],
    ['shouldUpdate(t){return!0}'],
    ['this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t)),', 'this.hasUpdated=!0,'],
    ['firstUpdated(t){}'],
    ['return this.getUpdateComplete()}getUpdateComplete(){'],
    ['removeController(t){this._$EO?.delete(t)}'],
    [',converter:u,reflect:!1,useDefault:!1,hasChanged:f}', '}'],
  ],
  'lit-element.js': [
    // Directives.
    ['this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),'],
    ['connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}'],
    ['disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}'],
    ['this._$Do=e(', 'e('],
    // Style elements in the shadow root.
    [
      'createRenderRoot(){const t=super.createRenderRoot();return this.renderOptions.renderBefore??=t.firstChild,t}',
    ],
  ],
};

/** Bindings of properties and elements, templates other than HTML, and directives. */
const unsupportedInTemplates = /\s\.[\w-]+=["']?\$\{|<[\w-]+ \$\{|\b(svg|mathml)`|from 'lit\/.*'/;

/** Leaves out the parts of Lit that the widget doesn't use: support for browsers without constructable style sheets,
 * hooks, decorators, directives and rare kinds of bindings and properties. Saves a kilobyte of brotli. */
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
    filter: { id: /\/node_modules\/(@lit|lit-html|lit-element)\/|\.ts(\?|$)/ },
    handler(code, id) {
      if (!id.includes('/node_modules/')) {
        const [unsupported] = unsupportedInTemplates.exec(code) ?? [];
        if (unsupported) this.error(`${id}: the widget’s Lit doesn’t support ${unsupported.trim()}`);
        return null;
      }
      let smaller = code.replaceAll(hooks, '(void 0)');
      for (const [piece, replacement = ''] of cuts[basename(id)] ?? []) {
        if (!smaller.includes(piece)) this.error(`Lit has changed: small-lit doesn't find ${piece}`);
        smaller = smaller.replaceAll(piece, replacement);
      }
      return smaller;
    },
  },
};
