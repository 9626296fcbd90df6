import { languages } from '../contract/languages/enquiry-texts.ts';
import { type Config, type ConfigAsWritten, configSchema, mergeConfig } from './config.ts';
import { findInconsistencies } from './config-consistency.ts';
import {
  closestPart,
  keyOf,
  lineOf,
  type Part,
  type Path,
  partAt,
  pathOf,
  readConfigText,
  removeKey,
  replacePart,
  setKey,
  toValue,
} from './config-text.ts';
import { findWarnings } from './config-warnings.ts';
import {
  type Found,
  formatPath,
  isRequired,
  parseBySchema,
  type SchemaError,
  toOneLine,
} from './configuration-error.ts';
import { placesOfKeys } from './key-places.ts';
import { correctType, findMeant, listOr, suggest } from './suggestions.ts';
import { errorRules, isLanguageTag } from './texts.ts';

/** A mistake in a config: an error, with which it can't be used, or a warning. */
export interface ConfigMistake {
  level: 'error' | 'warning';
  /** Where it is in the file, both from 1. */
  line: number;
  column: number;
  /** The line, or a part of a long one, and the characters of it that the mistake is about. */
  text: string;
  mark: { start: number; end: number };
  /** The keys that lead to it, like `case_types.a.questions[2].label`. Empty for the file as a whole. */
  path: string;
  /** The same in words: `question "role" of "contact"`. Empty outside of case types and the list `contact`. */
  place: string;
  /** Where, the mistake, and what to write. */
  message: string;
}

/** Parses the text or the bytes of `enquiry.config.json`. Returns all errors and warnings, of syntax, of single settings and of
 * settings together, in the order of the file; and the config, if there is no error. */
export function parseConfig(source: string | Uint8Array): { config?: Config; mistakes: ConfigMistake[] } {
  const { text, root, gaps, ...read } = readConfigText(source);
  const mistakes = read.mistakes.map(({ offset, length, message }) => {
    const path = root ? pathOf(root, offset) : [];
    return toMistake(
      text,
      { offset, length },
      { path, message, ...(root && placeInWords(path, toValue(root))) },
    );
  });
  if (!root) return { mistakes };
  const isComplete = ({ offset, length }: Part) => !gaps.some(gap => gap >= offset && gap <= offset + length);
  /** Adds a mistake, as long as the parts are those that it was found in. */
  const report = ({ path, message, isKey, others = [], ...each }: Found) => {
    const part = closestPart(root, path);
    const isInside = part.type !== 'object' && part.type !== 'array';
    const at = ((isKey || !isInside) && keyOf(part)) || part;
    const range = { offset: at.offset, length: at === part && !isInside ? 1 : at.length };
    const lines = [...new Set(others.map(other => lineOf(text, closestPart(root, other).offset)))];
    const also = lines.length > 0 ? ` (also in ${listLines(lines)})` : '';
    const found = { ...each, path, message: message + also, ...placeInWords(path, toValue(root)) };
    mistakes.push(toMistake(text, range, found));
  };
  const { parsed, guessed } = findInSchema(root, found => {
    if (isComplete(closestPart(root, found.path))) report(found);
  });
  const isGuessed = (part: Part): boolean => guessed.has(part) || (part.children ?? []).some(isGuessed);
  if (parsed) {
    const written = toValue(root) as ConfigAsWritten; // The schema has accepted it.
    for (const found of findInconsistencies(parsed, written)) {
      const scope = closestPart(root, found.path.slice(0, found.path[0] === 'case_types' ? 2 : 0));
      if (isComplete(scope) && !(found.about && isGuessed(closestPart(root, found.about)))) report(found);
    }
  }
  if (gaps.length === 0) for (const found of findWarnings(toValue(root), parsed?.language)) report(found);
  mistakes.sort((a, b) => a.line - b.line || a.column - b.column);
  const isUsable = parsed && mistakes.every(({ level }) => level === 'warning');
  return { ...(isUsable && { config: mergeConfig(parsed) }), mistakes };
}

