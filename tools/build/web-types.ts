import { readFileSync, writeFileSync } from 'node:fs';
import type { ElementDeclaration, ManifestEntry } from './manifest.ts';

/** Writes `dist/web-types.json`, with which JetBrains' editors know the tag. */
export function writeWebTypes(element: ElementDeclaration): void {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;
  const described = (entries: ManifestEntry[]) =>
    entries.map(({ name, description }) => ({ name, description }));
  const webTypes = {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name,
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: 'enquiry-form',
            description: element.description,
            attributes: element.attributes.map(({ name, description, type }) => ({
              name,
              description,
              value: {
                type: type?.text,
                ...(type?.text === 'boolean' && { kind: 'no-value' }),
              },
            })),
            slots: described(element.slots),
            js: {
              properties: described(element.members.filter(({ kind }) => kind === 'field')),
              events: described(element.events),
            },
            css: { properties: described(element.cssProperties), parts: described(element.cssParts) },
          },
        ],
      },
    },
  };
  writeFileSync('dist/web-types.json', `${JSON.stringify(webTypes, null, 2)}\n`);
}
