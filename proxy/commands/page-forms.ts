import { parse } from 'parse5';
import { attribute, contentOf, type Element, type Node, walk } from './read-page.ts';

const inline = /^(#.*|a|abbr|b|code|em|font|i|input|mark|q|s|small|span|strong|sub|sup|u)$/;
const silent = /^(button|legend|noscript|script|select|style|textarea|title)$/;
const noOption = /^[^\p{L}\p{N}]*$|^\W*(please )?(select|choose|pick)\b|^-+\s?\w+\s?-+$/iu;
const marks = /\((required|optional)\)|^[\s*:]+|(?<![\s*:])[\s*:]+$/gi;
const requiredLabel = /^\s*\*|\*\s*:?\s*$|\(required\)/i;
const requiredLooks =
  /^(required=|aria-required=true|class=(.*[\s_-])?required(\s|$)|class=.*wpcf7-acceptance(?! optional))/m;
const shown = /^(aria-hidden|aria-required|class|hidden|id|required|style|tabindex)$/;

const elementsIn = (node: Node): Element[] => walk(node).filter(each => 'tagName' in each);
const typeOf = (field: Element) =>
  field.tagName === 'input' ? (attribute(field, 'type') || 'text').toLowerCase() : field.tagName;
const read = (field: Element, name: string) => attribute(field, name)?.trim() ?? '';
const isControl = (each: Element) =>
  /^(input|select|textarea)$/.test(each.tagName) &&
  !/^(button|hidden|image|reset|search|submit)$/.test(typeOf(each));

/** What a page says about the form with the most fields that isn't for searching or logging in. */
export function readForm(html: string) {
  const page = elementsIn(parse(html));
  const starts = page.flatMap(({ tagName }, at) => (tagName === 'form' ? [at] : []));
  const forms = starts.map((at, index) => {
    const inside = elementsIn(page[at]!);
    // The parser leaves a form empty that begins between the parts of a table. Its controls follow.
    return inside.some(isControl) ? inside : page.slice(at, starts[index + 1]);
  });
  const asking = forms.filter(each => !each.some(field => typeOf(field) === 'password'));
  const count = (each: Element[]) => each.filter(isControl).length;
  const [form = []] = asking.toSorted((one, other) => count(other) - count(one));
  const first = form.find(isControl);
  if (!first)
    throw new Error('the page has no form. If a browser shows one, save the page there, and import the file');
  const above = page.slice(0, page.indexOf(first));
  const headings = above.filter(({ tagName }) => /^h[1-4]$/.test(tagName)).map(each => clean(wordsOf(each)));
  return {
    title: headings.findLast(Boolean) || 'Send an enquiry',
    language: read(page[0]!, 'lang'),
    hidden: form.flatMap(each => (typeOf(each) === 'hidden' && read(each, 'name')) || []),
    questions: findQuestions(form.filter(isControl), page),
  };
}

/** The texts before, between and behind the controls and the starts of forms, a line for each block. */
function readTexts(root: Node, left?: Set<Node>) {
  const marks: Node[] = [];
  const texts = [''];
  const visit = (node: Node) => {
    if ('tagName' in node && (node.tagName === 'form' || isControl(node)) && marks.push(node)) texts.push('');
    if (silent.test(node.nodeName) && node !== root) return;
    const edge = inline.test(node.nodeName) ? '' : /^(label|td|th)$/.test(node.nodeName) ? ' ' : '\n';
    const words = node.nodeName === '#text' && !left?.has(node) ? contentOf(node) : '';
    texts[texts.length - 1] += edge + words.replaceAll(/\s+/g, ' ');
    if ('childNodes' in node) node.childNodes.forEach(visit);
    texts[texts.length - 1] += edge;
  };
  visit(root);
  return { marks, texts };
}

const wordsOf = (node: Node) => readTexts(node).texts.join(' ').trim();
/** Leaves out line breaks, and what marks a field as required. */
const clean = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(marks, '').trim();

/** Finds the questions of these controls, of which radio buttons and checkboxes with the same name belong together. */
function findQuestions(controls: Element[], page: Element[]) {
  const labels = page.filter(({ tagName }) => tagName === 'label');
  const labelsOf = (field: Element) =>
    labels.filter(each => {
      const id = attribute(each, 'for');
      return id === undefined ? elementsIn(each).includes(field) : id === attribute(field, 'id');
    });
  const { marks, texts } = readTexts(page[0]!, new Set(controls.flatMap(labelsOf).flatMap(walk)));
  const isButton = (field: Element) => /^(checkbox|radio)$/.test(typeOf(field));
  const labelOf = (field: Element) => {
    const own =
      labelsOf(field)
        .map(wordsOf)
        .filter(Boolean)
        .at(isButton(field) ? -1 : 0) || attribute(field, 'aria-label');
    if (own || !isButton(field)) return own ?? '';
    // The words behind a button label it, and then no other field.
    const at = marks.indexOf(field) + 1;
    const [line = '', ...others] = texts[at]!.split('\n');
    texts[at] = others.join('\n');
    return line;
  };
  const nameOf = (field: Element) =>
    read(field, 'name').replace(typeOf(field) === 'checkbox' ? /\[\d*\]$|\.\d+$/ : '', '');
  const keyOf = (field: Element) => (isButton(field) && nameOf(field)) || field;
  return [...Map.groupBy(controls, keyOf).values()].map(fields => {
    const field = fields[0]!;
    const type = typeOf(field);
    const isChoice = type === 'radio' || fields.length > 1;
    const isShared = (each: Element) =>
      each.tagName === 'form' || elementsIn(each).some(other => isControl(other) && !fields.includes(other));
    const alone = [...fields];
    for (let each = field.parentNode; each && 'tagName' in each && !isShared(each); each = each.parentNode)
      alone.push(each);
    const looks = alone
      .flatMap(({ attrs }) => attrs.map(({ name, value }) => (shown.test(name) ? `${name}=${value}` : '')))
      .join('\n');
    const group = page.findLast(each => each.tagName === 'fieldset' && elementsIn(each).includes(field));
    const legend = group?.childNodes.find(({ nodeName }) => nodeName === 'legend');
    const heading = legend ? wordsOf(legend) : '';
    const isOwn = alone.some(each => each === group);
    const hint = read(field, 'placeholder');
    const before = texts[marks.indexOf(field)]!.trimEnd().split('\n').at(-1)!.trim();
    // A text that isn't marked as a label rather explains the field above.
    const above = hint === '' || /[:*]$/.test(before) ? before : '';
    const found = isChoice ? '' : labelOf(field) || above || hint;
    const label = found || (isOwn && heading) || before || read(field, 'name');
    const choices = isChoice ? fields : elementsIn(field).filter(({ tagName }) => tagName === 'option');
    const options = choices
      .map(each => ({ label: isChoice ? labelOf(each) : wordsOf(each), value: attribute(each, 'value') }))
      .filter((each, at) => isChoice || at > 0 || (each.value !== '' && !noOption.test(each.label)));
    return {
      ...{ type, looks, label: clean(label), autocomplete: read(field, 'autocomplete') },
      name: isChoice ? nameOf(field) : read(field, 'name'),
      required: requiredLooks.test(looks) || requiredLabel.test(label),
      /** The label of the group that it shares with others. */
      heading: isOwn ? '' : clean(heading),
      help: hint === label ? '' : clean(hint),
      /** Whether visitors may choose several options or files. */
      isMultiple: attribute(field, 'multiple') !== undefined || (isChoice && type === 'checkbox'),
      options: distinct(options),
    };
  });
}

/** Options whose values differ. */
function distinct(options: { label: string; value: string | undefined }[]) {
  const isOnly = (own?: string) => options.filter(({ value }) => value === own).length === 1;
  const named = options.map(({ label, value = '' }): [string, string] => {
    return [(isOnly(value) && value.replaceAll(/\s+/g, ' ').trim()) || clean(label), clean(label) || value];
  });
  return [...new Map(named)].flatMap(([value, label]) => (value ? { value, label } : []));
}
