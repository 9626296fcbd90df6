import {
  findNodeAtLocation,
  findNodeAtOffset,
  getNodePath,
  getNodeValue,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

export type Path = (string | number)[];

/** A part of the config where it is written. Parts change when a mistake is corrected, so that others are found behind it. */
export interface Part {
  type: 'object' | 'array' | 'property' | 'string' | 'number' | 'boolean' | 'null';
  value?: unknown;
  offset: number;
  length: number;
  children?: Part[];
  parent?: Part;
}

/** A mistake in the text, at an offset of it. */
export interface TextMistake {
  offset: number;
  length: number;
  message: string;
}

/** The text of a config as far as it can be read. */
export interface ConfigText {
  text: string;
  mistakes: TextMistake[];
  /** Absent if the text isn't JSON at all. */
  root?: Part;
  /** Where something may be missing from the parts: what contains one of these offsets may be incomplete. */
  gaps: number[];
}

/** No config needs as many levels. The limit exists because the functions that read a config are recursive. */
const maxLevels = 100;

/** Reads a config: JSON with comments and trailing commas. Corrects what can only mean one thing, so that the rest can be
 * checked, too. */
export function readConfigText(source: string | Uint8Array): ConfigText {
  const { text, encoding } =
    typeof source === 'string' ? { text: source.replace(/^\uFEFF/, '') } : decode(source);
  const refuse = (message: string, offset = 0): ConfigText => ({
    text,
    mistakes: [{ offset, length: 1, message }],
    gaps: [],
  });
  if (encoding)
    return refuse(
      `the file is in ${encoding}, not in UTF-8: save it as UTF-8, which editors offer under “Save as” or “Encoding”`,
      Math.max(0, text.indexOf('\ufffd')),
    );
  const format = otherFormats.find(([, beginning]) => beginning.test(text))?.[0];
  if (format)
    return refuse(`the file is ${format}: write it as JSON, beginning with {, as "enquiry-form init" does`);
  if (text.trim() === '')
    return refuse('the file is empty: write a config into it, as "enquiry-form init" does');
  const { json, toOffset, mistakes, tooDeepAt } = correctCharacters(text);
  if (tooDeepAt !== undefined)
    return refuse(`there are more than ${maxLevels} levels of brackets: remove some`, tooDeepAt);
  const errors: Parameters<typeof parseTree>[1] = [];
  const root: Part | undefined = parseTree(json, errors, { allowTrailingComma: true });
  const gaps: number[] = [];
  for (const { error, offset, length } of errors) {
    const code = printParseErrorCode(error);
    if (!harmless.includes(code)) gaps.push(offset);
    const isAfter = /Comma|Close/.test(code) || offset >= json.length; // Where the one before ends, and not on the next line.
    const at = isAfter ? json.slice(0, offset).trimEnd().length - 1 : Math.min(offset, json.length - 1);
    mistakes.push({
      offset: toOffset(at),
      length: isAfter ? 1 : length,
      message: syntax[code] ?? syntax.InvalidSymbol!,
    });
  }
  if (root) place(root, part => [toOffset(part.offset), toOffset(part.offset + part.length)]);
  return {
    text,
    mistakes: firstOfLines(text, [...mistakes, ...(root ? removeRepeats(root, text) : [])]),
    ...(root && { root }),
    gaps: gaps.map(toOffset),
  };
}

/** Editors on Windows save UTF-16 and the code page, too. */
function decode(bytes: Uint8Array): { text: string; encoding?: string } {
  const decodeAs = (label: string, fatal = false) => new TextDecoder(label, { fatal }).decode(bytes);
  const [first = 1, second = 1] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0)
    return { text: decodeAs('utf-16le'), encoding: 'UTF-16' };
  if ((first === 0xfe && second === 0xff) || first === 0)
    return { text: decodeAs('utf-16be'), encoding: 'UTF-16' };
  try {
    return { text: decodeAs('utf-8', true) };
  } catch {
    return { text: decodeAs('utf-8'), encoding: 'another encoding, probably Windows-1252' };
  }
}

