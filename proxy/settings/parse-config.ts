import { topSettings } from './case-type-settings.ts';
import { type Config, configSchema, mergeConfig } from './config.ts';
import { findInconsistencies } from './config-consistency.ts';
import { closestPart, createLineFinder, keyOf, type Part, rangeAt, readConfigText } from './config-text.ts';
import { findWarnings } from './config-warnings.ts';
import {
  type Found,
  formatPath,
  isRequired,
  nouns,
  type Path,
  parseBySchema,
  type SchemaError,
  toOneLine,
} from './configuration-error.ts';
import { correctType, listOr, suggest } from './suggestions.ts';
import { isLanguageTag } from './texts.ts';

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
  /** The same in words: `question "role" of "contact"`. Empty outside the case types and the list `contact`. */
  place: string;
  /** Where, the mistake, and what to write. */
  message: string;
}

/** Wider lines are cut. */
const maxColumns = 120;

/** Parses the text or the bytes of `enquiry.config.json`. Returns all errors and warnings, of syntax, of single settings and of
 * settings together, in the order of the file, those that are doubtful last; and the config, if there is no error. */
export function parseConfig(source: string | Uint8Array): { config?: Config; mistakes: ConfigMistake[] } {
  const { text, value: written, root, gaps, found: inText } = readConfigText(source);
  const mistakes: ConfigMistake[] = [];
  const lineOf = createLineFinder(text);
  /** `value`: the config in which it was found. */
  const report = ({ path, level = 'error', isKey, others = [], ...found }: Found, value: unknown) => {
    const { offset, length } = found.at ?? rangeAt(root(), path, isKey);
    const [place, key] = placeInWords(path, value);
    const where = [place, !found.at && (key || (place ? '' : 'the config'))].filter(Boolean).join(', ');
    const lineStart = text.slice(0, offset).lastIndexOf('\n') + 1;
    const [whole = ''] = text.slice(lineStart).split(/\r?\n/, 1);
    const cut = whole.length > maxColumns ? Math.max(0, offset - lineStart - 40) : 0;
    // Without tabs, the mark is below what it marks; without the other characters, terminals show the line as it is.
    const shown = whole
      .slice(cut, cut + maxColumns)
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, each => (each === '\t' ? ' ' : '\ufffd'));
    const start = offset - lineStart - cut;
    const line = lineOf(offset);
    const lines = new Set(others.map(other => lineOf(rangeAt(root(), other).offset)));
    const also = [...lines].filter(each => each !== line);
    const onOthers = also.length > 0 ? ` (also on line${also.length > 1 ? 's' : ''} ${also.join(', ')})` : '';
    const message = `${where && `${where}: `}${found.message}${onOthers}`;
    mistakes.push({
      ...{ level, line, column: offset - lineStart + 1, text: shown },
      mark: { start, end: Math.max(start + 1, Math.min(start + length, shown.length)) },
      ...{ path: toOneLine(formatPath(path)), place: toOneLine(place), message: toOneLine(message) },
    });
  };
  for (const found of inText) report(found, written);
  if (written === undefined) return { mistakes };
  const isComplete = (path: Path) => {
    const { offset, length } = closestPart(root(), path);
    return !gaps.some(gap => gap >= offset && gap <= offset + length);
  };
  const { parsed, value, guesses } = findInSchema(written, root, (found, value) => {
    // What a key should be depends on the other keys around it.
    if (isComplete(found.isKey ? found.path.slice(0, -1) : found.path)) report(found, value);
  });
  if (parsed) {
    const isGuess = (path: Path) => [...guesses].some(each => each.startsWith(formatPath(path)));
    for (const found of findInconsistencies(parsed, value)) {
      const scope = found.path.slice(0, found.path[0] === 'case_types' ? 2 : 0);
      if (isComplete(scope) && !(found.about && isGuess(found.about))) report(found, value);
    }
  }
  const warnings = parsed && gaps.length === 0 ? findWarnings(parsed, value) : [];
  for (const found of warnings) if (!found.isDoubtful) report(found, value);
  mistakes.sort((a, b) => a.line - b.line || a.column - b.column);
  for (const found of warnings) if (found.isDoubtful) report(found, value);
  const isUsable = parsed && mistakes.every(({ level }) => level === 'warning');
  return { ...(isUsable && { config: mergeConfig(parsed) }), mistakes };
}

/** What lists and objects contain that have a name. */
const contents: Record<string, string> = {
  case_types: 'case type',
  contact: 'question',
  questions: 'question',
  options: 'option',
  steps: 'step',
  meta: 'constant',
};

