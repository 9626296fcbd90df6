import { parse } from 'parse5';
import { attribute, contentOf, type Element, type Node, walk } from './read-page.ts';

/** A text or a field of a page, the elements that it's in, from within, and the number of its line. */
export interface Part {
  text: string;
  field?: Element | undefined;
  around: Element[];
  line: number;
}

/** A question of a form, with its words as they are on the page. */
export interface PageQuestion {
  /** One, or the radio buttons or checkboxes. */
  fields: Part[];
  label: string;
  /** The label of the group that it shares with others. */
  heading: string;
  help: string;
  /** Of a select, radio buttons or checkboxes. */
  options: { label: string; value: string | undefined }[];
  /** To what visitors agree. */
  link: { href: string; text: string } | undefined;
  /** The elements that surround it alone. */
  alone: Element[];
}

const inline = /^(#text|a|abbr|b|code|em|font|i|input|mark|q|s|small|span|strong|sub|sup|u)$/;
const maxDepth = 512; // As browsers limit it.
const maxFields = 300;

/** The texts, fields and starts of forms in the order of the page, and all its elements. */
export function readParts(html: string): { parts: Part[]; elements: Element[] } {
  const parts: Part[] = [];
  const elements: Element[] = [];
  let line = 0;
  const visit = (node: Node, around: Element[]) => {
    const isBlock = !inline.test(node.nodeName);
    if (isBlock) line += 1;
    if (node.nodeName === '#text') parts.push({ text: contentOf(node), around, line });
    if (!('childNodes' in node) || around.length > maxDepth) return;
    const element = 'tagName' in node ? [node] : [];
    elements.push(...element);
    if (/^(form|input|select|textarea)$/.test(node.nodeName))
      parts.push({ text: '', field: element[0], around, line });
    if (!/^(button|noscript|script|select|style|svg|textarea)$/.test(node.nodeName))
      for (const child of node.childNodes) visit(child, [...element, ...around]);
    if (isBlock) line += 1;
  };
  visit(parse(html), []);
  return { parts, elements };
}

export const typeOf = ({ field }: Part) =>
  field?.tagName === 'input' ? (attribute(field, 'type') || 'text').toLowerCase() : (field?.tagName ?? '');
const isAsked = (part: Part) => !/^(|button|form|hidden|image|reset|submit)$/.test(typeOf(part));
const join = (parts: Part[]) =>
  parts.reduce((text, part, at) => text + (part.line === parts[at - 1]?.line ? '' : ' ') + part.text, '');
export const wordsOf = (element: Element, parts: Part[]) =>
  join(parts.filter(({ around }) => around.includes(element))).trim();
const lineOf = (parts: Part[], part: Part | undefined) =>
  join(parts.filter(({ line }) => line === part?.line));

/** The parts of every form. */
export function findForms(parts: Part[]): Part[][] {
  const starts = parts.flatMap((part, at) => (typeOf(part) === 'form' ? [at] : []));
  return starts.map((at, index) => {
    const inside = parts.filter(({ around }) => around.includes(parts[at]!.field!));
    // The parser leaves a form empty that begins between the parts of a table. Its fields follow.
    return inside.length > 0 ? inside : parts.slice(at + 1, starts[index + 1]);
  });
}

/** Finds the questions among the parts of a form: its fields, of which radio buttons and checkboxes belong together. */
export function findQuestions(parts: Part[], elements: Element[]): PageQuestion[] {
  const asked = parts.filter(isAsked);
  if (asked.length > maxFields) throw new Error(`the form has more than ${maxFields} fields`);
  const wordsIn = (element: Element) => wordsOf(element, parts);
  const byId = new Map(elements.map(each => [attribute(each, 'id'), each]));
  const named = (element: Element, name: string) => {
    const ids = attribute(element, name)?.split(/\s+/) ?? [];
    return ids
      .flatMap(id => byId.get(id) ?? [])
      .map(wordsIn)
      .join(' ');
  };
  const isOwner = (label: Element, { field, around }: Part) => {
    const id = attribute(label, 'for');
    const isIts = id === undefined ? around.includes(label) : attribute(field!, 'id') === id;
    return label.tagName === 'label' && isIts;
  };
  const labels = new Set(parts.flatMap(({ around }) => around.filter(({ tagName }) => tagName === 'label')));
  const nameOf = (element: Element, own: Element[]) =>
    named(element, 'aria-labelledby') ||
    own.map(wordsIn).find(Boolean) ||
    (attribute(element, 'aria-label') ?? '');
  const labelOf = (part: Part) =>
    nameOf(
      part.field!,
      [...labels].filter(each => isOwner(each, part)),
    );
  const legendOf = (group: Element) =>
    nameOf(group, group.childNodes.filter(each => each.nodeName === 'legend') as Element[]);
  const isGroup = (each: Element) =>
    /^(fieldset|.*group)$/.test(attribute(each, 'role') ?? each.tagName) && legendOf(each) !== '';
  const inside = (group: Element) => asked.filter(({ around }) => around.includes(group));
  const keyOf = (part: Part) => {
    const [type, name] = [typeOf(part), attribute(part.field!, 'name')];
    if (!/^(checkbox|radio)$/.test(type) || !name) return part;
    const group = type === 'checkbox' && part.around.find(isGroup);
    const isOne = group && inside(group).every(each => typeOf(each) === type);
    return isOne ? group : type === 'radio' ? name : name.replace(/\[\d*\]$|\.\d+$/, '');
  };
  const taken = new Set<Part>();
  /** The first line after a field; if there is one before, only on the same line. */
  const lineAfter = (part: Part, before = '') => {
    const rest = parts.slice(parts.indexOf(part) + 1);
    const next = rest.findIndex(isAsked);
    const following = next < 0 ? rest : rest.slice(0, next);
    const first = following.find(({ text, line }) => text.trim() && (!before || line === part.line));
    if (first) taken.add(first);
    return lineOf(following, first);
  };
  return [...Map.groupBy(asked, keyOf).values()].map(own => {
    const first = own[0]!;
    const alone = first.around.filter(each => inside(each).every(other => own.includes(other)));
    const group = first.around.find(isGroup);
    const legend = group ? legendOf(group) : '';
    const isOthers = (each: Element) =>
      each.tagName === 'legend' || asked.some(other => !own.includes(other) && isOwner(each, other));
    const until = parts.indexOf(first);
    const from = parts.findLastIndex((each, at) => at < until && isAsked(each)) + 1;
    const free = parts.slice(from, until).filter(each => !taken.has(each) && !each.around.some(isOthers));
    const before = lineOf(
      free,
      free.findLast(({ text }) => text.trim()),
    );
    const isChoice = typeOf(first) === 'radio' || own.length > 1;
    const toOption = (element: Element, label: string) => ({ label, value: attribute(element, 'value') });
    const options = isChoice
      ? own.map(each => toOption(each.field!, labelOf(each) || lineAfter(each)))
      : walk(first.field!).flatMap(each =>
          'tagName' in each && each.tagName === 'option'
            ? [toOption(each, walk(each).map(contentOf).join(''))]
            : [],
        );
    const hint = attribute(first.field!, 'placeholder') ?? '';
    const near = hint === '' || /[:*]\s*$/.test(before) ? before.trim() : '';
    const after = () => typeOf(first) === 'checkbox' && lineAfter(first, near);
    const ownLegend = group && alone.includes(group) ? legend : '';
    const label = isChoice ? ownLegend : labelOf(first) || after() || near || hint || ownLegend;
    const words = parts.filter(({ around }) =>
      around.some(each => alone.includes(each) || isOwner(each, first)),
    );
    const link = words.flatMap(({ around }) => around.filter(({ tagName }) => tagName === 'a'))[0];
    return {
      fields: own,
      alone,
      label: label || before || attribute(first.field!, 'title') || attribute(first.field!, 'name') || '',
      heading: ownLegend ? '' : legend,
      help: named(first.field!, 'aria-describedby') || hint,
      options,
      link: link && { href: attribute(link, 'href') ?? '', text: wordsIn(link) },
    };
  });
}
