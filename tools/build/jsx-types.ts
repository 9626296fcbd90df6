import { writeFileSync } from 'node:fs';
import type { ElementDeclaration, ManifestEntry } from './manifest.ts';

/** Writes the declarations of `enquiry-form/jsx` and `enquiry-form/react`, which describe the tag to type checkers. */
export function writeJsxTypes({ attributes, events, members }: ElementDeclaration): void {
  // The element sets `ready` itself. `values` and `lang` have better types below.
  const own = attributes.filter(({ name }) => !['ready', 'values', 'lang'].includes(name));
  // Properties that have the name of an attribute in camel case.
  const renamed = members
    .filter(({ name, attribute }) => attribute && attribute !== name)
    .map(each => member(each, each.name, 'string'));
  const listeners = (toName: (event: string) => string) =>
    events.map(event =>
      member(event, toName(event.name), `(event: EnquiryFormEvents['${event.name}']) => void`),
    );
  const listenerTypes = {
    ReactListeners: listeners(name => `on${name}`),
    SolidListeners: listeners(name => `on:${name}`),
    VueListeners: listeners(
      name => `on${name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    ),
  };
  writeFileSync(
    'dist/types/jsx.d.ts',
    `import type { EnquiryForm, EnquiryFormEvents, MessageOverrides, Values } from './tools/package/element.js';

/** The attributes and properties of the tag. */
export interface EnquiryFormAttributes {
${own.map(each => member(each, each.name, each.type?.text ?? 'string')).join('\n')}
  /** Answers to fill in: the property, or the attribute as JSON. */
  values?: Values | string | null | undefined;
  /** Messages in place of the form's own. Only as a property. */
  messages?: MessageOverrides | undefined;
}

/** The attributes that all tags have. */
export interface GlobalAttributes {
  id?: string | undefined;
  class?: string | undefined;
  style?: string | object | undefined;
  slot?: string | undefined;
  lang?: string | undefined;
  dir?: 'ltr' | 'rtl' | 'auto' | undefined;
  title?: string | undefined;
  hidden?: boolean | undefined;
  children?: unknown;
  key?: unknown;
  ref?: unknown;
  [name: \`data-\${string}\` | \`aria-\${string}\`]: unknown;
}

${Object.entries(listenerTypes)
  .map(([name, members]) => `export interface ${name} {\n${members.join('\n')}\n}\n`)
  .join('\n')}
/** For React 19 and Preact. \`enquiry-form/react\` adds it to React's tags. */
export interface ReactElements {
  'enquiry-form': EnquiryFormAttributes & ReactListeners & GlobalAttributes;
}

/** For Svelte 5: extend \`SvelteHTMLElements\` of \`svelte/elements\` with it. */
export type SvelteElements = ReactElements;

/** For Solid: extend \`JSX.IntrinsicElements\` of \`solid-js\` with it. */
export interface SolidElements {
  'enquiry-form': EnquiryFormAttributes & SolidListeners & GlobalAttributes;
}

/** For Vue 3: extend \`GlobalComponents\` of \`vue\` with it. */
export interface VueElements {
  'enquiry-form': new () => EnquiryForm & { $props: EnquiryFormAttributes & VueListeners & GlobalAttributes };
}
`,
  );
  writeFileSync(
    'dist/types/react.d.ts',
    `import type { DetailedHTMLProps, HTMLAttributes, JSX, ReactNode, Ref } from 'react';
import type { EnquiryFormAttributes, ReactListeners } from './jsx.js';
import type { EnquiryForm as EnquiryFormElement, Values } from './tools/package/index.js';

export type { EnquiryFormAttributes, EnquiryFormElement, ReactListeners };
export type { EnquiryFormEvents, MessageOverrides, Values } from './tools/package/index.js';

/** The attributes, properties and events of the component. */
export interface EnquiryFormProps
  extends Omit<HTMLAttributes<EnquiryFormElement>, keyof EnquiryFormAttributes>,
    Omit<EnquiryFormAttributes, 'values'>,
    ReactListeners {
${renamed.join('\n')}
  /** Answers to fill in. */
  values?: Values | undefined;
  /** What the browser shows until the form is ready. */
  children?: ReactNode;
  ref?: Ref<EnquiryFormElement> | undefined;
}

/** Renders the form, also on a server. */
export declare function EnquiryForm(props: EnquiryFormProps): JSX.Element;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'enquiry-form': DetailedHTMLProps<HTMLAttributes<EnquiryFormElement>, EnquiryFormElement> &
        EnquiryFormAttributes &
        ReactListeners;
    }
  }
}
`,
  );
  writeFileSync('dist/jsx.js', 'export {}; // There are only types here.\n');
}

function member({ description = '' }: ManifestEntry, name: string, type: string): string {
  return `  /** ${description.replaceAll('*/', '*\\/')} */\n  '${name}'?: ${type} | undefined;`.replace(
    /: (\(.*\) => void) \| undefined/,
    ': ($1) | undefined',
  );
}