/** The place of a path in words, and the keys behind it. */
function placeInWords(path: Path, config: unknown): [place: string, keys: string] {
  let [place, value] = ['', config];
  let keys: Path = [];
  for (const [at, step] of path.entries()) {
    value = (value as Record<string, unknown> | undefined)?.[step];
    const list = String(path[at - 1]);
    const { id, field, value: own } = (value ?? {}) as Record<string, unknown>;
    const named =
      typeof step === 'string' ? step : [value, id, field, own].find(each => typeof each === 'string');
    const isOwner = contents[list] && (typeof step === 'number' || list === 'case_types');
    if (isOwner) {
      const owner = place.replace(/^case type /, '') || (list === 'contact' && 'the list "contact"');
      place = `${contents[list]} ${named === undefined ? Number(step) + 1 : JSON.stringify(named)}${owner ? ` of ${owner}` : ''}`;
    }
    keys = isOwner ? [] : [...keys, step];
  }
  const last = keys.at(-1);
  const isEntry = typeof last === 'number' && keys.length > 1;
  const quoted = keys.length > 0 ? JSON.stringify(formatPath(isEntry ? keys.slice(0, -1) : keys)) : '';
  return [place, isEntry ? `entry ${last + 1} of ${quoted}` : quoted];
}

/** How often mistakes are corrected. Each time shows those that one before has hidden. */
const maxRounds = 12;

/** What was probably meant: a value, or a key in place of the last one of the path. */
type Correction = SchemaError & {
  instead?: unknown;
  /** The path of the value, or of the object that lacks it. */
  holder: string;
};

/** Reports the mistakes in single settings. Corrects each, by what was probably meant or else by something that is right, until
 * none is left, because the schema doesn't see those behind some of them. Returns the corrected config, and the paths where
 * it is a guess. */
function findInSchema(written: unknown, root: () => Part, report: (found: Found, value: unknown) => void) {
  const guesses = new Set<string>();
  const reported = new Set<string>();
  const whole = { config: written };
  for (let round = 0; round < maxRounds; round++) {
    const result = parseBySchema(configSchema, whole.config);
    if ('parsed' in result) return { parsed: result.parsed, guesses, value: whole.config };
    const all = result.errors.map((error): Correction => {
      const holder = formatPath(
        valueAt(whole.config, error.path) === undefined ? error.path.slice(0, -1) : error.path,
      );
      return { ...error, ...correct(error, whole.config), holder };
    });
    // What an object lacks may be there under another name.
    const renamed = all.map(({ known, path, instead }) => known && instead && formatPath(path.slice(0, -1)));
    const corrections = all.filter(({ known, holder }) => known || !renamed.includes(holder));
    const fresh = corrections.filter(({ holder }) => !guesses.has(holder));
    // The same wrong language in many texts is one mistake.
    const toKey = (each: Correction) =>
      `${each.isKey ? each.path.at(-1) : formatPath(each.path)} ${each.message}`;
    for (const [key, [first, ...others]] of Map.groupBy(fresh, toKey)) {
      const { path, message, known, isKey = known && true } = first!;
      const found = { path, message, ...(isKey && { isKey }), others: others.map(each => each.path) };
      if (!reported.has(key)) report(found, whole.config);
      reported.add(key);
    }
    for (const each of corrections) apply(each, whole, root(), guesses);
  }
  return { guesses };
}

const renameLast = (path: Path, name: unknown): Path => [...path.slice(0, -1), String(name)];

/** The value at a path. */
const valueAt = (value: unknown, path: Path) =>
  path.reduce<unknown>((each, step) => (each as Record<string, unknown> | null | undefined)?.[step], value);

