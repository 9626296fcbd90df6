import { escapeHtml } from '@lit-labs/ssr/lib/util/escape-html.js';
import type { PageForm } from '../../proxy/contract/page.ts';

/** The templates leave to the browser what the controls hold and where the form posts to. This adds both to their markup,
 * and names the controls that only the element reads. What it adds as elements has the attribute `data-plain`, and the
 * element removes it. In the markup of templates, `>` ends a tag: Lit escapes it in the values of attributes. */
export function asPlainForm(markup: string, { action, fields = [], hidden = {} }: PageForm): string {
  const inputs = Object.entries(hidden).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}" data-plain>`,
  );
  const values = Map.groupBy(fields, ([name]) => name);
  const isGiven = (name = '', value = '') =>
    values.get(name)?.some(field => field[1] === unescapeHtml(value));
  let select = '';
  return markup
    .replace(
      /<form /,
      `<form method="post" enctype="multipart/form-data" accept-charset="utf-8" action="${escapeHtml(action)}" `,
    )
    .replace(/<form [^>]*>/, tag => tag + inputs.join(''))
    .replaceAll(/<(input|select|option|textarea)\b([^>]*)>/g, (tag, element: string, attributes: string) => {
      const read = (attribute: string) => new RegExp(`(?:^|\\s)${attribute}="([^"]*)"`).exec(attributes)?.[1];
      const name = read('name');
      const value = read('value');
      const type = read('type');
      const add = (text: string) => `<${element}${attributes} ${text}>`;
      if (element === 'select') select = name ?? '';
      if (element === 'option') return isGiven(select, value) ? add('selected') : tag;
      if (type === 'file') return add('name="files"');
      if (type === 'radio' || type === 'checkbox') return isGiven(name, value) ? add('checked') : tag;
      const [[, given = ''] = []] = values.get(name ?? '') ?? [];
      if (element === 'textarea') return given ? `${tag}\n${escapeHtml(given)}` : tag;
      return given && type !== 'hidden' && element === 'input' ? add(`value="${escapeHtml(given)}"`) : tag;
    });
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of an attribute in Lit's markup. */
function unescapeHtml(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);
}
