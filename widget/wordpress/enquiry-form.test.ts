import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const plugin = readFileSync('widget/wordpress/enquiry-form.php', 'utf8');

test('the shortcode has every attribute that a site sets on the tag, except the proxy, which is a setting', () => {
  const [, listed = ''] = /ENQUIRY_FORM_ATTRIBUTES = array\((.*?)\)/s.exec(plugin) ?? [];
  const [, table = ''] = /^## Attributes\n(.*?)^## /ms.exec(readFileSync('docs/reference.md', 'utf8')) ?? [];
  const attributes = Array.from(table.matchAll(/^\| `([^`]+)`/gm), ([, name]) => name);
  const isSet = (name = '') => !['proxy', 'ready'].includes(name);
  expect(Array.from(listed.matchAll(/'([^']+)'/g), ([, name]) => name)).toEqual(attributes.filter(isSet));
});

test('the plugin has the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(/^ \* Version: +(\S+)$/m.exec(plugin)?.[1]).toBe(version);
});