/** Says what to write in place of a mistake. */
function correct(error: SchemaError, config: unknown): Pick<Correction, 'message' | 'instead'> {
  const { path, message, known, isKey, values = [], expected = [] } = error;
  const [owner, name] = [path.at(-2), path.at(-1)];
  const write = (mistake: string, meant: unknown[]) => ({
    message: `${mistake}: write ${listOr(meant)}`,
    ...(meant.length === 1 && { instead: meant[0] }),
  });
  const present = Object.keys(valueAt(config, path.slice(0, -1)) ?? {});
  const given = isKey || known ? name : valueAt(config, path);
  if (known) {
    const free = known.filter(each => !present.includes(each));
    const meant = suggest(String(given), free);
    if (meant.length > 0) return write('is not a setting', meant);
    const value = valueAt(config, path);
    if (owner === 'shown_when' && !present.includes('question') && typeof value !== 'object') {
      const is = JSON.stringify(correctType(value, ['string']) ?? value);
      return { message: `is not a setting: write { "question": ${JSON.stringify(name)}, "is": ${is} }` };
    }
    return {
      message: `is not a setting here: remove it${free.length > 0 ? `, or write ${listOr(free)}` : ''}`,
    };
  }
  if (given === undefined) {
    // The schema looks at the type of a question before its other keys.
    const misspelt = values.length > 0 && present.find(each => suggest(each, [String(name)]).length > 0);
    if (misspelt) return { message: `is missing: write ${JSON.stringify(name)} in place of "${misspelt}"` };
    const like = values.length > 0 ? listOr(values) : (nouns[expected[0] ?? ''] ?? nouns.string);
    return {
      message: message === isRequired ? `is missing: add ${JSON.stringify(name)}, with ${like}` : message,
    };
  }
  if (typeof given === 'string') {
    const words = values.filter(each => typeof each === 'string');
    const meant = suggest(given, words);
    if (meant.length > 0) return write(`${JSON.stringify(given)} is unknown here`, meant);
    const [key] = name === 'type' ? suggest(given, Object.keys(topSettings)) : [];
    if (key)
      return { message: `${JSON.stringify(given)} isn't a type: use "${key}" in the case type instead` };
  }
  const typed = correctType(given, expected);
  const instead = Array.isArray(typed) ? typed.map(each => correctText([...path, 0], each) ?? each) : typed;
  const corrected = instead ?? (typeof given === 'string' ? correctText(path, given, isKey) : undefined);
  if (corrected !== undefined) return write(message, [corrected]);
  return { message: given === null ? `${message}, or be removed` : message };
}

/** The text that was probably meant where texts have a form. */
function correctText(path: Path, given: string, isKey = false): string | undefined {
  const [owner, name] = [path.at(-2), path.at(-1)];
  const text = () => {
    if (name === 'id' || (isKey && owner === 'case_types'))
      return given
        .toLowerCase()
        .replaceAll(/[^a-z0-9_-]+/g, '-')
        .replaceAll(/^[^a-z]+|-$/g, '');
    if (isKey || (name === 'language' && path.length === 1))
      return isLanguageTag(given.replaceAll('_', '-')) ? given.replaceAll('_', '-') : undefined;
    const isOrigin = owner === 'origins' && !/\*|^(?!https?:)\w+:\/\//i.test(given);
    const scheme = /^localhost\b|^127\./.test(given) ? 'http://' : 'https://';
    return isOrigin ? URL.parse(/^https?:/i.test(given) ? given : scheme + given)?.origin : undefined;
  };
  const corrected = text();
  return corrected === given ? undefined : corrected || undefined;
}

/** Corrects a mistake. Without knowing what was meant, notes what it has changed: then the next mistake there may be a
 * consequence. */
function apply(
  { path, known, isKey, holder, instead, expected }: Correction,
  whole: { config: unknown },
  root: Part,
  guesses: Set<string>,
): void {
  const object = valueAt(whole.config, path.slice(0, -1)) as Record<string, unknown> | undefined;
  const name = path.at(-1) ?? '';
  if (typeof object !== 'object' && path.length > 0) return; // It was within another mistake.
  const isMissing = holder !== formatPath(path);
  if (known || isKey) {
    if (instead !== undefined && valueAt(whole.config, renameLast(path, instead)) === undefined) {
      keyOf(closestPart(root, path))!.value = instead;
      object![String(instead)] = object![name];
    } else guesses.add(formatPath(path.slice(0, -1)));
    delete object![name];
  } else if (instead !== undefined) object![name] = instead;
  else if (isMissing && !guesses.has(formatPath(path))) {
    guesses.add(holder).add(formatPath(path));
    object![name] = expected?.includes('array') ? [] : standInFor(path);
  } else giveUp(!isMissing && name !== 'type' ? path : path.slice(0, -1), whole, guesses);
}

/** A name that nothing else in the config has. */
const standInFor = (path: Path) =>
  `x-${path
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')}`;

/** Replaces a question with another one, and removes any other value, or the list that contains it. */
function giveUp(path: Path, whole: { config: unknown }, guesses: Set<string>): void {
  const holder = path.slice(0, -1);
  const [list, name] = [path.at(-2), path.at(-1)];
  const object = valueAt(whole.config, holder) as Record<string | number, unknown>;
  guesses.add(formatPath(path));
  if (name === undefined) whole.config = { origins: [], case_types: { x: { label: 'x' } } };
  else if (typeof name === 'number' && (list === 'questions' || list === 'contact')) {
    const { id = standInFor(path) } = (object[name] ?? {}) as { id?: unknown }; // Other questions may name it.
    object[name] = { id, type: 'text', label: 'x' };
  } else if (typeof name === 'number' || guesses.has(formatPath(holder))) giveUp(holder, whole, guesses);
  else {
    guesses.add(formatPath(holder));
    delete object[name];
  }
}
