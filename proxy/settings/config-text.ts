import { isUtf8 } from 'node:buffer';
import {
  findNodeAtLocation,
  findNodeAtOffset,
  getNodePath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import type { Found, Path } from './configuration-error.ts';

/** A part of the config where it is written. The key of one that was misspelt is corrected. */
export type Part = Omit<Node, 'value' | 'children' | 'parent'> & {
  value?: unknown;
  children?: Part[];
  parent?: Part;
};

/** The text of a config as far as it can be read. */
interface ConfigText {
  text: string;
  found: Found[];
  /** What is written. Undefined if the text isn't JSON at all. */
  value?: unknown;
  /** Where it is written. Takes many times the memory of the text, so it is made only if there is something to say. */
  root: () => Part;
  /** What contains one of these offsets may be incomplete. */
  gaps: number[];
}

/** No config needs as many levels. The limit exists because the functions that read a config are recursive. */
const maxLevels = 100;

/** Nobody reads more of them at once. */
const maxMistakes = 500;

/** Reads a config: JSON with comments and trailing commas. Goes on behind a mistake, so that the rest can be checked, too. */
export function readConfigText(source: string | Uint8Array): ConfigText {
  const bytes = Buffer.from(source);
  const text = bytes.toString().replace(/^\uFEFF/, '');
  const refuse = (message: string, offset = 0): ConfigText => ({
    ...{ text, gaps: [], root: () => parseTree('{}')! },
    found: [{ path: [], message, at: { offset, length: 1 } }],
  });
  const asUtf8 = 'save it as UTF-8, which editors offer under “Save as” or “Encoding”';
  if (bytes.includes(0)) return { ...refuse(`the file is in UTF-16, not in UTF-8: ${asUtf8}`), text: '' };
  if (!isUtf8(bytes))
    return refuse(`the file isn’t in UTF-8, probably in Windows-1252: ${asUtf8}`, text.indexOf('\ufffd'));
  const format = otherFormats.find(([, beginning]) => beginning.test(text))?.[0];
  if (format)
    // It may be a file with secrets, so its text is in no output.
    return {
      ...refuse(`the file is ${format}: write JSON, beginning with "{", as "enquiry-form init" does`),
      text: '',
    };
  let [json, copied, levels] = ['', 0, 0];
  const mistakes: TextMistake[] = [];
  for (const { 0: token, 1: curly, 2: single, index: offset } of text.matchAll(tokens)) {
    const quoted = curly ?? single;
    levels += Number('{['.includes(token)) - Number('}]'.includes(token));
    if (levels > maxLevels)
      return refuse(`there are more than ${maxLevels} levels of brackets: remove some`, offset);
    if (quoted !== undefined)
      mistakes.push({ offset, length: token.length, message: `${token} is not JSON: write "${quoted}"` });
    else if (!/^\s$/.test(token)) continue;
    json += `${text.slice(copied, offset)}${quoted === undefined ? ' ' : `"${quoted}"`}`;
    copied = offset + token.length;
  }
  json += text.slice(copied);
  const lineOf = createLineFinder(text);
  const { value, errors } = readValue(json, lineOf, mistakes);
  let tree: Part | undefined;
  const root = () => (tree ??= parseTree(json, [], syntaxOptions)!);
  const gaps: number[] = [];
  for (const { error, offset, length } of errors) {
    const code = printParseErrorCode(error);
    if (mistakes.some(({ message }) => message === syntax.UnexpectedEndOfString)) break; // The rest are consequences.
    if (!harmless.includes(code)) gaps.push(offset);
    const isAfter = /Comma|Close/.test(code) || offset >= text.length; // Where the one before ends, and not on the next line.
    const at = isAfter ? text.slice(0, offset).trimEnd().length - 1 : offset;
    const isWithinText = text[offset - 1] === '"';
    const ofSymbol = isWithinText
      ? 'a double quote within a text would end it: write \\" in its place'
      : adviseSymbol(text.slice(offset, offset + length));
    mistakes.push({ offset: at, length: isAfter ? 1 : length, message: syntax[code] ?? ofSymbol });
  }
  const sorted = mistakes.toSorted((a, b) => a.offset - b.offset).slice(0, maxMistakes);
  // What follows on a line is often a consequence.
  const firsts = [...Map.groupBy(sorted, ({ offset }) => lineOf(offset)).values()].map(([first]) => first!);
  const found = firsts.map(({ message, path, ...at }) => {
    const node = !path && value !== undefined && findNodeAtOffset(root() as Node, at.offset);
    return { path: node ? getNodePath(node) : (path ?? []), message, at };
  });
  return { text, value, root, gaps, found };
}

/** Texts, comments, brackets, and what word processors and websites put in place of double quotes and spaces. */
const tokens = new RegExp(
  [
    /"(?:[^"\\\n]|\\.)*"?|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|[{}[\]]/,
    /[“”„‟«»]([^“”„‟«»"\n]*)[“”„‟«»]|['‘’`]([^'‘’`"\n]*)['‘’`]/,
    /[\u00a0\u2000-\u200a\u2028\u2029\u202f\u3000\ufeff]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

type TextMistake = NonNullable<Found['at']> & { message: string; path?: Path };

const otherFormats: [name: string, beginning: RegExp][] = [
  ['empty', /^\s*$/],
  ['HTML', /^\s*</],
  ['YAML', /^\s*(---|#|[\w-]+:\s)/],
  ['a program', /^\s*(module\.exports|export|import|const|let|var)\b/],
  ['not a config', /^\s*(?!\/[/*])[!-z|-~]/], // The first character in ASCII isn't {.
];

/** What the parser finds, for people who never learnt JSON. */
const syntax: Record<string, string> = {
  CommaExpected: 'a comma is missing: write "," after this',
  ColonExpected: 'a colon is missing: write ":" between the key and its value',
  PropertyNameExpected: 'a key is missing: write one in double quotes, or remove this',
  ValueExpected: 'a value is missing: write one, or remove what stands before it',
  CloseBraceExpected: 'a closing bracket is missing: write "}" where the object ends',
  CloseBracketExpected: 'a closing bracket is missing: write "]" where the list ends',
  EndOfFileExpected: 'the config has ended before this: remove this, or the closing bracket that is too many',
  UnexpectedEndOfComment: 'the comment has no end: write "*/"',
  UnexpectedEndOfString:
    'the text has no end on its line: write a double quote, or "\\n" in place of a line break',
  InvalidUnicode: '"\\u" needs four hexadecimal digits: write them, or "\\\\" for a backslash',
  InvalidEscapeCharacter: 'a backslash means nothing before this character: write "\\\\" for a backslash',
  InvalidCharacter: 'a text has a tab or another control character: write "\\t" for a tab, or a space',
};
/** The parser goes on after these as if nothing were missing. */
const harmless = ['CommaExpected', 'InvalidUnicode', 'InvalidEscapeCharacter', 'InvalidCharacter'];

/** Says what to write in place of what can't be in JSON. */
function adviseSymbol(symbol: string): string {
  if (symbol.startsWith('#')) return 'this comment is not JSON: write "//" in place of "#"';
  const [word] = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(symbol) ?? [];
  if (!word) return `${symbol} is not JSON: remove it, or use straight double quotes`;
  const lower = word.toLowerCase().replace('none', 'null');
  return `${symbol} is not JSON: write ${/^(true|false|null)$/.test(lower) ? lower : `"${word}"`}`;
}

const syntaxOptions = { allowTrailingComma: true };

/** An object or a list while it is read. */
interface Holder {
  values: unknown[] | Record<string, unknown>;
  /** The last key of an object. Undefined if its value is skipped. */
  key?: string | undefined;
  /** Where its keys are. */
  offsets: Map<string, number>;
}

/** Reads the values without their places in the text. Reports keys that occur twice in an object, and the one key that the
 * schema's library would skip. If a key occurs twice, its first value counts. */
function readValue(json: string, lineOf: (offset: number) => number, mistakes: TextMistake[]) {
  const errors: ParseError[] = [];
  const whole: unknown[] = [];
  const holders: Holder[] = [{ values: whole, offsets: new Map() }];
  const add = (value: unknown) => {
    const { values, key } = holders.at(-1)!;
    if (Array.isArray(values)) values.push(value);
    else if (key !== undefined) values[key] = value;
  };
  const begin = (values: Holder['values']) => {
    add(values);
    holders.push({ values, offsets: new Map() });
  };
  const end = () => void holders.pop();
  visit(
    json,
    {
      onObjectBegin: () => begin({}),
      onArrayBegin: () => begin([]),
      onObjectEnd: end,
      onArrayEnd: end,
      onLiteralValue: add,
      onObjectProperty(key, offset, length, _line, _column, toPath) {
        const holder = holders.at(-1)!;
        const first = holder.offsets.get(key);
        const isSkipped = first !== undefined || key === '__proto__';
        holder.key = isSkipped ? undefined : key;
        if (!isSkipped) holder.offsets.set(key, offset);
        else {
          const mistake = first
            ? `is written twice, first on line ${lineOf(first)}: rename or remove one of them`
            : 'can’t be a key: rename it';
          mistakes.push({ offset, length, path: toPath(), message: `${JSON.stringify(key)} ${mistake}` });
        }
      },
      onError: (error, offset, length) => errors.push({ error, offset, length }),
    },
    syntaxOptions,
  );
  return { value: whole[0], errors };
}

/** Returns a function that finds the number of the line with an offset, from 1. */
export function createLineFinder(text: string): (offset: number) => number {
  let starts: number[] | undefined;
  return offset => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    return starts.findLastIndex(start => start <= offset) + 1;
  };
}

/** The part at a path, or the closest one around it. */
export const closestPart = (root: Part, path: Path): Part =>
  findNodeAtLocation(root as Node, path) ?? (path.length > 0 ? closestPart(root, path.slice(0, -1)) : root);

/** The key of a part in an object. */
export const keyOf = ({ parent }: Part): Part | undefined =>
  parent?.type === 'property' ? parent.children![0] : undefined;

/** Where in the text to mark what is wrong at a path: a value or a key, and only the beginning of what has several lines. */
export function rangeAt(root: Part, path: Path, isKey = false): { offset: number; length: number } {
  const part = closestPart(root, path);
  const { offset, length, children } = (isKey || part.children ? keyOf(part) : part) ?? part;
  return { offset, length: children ? 1 : length };
}
