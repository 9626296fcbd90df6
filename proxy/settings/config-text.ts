import { isUtf8 } from 'node:buffer';
import {
  findNodeAtLocation,
  findNodeAtOffset,
  getNodePath,
  getNodeValue,
  type Node,
  parseTree,
  printParseErrorCode,
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
  /** Absent if the text isn't JSON at all. */
  root?: Part;
  /** What contains one of these offsets may be incomplete. */
  gaps: number[];
}

/** No config needs as many levels. The limit exists because the functions that read a config are recursive. */
const maxLevels = 100;

/** Nobody reads more of them at once. */
const maxMistakes = 500;

/** Reads a config: JSON with comments and trailing commas. Corrects what can only mean one thing, so that the rest can be
 * checked, too. */
export function readConfigText(source: string | Uint8Array): ConfigText {
  const bytes = Buffer.from(source);
  const text = bytes.toString().replace(/^\uFEFF/, '');
  const refuse = (message: string, offset = 0): ConfigText => ({
    ...{ text, gaps: [] },
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
  const mistakes: TextMistake[] = [];
  const { json, tooDeepAt } = correctCharacters(text, mistakes);
  if (tooDeepAt) return refuse(`there are more than ${maxLevels} levels of brackets: remove some`, tooDeepAt);
  const errors: Parameters<typeof parseTree>[1] = [];
  const root: Part | undefined = parseTree(json, errors, { allowTrailingComma: true });
  const gaps: number[] = [];
  for (const { error, offset, length } of errors) {
    const code = printParseErrorCode(error);
    if (!harmless.includes(code)) gaps.push(offset);
    const isAfter = /Comma|Close/.test(code) || offset >= json.length; // Where the one before ends, and not on the next line.
    const at = isAfter ? json.slice(0, offset).trimEnd().length - 1 : offset;
    const token = text.slice(offset, offset + length);
    const asText = /^\w+$/.test(token) ? `"${token}"` : 'it in double quotes';
    const isWithinText = json[offset - 1] === '"';
    const ofSymbol = isWithinText
      ? 'a double quote within a text would end it: write \\" in its place'
      : `${token} is not JSON: write ${asText}`;
    mistakes.push({ offset: at, length: isAfter ? 1 : length, message: syntax[code] ?? ofSymbol });
  }
  if (root) removeRepeats(root, text, mistakes);
  const sorted = mistakes.toSorted((a, b) => a.offset - b.offset).slice(0, maxMistakes);
  // What follows on a line is often a consequence.
  const firsts = [...Map.groupBy(sorted, ({ offset }) => lineOf(text, offset)).values()].map(
    ([first]) => first!,
  );
  const found = firsts.map(({ message, ...at }) => {
    const node = root && findNodeAtOffset(root as Node, at.offset);
    return { path: node ? getNodePath(node) : [], message, at };
  });
  return { text, gaps, found, ...(root && { root }) };
}

type TextMistake = NonNullable<Found['at']> & { message: string };

const otherFormats: [name: string, beginning: RegExp][] = [
  ['empty', /^\s*$/],
  ['HTML', /^\s*</],
  ['YAML', /^\s*(---|#|[\w-]+:\s)/],
  ['a program', /^\s*(module\.exports|export|import|const|let|var)\b/],
  ['no config', /^\s*(?!\/[/*])[!-z|-~]/], // The first character in ASCII isn't {.
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
  UnexpectedEndOfString: 'the text has no end: write a double quote after it',
  InvalidUnicode: '"\\u" needs four hexadecimal digits: write them, or "\\\\" for a backslash',
  InvalidEscapeCharacter: 'a backslash means nothing before this character: write "\\\\" for a backslash',
  InvalidCharacter: 'a text has a tab or another control character: write "\\t" for a tab, or a space',
};
/** The parser goes on after these as if nothing were missing. */
const harmless = ['CommaExpected', 'InvalidUnicode', 'InvalidEscapeCharacter', 'InvalidCharacter'];

/** Comments and texts, which may contain everything, brackets, and what people type or paste in place of JSON. */
const tokens = new RegExp(
  [
    /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/,
    /(?<string>"(?:[^"\\\n]|\\.|\n(?!\s*["}\]]))*"?)|(?<bracket>[{}[\]])|(?<comment>#.*)/,
    /[“”„‟«»](?<curly>[^“”„‟«»"\n]*)["“”„‟«»]|['‘’`](?<single>[^'‘’`"\n]*)['‘’`]/,
    /\b(?<word>True|False|TRUE|FALSE|None|NULL)\b|(?<space>[\u00a0\u2000-\u200f\u2028\u2029\u202f\u2060\u3000\ufeff])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Corrects characters in place of those of JSON. The corrected text has the same length. */
function correctCharacters(text: string, mistakes: TextMistake[]) {
  let [levels, tooDeepAt] = [0, 0];
  const json = text.replaceAll(tokens, (token, ...rest) => {
    const { string, bracket, comment, curly, single = curly, word, space } = rest.at(-1);
    const offset: number = rest.at(-3);
    const correct = (written: string, message = `this is not JSON: write ${written}`) => {
      mistakes.push({ offset, length: token.length, message });
      return written;
    };
    if (bracket) levels += '{['.includes(bracket) ? 1 : -1;
    if (levels > maxLevels) tooDeepAt ||= offset;
    if (space) return ' ';
    if (comment)
      return correct(' '.repeat(token.length), 'this comment is not JSON: write "//" in place of "#"');
    if (single !== undefined) return correct(`"${single}"`);
    if (word) return correct(word === 'None' ? 'null' : word.toLowerCase());
    if (!string?.trimEnd().includes('\n')) return token;
    const message = 'a text must be on one line: write "\\n" in place of a line break';
    return correct(string.replaceAll(/[\r\n]/g, ' '), message);
  });
  return { json, tooDeepAt };
}

/** Finds keys that are written twice in an object, and the one that the schema's library would skip. Only the first stays. */
function removeRepeats({ type, children = [] }: Part, text: string, mistakes: TextMistake[]): void {
  const offsets = new Map<unknown, number>();
  for (const child of [...children]) {
    const [key] = type === 'object' ? child.children! : [];
    const first = offsets.get(key?.value);
    if (key && (first || key.value === '__proto__')) {
      const mistake = first
        ? `is written twice, first on line ${lineOf(text, first)}: rename or remove one of them`
        : 'can’t be a key: rename it';
      mistakes.push({
        offset: key.offset,
        length: key.length,
        message: `${JSON.stringify(key.value)} ${mistake}`,
      });
      children.splice(children.indexOf(child), 1);
    } else removeRepeats(child, text, mistakes);
    if (key) offsets.set(key.value, key.offset);
  }
}

/** The number of the line with this offset, from 1. */
export const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

/** The part at a path, or the closest one around it. */
export const closestPart = (root: Part, path: Path): Part =>
  findNodeAtLocation(root as Node, path) ?? (path.length > 0 ? closestPart(root, path.slice(0, -1)) : root);

/** The value that is written. */
export const toValue = (part: Part): unknown => getNodeValue(part as Node);

/** The key of a part in an object. */
export const keyOf = ({ parent }: Part): Part | undefined =>
  parent?.type === 'property' ? parent.children![0] : undefined;

/** Where in the text to mark what is wrong at a path: a value or a key, and only the beginning of what has several lines. */
export function rangeAt(root: Part, path: Path, isKey = false): { offset: number; length: number } {
  const part = closestPart(root, path);
  const { offset, length, children } = (isKey || part.children ? keyOf(part) : part) ?? part;
  return { offset, length: children ? 1 : length };
}
