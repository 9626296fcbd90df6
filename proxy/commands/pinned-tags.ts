import { createHash } from 'node:crypto';
import type { Definition } from '../contract/definition.ts';
import { pinnedRetries } from '../contract/pinned-retries.ts';
import { integrityOf, pinnedScript, type WidgetBuild } from '../http/widget-build.ts';
import { primaryLanguage } from '../settings/texts.ts';

/** What the head of a page needs. */
export interface PageTags {
  /** One per line. */
  tags: string[];
  /** For `script-src` of a content security policy. */
  scriptSources: string[];
}

/** The tags with which a browser checks the integrity of the script, of the definitions in it and of all lazy parts.
 * `proxy` ends with a slash. */
export function pinnedTags(build: WidgetBuild, proxy: string, definitions: Definition[]): PageTags {
  const folder = `${proxy}assets/`;
  const integrity = [...build.parts].flatMap(([name, script]) => {
    const retries = Array.from({ length: pinnedRetries }, (_, retry) => `?again=${retry}`);
    return ['', ...retries].map(query => [`${folder}${name}${query}`, integrityOf(script)]);
  });
  // In one line, because its hash changes with the white space, which editors change.
  const importMap = JSON.stringify({ integrity: Object.fromEntries(integrity) });
  const { path, integrity: scriptIntegrity } = pinnedScript(build, definitions);
  const address = `${proxy}${path}`.replaceAll('&', '&amp;');
  return {
    tags: [
      `<script type="importmap">${importMap}</script>`,
      ...translations(build, definitions).map(
        ([name, script]) =>
          `<link rel="modulepreload" href="${folder}${name}" integrity="${integrityOf(script)}" crossorigin>`,
      ),
      `<script type="module" src="${address}" integrity="${scriptIntegrity}" crossorigin></script>`,
    ],
    scriptSources: [folder, `'sha256-${createHash('sha256').update(importMap).digest('base64')}'`],
  };
}

/** The translation of the widget's own texts. The form appears only after two requests for it, one after the other. */
function translations({ parts }: WidgetBuild, definitions: Definition[]): [string, string][] {
  const languages = definitions.map(({ lang }) => primaryLanguage(lang)).filter(lang => lang !== 'en');
  const wanted = new Set(languages.flatMap(lang => ['languages', lang]));
  // The build adds a hyphen and a hash of six characters to the name of a part.
  return [...parts].filter(([name]) => wanted.has(name.slice(0, -'-123456.js'.length)));
}
