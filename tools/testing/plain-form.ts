// For tests: a form as a browser without JavaScript reads it from a page, fills it in and posts it.
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

interface Control {
  name: string;
  /** The type of an input, or `select` or `textarea`. */
  type: string;
  value: string;
  isChecked: boolean;
  /** Of a select: the values that can be chosen. */
  options: string[];
}

/** The elements below a node in their order, including those in shadow roots. */
export function elementsIn(node: Node): Element[] {
  const content = 'content' in node ? [node.content] : []; // Of a template.
  const children = 'childNodes' in node ? node.childNodes : [];
  return [...content, ...children].flatMap(child =>
    defaultTreeAdapter.isElementNode(child) ? [child, ...elementsIn(child)] : elementsIn(child),
  );
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find(each => each.name === name)?.value;
}

/** The text in an element. */
export function textIn(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textIn).join('') : '';
}

/** Converts a value as a control of this type does (HTML, "value sanitization algorithm"). */
export function sanitise(type: string, value: string): string {
  if (type === 'hidden') return value;
  if (type === 'textarea') return value.replaceAll(/\r\n?/g, '\n');
  if (type === 'date') return isDate(value) ? value : '';
  const line = value.replaceAll(/[\r\n]/g, '');
  return type === 'email' ? line.replaceAll(/^[\t\f ]+|[\t\f ]+$/g, '') : line;
}

const isDate = (value: string) =>
  /^\d{4}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.slice(0, 10) === value;

/** Reads the only form of a page that posts. */
export function readPlainForm(html: string) {
  const all = elementsIn(parse(html));
  const forms = all.filter(each => each.tagName === 'form' && attributeOf(each, 'method') === 'post');
  const [form] = forms;
  if (!form || forms.length > 1) throw new Error(`the page has ${forms.length} forms that post`);
  const controls = elementsIn(form).flatMap((element): Control[] => {
    const { tagName } = element;
    const read = (name: string) => attributeOf(element, name);
    const name = read('name') ?? '';
    if (!/^(input|select|textarea)$/.test(tagName) || read('disabled') !== undefined) return [];
    const type = tagName === 'input' ? (read('type') ?? 'text') : tagName;
    const isChoice = type === 'radio' || type === 'checkbox';
    const options = elementsIn(element).filter(each => each.tagName === 'option');
    const optionValue = (option: Element) => attributeOf(option, 'value') ?? textIn(option);
    const selected = options.findLast(each => attributeOf(each, 'selected') !== undefined) ?? options[0];
    const value =
      tagName === 'select'
        ? selected && optionValue(selected)
        : tagName === 'textarea'
          ? textIn(element)
          : read('value');
    return [
      {
        name,
        type,
        value: isChoice ? (value ?? 'on') : sanitise(type, value ?? ''),
        isChecked: read('checked') !== undefined,
        options: options.map(optionValue),
      },
    ];
  });

  return {
    action: attributeOf(form, 'action') ?? '',
    enctype: attributeOf(form, 'enctype'),
    controls,
    /** Enters a text, or chooses options, in the controls with this name. */
    fill(name: string, values: string[]) {
      const named = controls.filter(each => each.name === name);
      if (!named.length) throw new Error(`the form has no control "${name}"`);
      for (const control of named) {
        const { type, options } = control;
        if (type === 'radio' || type === 'checkbox') control.isChecked = values.includes(control.value);
        else if (type !== 'select') control.value = sanitise(type, values[0] ?? '');
        else control.value = options.find(each => each === values[0]) ?? control.value;
      }
    },
    /** The entries that the browser posts (HTML, "constructing the entry list"). An input without a file has an empty one. */
    posted(): FormData {
      const posted = new FormData();
      for (const { name, type, value, isChecked } of controls) {
        if (!name || ((type === 'radio' || type === 'checkbox') && !isChecked)) continue;
        posted.append(name, type === 'file' ? new File([], '', { type: 'application/octet-stream' }) : value);
      }
      return posted;
    },
  };
}