function listLines(lines: number[]): string {
  const shown = lines.slice(0, 8).join(', ');
  return `line${lines.length > 1 ? 's' : ''} ${shown}${lines.length > 8 ? ` and ${lines.length - 8} more` : ''}`;
}

/** Wider lines are cut. */
const maxColumns = 120;

function toMistake(
  text: string,
  { offset, length }: Pick<Part, 'offset' | 'length'>,
  { path, message, level = 'error', place = '', key = '' }: Found & { place?: string; key?: string },
): ConfigMistake {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [whole = ''] = text.slice(start).split(/\r?\n/, 1);
  const cut = whole.length > maxColumns ? Math.max(0, offset - start - 40) : 0;
  // Without tabs, the mark is below what it marks; without the other characters, terminals show the line as it is.
  const line = whole
    .slice(cut, cut + maxColumns)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, character => (character === '\t' ? ' ' : '\ufffd'));
  const from = offset - start - cut;
  const where = [place, key].filter(Boolean).join(', ');
  return {
    level,
    line: lineOf(text, offset),
    column: offset - start + 1,
    text: line,
    mark: { start: from, end: Math.max(from + 1, Math.min(from + length, line.length)) },
    path: toOneLine(formatPath(path)),
    place: toOneLine(place),
    message: toOneLine(where ? `${where}: ${message}` : message),
  };
}

/** The place of a path in words, and the keys behind it. */
function placeInWords(path: Path, root: unknown): { place: string; key: string } {
  let place = '';
  let value = root;
  let keys: Path = [];
  for (const [at, step] of path.entries()) {
    value = (value as Record<string, unknown> | undefined)?.[step];
    const list = path[at - 1];
    const owner = place
      ? ` of ${place.replace(/^case type /, '')}`
      : list === 'contact'
        ? ' of the list "contact"'
        : '';
    const noun = list === 'case_types' ? 'case type' : typeof step === 'number' && nouns[String(list)];
    if (noun)
      place = `${noun} ${list === 'case_types' ? JSON.stringify(step) : nameOf(value, Number(step) + 1)}${owner}`;
    keys = noun ? [] : [...keys, step];
  }
  const last = keys.at(-1);
  const quoted = (each: Path) => JSON.stringify(formatPath(each));
  if (typeof last === 'number' && keys.length > 1)
    return { place, key: `entry ${last + 1} of ${quoted(keys.slice(0, -1))}` };
  return { place, key: last === undefined ? '' : quoted(keys) };
}

/** What the lists contain that have more than values. */
const nouns: Record<string, string> = {
  contact: 'question',
  questions: 'question',
  options: 'option',
  steps: 'step',
  meta: 'constant',
};

function nameOf(value: unknown, number: number): string {
  const { id, field, value: own } = (value ?? {}) as Record<string, unknown>;
  const name = [value, id, field, own].find(each => typeof each === 'string');
  return name === undefined ? String(number) : JSON.stringify(name);
}

/** How often mistakes are corrected. Each time shows those that one before has hidden. */
const maxRounds = 12;

/** Reports the mistakes in single settings. Corrects each, by what was probably meant or else by something that is right, until
 * none is left, because the schema doesn't see those behind some of them. */
function findInSchema(root: Part, report: (found: Found) => void) {
  /** The parts that were corrected without knowing what was meant. */
  const guessed = new Set<Part>();
  const reported = new Set<string>();
  for (let round = 0; round < maxRounds; round++) {
    const result = parseBySchema(configSchema, toValue(root));
    if ('parsed' in result) return { guessed, parsed: result.parsed };
    const corrections = result.errors.map(error => ({ ...error, ...correct(error, root) }));
    const renamed = corrections.map(
      ({ known, path, instead }) => known && formatPath(withName(path, instead)),
    );
    for (const { path, message, known, isKey, others } of groupByLanguage(corrections)) {
      const key = formatPath(path);
      const isThere = renamed.includes(key) && !known && !partAt(root, path); // Under another name.
      if (isThere || reported.has(key + message) || guessed.has(closestPart(root, path))) continue;
      reported.add(key + message);
      report({ path, message, others, ...((isKey || known) && { isKey: true }) });
    }
    // Keys under other names first, because then they aren't missing.
    for (const each of corrections.toSorted((a, b) => Number(!a.known) - Number(!b.known)))
      apply(each, root, guessed);
  }
  return { guessed };
}