const otherFormats: [name: string, beginning: RegExp][] = [
  ['HTML', /^\s*</],
  ['YAML', /^\s*(---|#|[\w-]+:\s)/],
  ['a program', /^\s*(module\.exports|export|import|const|let|var)\b/],
];

/** What the parser finds, in the words of a person who never learnt JSON. */
const syntax: Record<string, string> = {
  CommaExpected: 'a comma is missing: write , after this',
  ColonExpected: 'a colon is missing: write : between the key and its value',
  PropertyNameExpected: 'a key is missing: write one in double quotes before the value',
  ValueExpected: 'a value is missing: write one, or remove what stands before it',
  CloseBraceExpected: 'a closing bracket is missing: write } where the object ends',
  CloseBracketExpected: 'a closing bracket is missing: write ] where the list ends',
  EndOfFileExpected: 'the config has ended before this: remove this, or the closing bracket that is too many',
  UnexpectedEndOfComment: 'the comment has no end: write */',
  UnexpectedEndOfString: 'the text has no end: write " after it, and \\n in place of a line break within it',
  UnexpectedEndOfNumber: 'the number has no end: write digits after it',
  InvalidUnicode: '\\u needs four hexadecimal digits: write them, or \\\\ for a backslash',
  InvalidEscapeCharacter: 'a backslash means nothing before this character: write \\\\ for a backslash',
  InvalidCharacter: 'a text has a tab or another control character: write \\t for a tab, or a space',
  InvalidSymbol: 'this is not a value: write texts in double quotes, and numbers like 5 or 2.5',
};
/** The parser goes on after these as if nothing were missing. */
const harmless = ['CommaExpected', 'InvalidUnicode', 'InvalidEscapeCharacter', 'InvalidCharacter'];

/** Comments and texts, which may contain everything, brackets, and what people type or paste in place of JSON. */
const tokens = new RegExp(
  [
    /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/,
    /(?<string>"(?:[^"\\\n]|\\.|\n(?!\s*["}\]]))*"?)/,
    /(?<bracket>[{}[\]])|(?<comment>#.*)|(?<sign>[;=：，])/,
    /[“”„‟«»](?<curly>[^“”„‟«»"\n]*)["“”„‟«»]|['‘’`](?<single>[^'‘’`"\n]*)['‘’`]/,
    /(?<=")(?<inner>\w+)|(?<!\w)(?<word>[A-Za-z_$][\w$-]*)/,
    /(?<space>[\u00a0\u2000-\u200f\u2028\u2029\u202f\u2060\u3000\ufeff])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
const signs: Record<string, string> = { ';': ',', '=': ':', '：': ':', '，': ',' };

function correctCharacters(text: string) {
  const mistakes: TextMistake[] = [];
  /** Where texts of another length begin and end. */
  const shifts: { at: number; by: number }[] = [];
  let levels = 0;
  let shift = 0;
  let tooDeepAt: number | undefined;
  const json = text.replaceAll(tokens, (token, ...rest) => {
    const { string, bracket, comment, curly, single, inner, word, sign, space } = rest.at(-1);
    const offset: number = rest.at(-3);
    const report = (message: string) => mistakes.push({ offset, length: token.length, message });
    const write = (written: string) => {
      const isCut = written.length > 100;
      report(`${isCut ? 'this' : token} is not JSON: write ${isCut ? 'it in double quotes' : written}`);
      shift += written.length - token.length;
      if (written.length !== token.length) shifts.push({ at: offset + token.length + shift, by: shift });
      return written;
    };
    if (bracket) {
      levels += '{['.includes(bracket) ? 1 : -1;
      if (levels > maxLevels) tooDeepAt ??= offset;
    }
    if (space) return ' ';
    if (string?.trimEnd().includes('\n')) {
      report('a text must be on one line: write \\n in place of a line break');
      return string.replaceAll(/[\r\n]/g, ' ');
    }
    if (comment) {
      report('this comment is not JSON: write // in place of #');
      return ' '.repeat(token.length);
    }
    if (sign) return write(signs[sign]!);
    if (inner) report('a double quote within a text would end it: write \\" in its place');
    else if (curly !== undefined || single !== undefined) return write(`"${curly ?? single}"`);
    else if (word && !/^(true|false|null)$/.test(word))
      return write(
        /^(true|false)$/i.test(word)
          ? word.toLowerCase()
          : /^(none|null|undefined)$/i.test(word)
            ? 'null'
            : `"${word}"`,
      );
    return token;
  });
  const toOffset = (at: number) => at - (shifts.findLast(each => each.at <= at)?.by ?? 0);
  return { json, mistakes, toOffset, tooDeepAt };
}

/** What follows on a line is often a consequence. */
function firstOfLines(text: string, mistakes: TextMistake[]): TextMistake[] {
  const lines = new Set<number>();
  return mistakes
    .toSorted((a, b) => a.offset - b.offset)
    .filter(({ offset }) => {
      const line = text.lastIndexOf('\n', offset - 1);
      return !lines.has(line) && lines.add(line);
    });
}

/** Finds keys that are written twice in an object, and the one that the schema's library would skip. Only the first stays. */
function removeRepeats(root: Part, text: string): TextMistake[] {
  const mistakes: TextMistake[] = [];
  const visit = ({ type, children = [] }: Part) => {
    const first = new Map<unknown, Part>();
    for (const child of [...children]) {
      const [key] = type === 'object' ? child.children! : [];
      const earlier = key && first.get(key.value);
      if (key && (earlier || key.value === '__proto__')) {
        const { offset, length } = key;
        const name = JSON.stringify(key.value);
        const message = earlier
          ? `${name} is written twice, first in line ${lineOf(text, earlier.offset)}: rename or remove one of them`
          : `${name} can’t be a key: rename it`;
        mistakes.push({ offset, length, message });
        children.splice(children.indexOf(child), 1);
      } else {
        if (key) first.set(key.value, key);
        visit(child);
      }
    }
  };
  visit(root);
  return mistakes;
}

/** The number of the line with this offset, from 1. */
export const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

/** Sets where a part and those in it are written. */
function place(part: Part, toRange: (part: Part) => [start: number, end: number]) {
  const [start, end] = toRange(part);
  part.offset = start;
  part.length = end - start;
  for (const child of part.children ?? []) place(child, toRange);
}

/** The part at a path. */
export const partAt = (root: Part, path: Path): Part | undefined => findNodeAtLocation(root, path);

/** The part at a path, or the closest one around it. */
export const closestPart = (root: Part, path: Path): Part =>
  partAt(root, path) ?? (path.length > 0 ? closestPart(root, path.slice(0, -1)) : root);

/** The path of what is written at an offset. */
export function pathOf(root: Part, offset: number): Path {
  const found = findNodeAtOffset(root, offset);
  return found ? getNodePath(found) : [];
}

/** The value that is written. */
export const toValue = (part: Part): unknown => getNodeValue(part);

/** The key of a part in an object. */
export const keyOf = ({ parent }: Part): Part | undefined =>
  parent?.type === 'property' ? parent.children![0] : undefined;

/** Puts a value in the place of a part. */
export function replacePart(part: Part, value: unknown): void {
  const { offset, length } = part;
  const { type, value: written, children } = parseTree(JSON.stringify(value))! as Part;
  Object.assign(part, { type, value: written, children });
  for (const child of children ?? []) child.parent = part;
  place(part, () => [offset, offset + length]);
}

/** Adds a key to an object. Returns its value. */
export function setKey(object: Part, key: string, value: unknown): Part {
  const { offset } = object;
  const property: Part = { type: 'property', offset, length: 1, parent: object, children: [] };
  const added: Part = { type: 'null', offset, length: 1, parent: property };
  property.children = [{ ...added, type: 'string', value: key }, added];
  object.children!.push(property);
  replacePart(added, value);
  return added;
}

/** Removes a key from an object. */
export function removeKey(object: Part, key: string): void {
  object.children = object.children!.filter(each => each.children![0]!.value !== key);
}
