import { escapeHtml } from '@lit-labs/ssr/lib/util/escape-html.js';
import type { TemplateResult } from 'lit';
import { asked } from '../../proxy/contract/asked.ts';
import type { PageForm } from '../../proxy/contract/page.ts';
import { splitParts } from '../answers/answer-text.ts';
import type { Field } from '../form/form-model.ts';
import { toHtml } from './html.ts';

/** Adds the values of the controls and the address that the form posts to, which templates don't have, to their markup, and
 * names the controls that only the element reads. Elements that it adds have the attribute `data-plain`, and the takeover
 * removes them. In the markup of templates, `>` ends a tag: Lit escapes it in the values of attributes. */
export function asPlainForm(
  markup: string,
  { definition, action, fields = [], hidden = {} }: PageForm,
): string {
  const inputs = Object.entries(hidden).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeValue(name)}" value="${escapeValue(value)}" data-plain>`,
  );
  const values = Map.groupBy([...fields, ...partsOf(definition, fields)], ([name]) => name);
  const isGiven = (name = '', value = '') =>
    values.get(name)?.some(field => field[1] === unescapeHtml(value));
  let select = '';
  return namedParts(markup)
    .replace(
      /<form /,
      () =>
        `<form method="post" enctype="multipart/form-data" accept-charset="utf-8" action="${escapeValue(action)}" `,
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
      if (!given || type === 'hidden') return tag;
      // The inputs of a field in parts show its value, so its hidden text area stays empty.
      if (element === 'textarea') return / hidden\b/.test(attributes) ? tag : `${tag}\n${escapeValue(given)}`;
      return add(`value="${escapeValue(given)}"`);
    });
}

/** Names the parts of dates and addresses after their field, whose control is a hidden one after them. */
function namedParts(markup: string): string {
  return markup.replaceAll(/<div class="parts [^>]*>.*?<textarea name="([^"]*)"/gs, (parts, name: string) => {
    let part = 0;
    return parts.replaceAll(/(<input\b[^>]* name=")"/g, (_, start: string) => `${start}${name}.${++part}"`);
  });
}

/** The parts of values that were given as a whole. */
function partsOf(definition: PageForm['definition'], fields: [string, string][]): [string, string][] {
  const given = new Map(fields);
  return asked(definition).flatMap(({ name, question }) => {
    const value = given.get(name);
    if (!question.entry || !value || given.has(`${name}.1`)) return [];
    const parts = splitParts(value, question).slice(0, 4); // No question has more.
    return parts.map((part, at): [string, string] => [`${name}.${at + 1}`, part]);
  });
}

// A question's condition stands in its label, which is a text of the definition. So the label gets a mark, which is replaced
// in the markup. Nobody can guess it: no text of a definition, and nothing that a visitor types, has one.
const start = `\uE000${crypto.randomUUID()} `;
const end = '\uE001';
const mark = `${start}([^${end}]*)${end}`;
const markAtLabel = new RegExp(`( aria-label=")${mark}`, 'g');
const markInText = new RegExp(mark, 'g');
const hiddenField = new RegExp(`<div class="field[^>]* hidden>(?:(?!<div class="field).)*?${mark}`, 'gs');

/** A field whose label starts with a mark. */
export function markLabel(field: Field): Field {
  const { name, question } = field;
  if (!question.shown_when) return field;
  return { ...field, question: { ...question, label: start + name + end + question.label } };
}

/** The texts that only a page without JavaScript shows. */
interface PlainTexts {
  /** When a question is asked, by the names of fields. */
  conditions: ReadonlyMap<string, string | boolean>;
  /** The headings of fields that a script hides, by the names of the fields. Default: none. */
  headings?: ReadonlyMap<string, string>;
  /** The hint above the two contact fields between which a script lets the visitor choose. Default: none. */
  hint?: TemplateResult | undefined;
}

/** Replaces the marks in the markup of labels, and adds the other texts. */
export function showPlain(markup: string, { conditions, headings, hint }: PlainTexts): string {
  const withHeadings = !headings?.size
    ? markup
    : markup.replaceAll(hiddenField, (field, name: string) => {
        const heading = headings.get(name);
        return heading ? `<h3 part="group-heading" data-plain>${escapeValue(heading)}</h3>${field}` : field;
      });
  const hintMarkup = hint && toHtml(hint).replace('<p ', '<p data-plain ');
  return withHeadings
    .replaceAll(markAtLabel, '$1')
    .replaceAll(markInText, (_, name: string) => {
      const text = conditions.get(name);
      return typeof text === 'string'
        ? `<span class="condition" data-plain>${escapeValue(text)} </span>`
        : '';
    })
    .replace(/<textarea name="channel" hidden><\/textarea>/, choice => choice + (hintMarkup ?? ''));
}

/** Escapes a text. Without NUL, which browsers would replace with a visible character. */
const escapeValue = (text: string) => escapeHtml(text.replaceAll('\0', ''));

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of an attribute in Lit's markup. */
function unescapeHtml(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);
}