/** Makes one mistake of the same wrong language in many texts. */
function groupByLanguage<Each extends SchemaError>(errors: Each[]): (Each & { others: Path[] })[] {
  const groups = Map.groupBy(errors, ({ path, message, isKey }) =>
    isKey ? `${path.at(-1)} ${message}` : formatPath(path) + message,
  );
  return [...groups.values()].map(([first, ...others]) => ({
    ...first!,
    others: others.map(({ path }) => path),
  }));
}

const withName = (path: Path, name: unknown): Path => [...path.slice(0, -1), String(name)];

/** Says what to write in place of a mistake. `instead` is what was meant: a value, or a key in place of the last one. */
function correct(error: SchemaError, root: Part): { message: string; instead?: unknown } {
  const { path, message, known, isKey, values = [], expected = [] } = error;
  const name = path.at(-1);
  const part = partAt(root, path);
  if (known)
    return correctKey(String(name), known, Object.keys(toValue(partAt(root, path.slice(0, -1))!) as object));
  if (!part) return { message: message === isRequired ? describeMissing(error) : message };
  const given = isKey ? name : toValue(part);
  if (typeof given === 'string') {
    const words =
      isKey && path.at(-2) === 'error' ? errorRules : values.filter(each => typeof each === 'string');
    const meant = suggest(given, words);
    if (meant.length > 0)
      return {
        message: `${JSON.stringify(given)} is unknown here: write ${listOr(meant)}`,
        ...(meant.length === 1 && { instead: meant[0] }),
      };
    const [key] = words.length > 1 ? findMeant(given, [...placesOfKeys().keys()]) : [];
    if (key) {
      const place = placesOfKeys().get(key);
      return {
        message: `${JSON.stringify(given)} is unknown here: use the key ${JSON.stringify(key)} ${place} instead`,
      };
    }
  }
  const corrected = correctType(given, expected);
  const instead = Array.isArray(corrected)
    ? corrected.map((each, index) => correctText([...path, index], each) ?? each)
    : (corrected ?? (typeof given === 'string' ? correctText(path, given, isKey) : undefined));
  if (instead !== undefined) return { message: `${message}: write ${JSON.stringify(instead)}`, instead };
  const example = !error.values && expected.length === 1 && examples[expected[0]!];
  const like = example ? `, like ${example}` : '';
  return { message: message + like + (given === null ? ', or be left out' : '') };
}

/** Says what to write in place of a key that isn't known where it is. `present`: all keys that are there. */
function correctKey(key: string, known: string[], present: string[]): { message: string; instead?: unknown } {
  const meant = suggest(key, known);
  const [instead, ...others] = meant.filter(each => !present.includes(each));
  if (instead !== undefined)
    return { message: `is not a setting: write ${listOr([instead, ...others])}`, instead };
  if (meant.length > 0) return { message: `is not a setting: remove it, or use ${listOr(meant)} for it` };
  const place = placesOfKeys().get(key);
  if (place) return { message: `belongs ${place}: move it there, or remove it` };
  const free = known.filter(each => !present.includes(each));
  return {
    message: `is not a setting: remove it${free.length > 0 ? `, or write one of ${listOr(free)}` : ''}`,
  };
}

/** Values of each type, in the schema library's words. */
const examples: Record<string, string> = {
  string: '"…"',
  array: '[…]',
  boolean: 'true',
  int: '5',
  number: '5',
  object: '{ … }',
  record: '{ … }',
};

function describeMissing({ path, values = [], expected: [type = ''] = [] }: SchemaError): string {
  const example = values.length > 0 ? JSON.stringify(values[0]) : (examples[type] ?? '"…"');
  const others = values.length > 1 ? `, or with ${listOr(values.slice(1))}` : '';
  return `is missing: add it, like ${JSON.stringify(path.at(-1))}: ${example}${others}`;
}

/** The text that was probably meant where texts have a form. */
function correctText(path: Path, given: string, isKey = false): string | undefined {
  const [owner, name] = path.slice(-2);
  const replace = (text: string, others: RegExp, first: RegExp) =>
    text.trim().replaceAll(others, '-').replace(first, '');
  const changed = () => {
    if (isKey && owner === 'case_types') return replace(given, /[^A-Za-z0-9_.-]+/g, /^[_.-]+|-$/g);
    if (isKey || (name === 'language' && path.length === 1)) return findLanguage(given);
    if (name === 'id') return replace(given.toLowerCase(), /[^a-z0-9_-]+/g, /^[^a-z]+|-$/g);
    if (owner === 'origins' && !given.includes('*'))
      return URL.parse(/^https?:/i.test(given) ? given : `https://${given}`)?.origin;
    return undefined;
  };
  const text = changed();
  return text === given || text === '' ? undefined : text;
}

/** The tag of a language by its name, in English or its own, or by a tag in another spelling: `English`, `Cymraeg`, `en_GB`. */
function findLanguage(given: string): string | undefined {
  const tag = given.replaceAll('_', '-');
  if (isLanguageTag(tag)) return tag;
  const isName = (tag: string) =>
    ['en', tag].some(
      lang =>
        new Intl.DisplayNames(lang, { type: 'language' }).of(tag)?.toLowerCase() === given.toLowerCase(),
    );
  return languages.find(isName);
}

/** Corrects a mistake in the parts. Without knowing what was meant, notes what it has changed: then the next mistake there may be
 * a consequence. */
function apply(error: SchemaError & { instead?: unknown }, root: Part, guessed: Set<Part>): void {
  const { path, known, isKey, expected = [], instead } = error;
  const [part, object] = [partAt(root, path), partAt(root, path.slice(0, -1))];
  const name = String(path.at(-1));
  if (!part) {
    if (!object || guessed.has(object)) return; // It is within another mistake, or can't be added.
    guessed.add(object);
    guessed.add(setKey(object, name, placeholders[expected[0] ?? ''] ?? `x${object.offset}`));
  } else if ((known || isKey) && instead !== undefined && !partAt(root, withName(path, instead)))
    keyOf(part)!.value = instead;
  else if (known || isKey) removeKey(object!, name);
  else if (instead !== undefined) replacePart(part, instead);
  else giveUp(name === 'type' ? object! : part, guessed);
}

/** Values of each type, in the schema library's words. */
const placeholders: Record<string, unknown> = {
  array: [],
  boolean: false,
  int: 1,
  number: 1,
  object: {},
  record: {},
};

/** Puts a question in the place of one, and otherwise removes a part, or the list that it is in. */
function giveUp(part: Part, guessed: Set<Part>): void {
  const key = keyOf(part);
  const holder = key ? part.parent!.parent! : part.parent;
  guessed.add(part);
  if (!holder) replacePart(part, { origins: [], case_types: { x: { label: 'x' } } });
  else if (!key && ['contact', 'questions'].includes(String(keyOf(holder)?.value))) {
    const { id = `x${part.offset}` } = (toValue(part) ?? {}) as { id?: unknown }; // Other questions may name it.
    replacePart(part, { id, type: 'text', label: 'x' });
  } else if (!key || guessed.has(holder)) giveUp(holder, guessed);
  else {
    guessed.add(holder);
    removeKey(holder, String(key.value));
  }
}
