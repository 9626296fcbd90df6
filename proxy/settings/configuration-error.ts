import type { z } from 'zod';

/** An error in one setting. */
export interface ConfigurationError {
  /** The environment variable or the path within the config file, like `case_types.a.questions[2].id`. */
  path: string;
  /** A predicate that follows the path: what to change. Never contains the value, which may be a secret. */
  message: string;
}

/** Adds a configuration error. */
export type Report = (path: string, message: string) => void;

/** The settings can't be used. The message lists every configuration error. */
export class InvalidConfiguration extends Error {
  override name = 'InvalidConfiguration';
  /** One line per error: its source, its path and what to change. */
  readonly lines: string[];

  constructor(lines: string[]) {
    const count = `${lines.length} configuration error${lines.length === 1 ? '' : 's'}`;
    super([`${count}:`, ...lines.map(line => `  ${line}`)].join('\n'));
    this.lines = lines;
  }
}

/** Joins keys with dots and puts indexes in brackets. An empty or blank key is in quotes. */
function formatPath(path: PropertyKey[]): string {
  if (path.length === 0) return 'the file';
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const key = String(step).trim() === '' ? JSON.stringify(step) : String(step);
    return text ? `${text}.${key}` : key;
  }, '');
}

/** Escapes line breaks and other control characters, which keys and the text of the config may contain. */
export const toOneLine = (text: string) =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}]/gu,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const nouns: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Parses a value by a schema, and describes what is wrong in terms of the settings instead of the schema library's.
 * `describeUnknown` may explain a key that isn't a setting where it is. */
export function parseBySchema<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  describeUnknown: (path: PropertyKey[]) => string | undefined = () => undefined,
): { parsed: Output } | { errors: ConfigurationError[] } {
  const { data, error } = schema.safeParse(value, { error: describeIssue });
  if (!error) return { parsed: data };
  return {
    errors: error.issues.flatMap(explain).map(({ path, message, known }) => ({
      path: formatPath(path),
      message: known ? (describeUnknown(path) ?? unknownSetting(String(path.at(-1)), known)) : message,
    })),
  };
}

/** The message for a key that isn't among the `known` ones. */
export function unknownSetting(key: string, known: string[]): string {
  const similar = findSimilar(key, known);
  return similar
    ? `is not a setting: did you mean "${similar}"?`
    : 'is not a setting: check its spelling or remove it';
}

/** The word that was probably meant; undefined if none is similar. */
export function findSimilar(typed: string, words: string[]): string | undefined {
  return words
    .map(word => ({ word, distance: word.startsWith(typed) ? 1 : distanceBetween(typed, word) }))
    .filter(({ word, distance }) => distance <= Math.max(1, word.length / 3))
    .sort((a, b) => a.distance - b.distance)[0]?.word;
}

interface Explained {
  path: PropertyKey[];
  message: string;
  /** For a key that isn't a setting: those that are. */
  known?: string[];
}

/** The schema library's messages for settings without one of their own. For unknown keys: the known ones as JSON,
 * because only this function sees the schema. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${nouns[issue.expected] ?? 'something else'}`;
    case 'invalid_value':
      return mustBe(issue.values);
    case 'too_small':
      return limit('least', issue.origin, Number(issue.minimum));
    case 'too_big':
      return limit('most', issue.origin, Number(issue.maximum));
    case 'unrecognized_keys': {
      const { shape = {} } = issue.inst as z.ZodObject; // Only objects report it: the config's records have free keys.
      return JSON.stringify(Object.keys(shape));
    }
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'is not a possible key';
    default:
      return 'is malformed';
  }
}

function mustBe(values: readonly unknown[]): string {
  const list = values.map(value => JSON.stringify(value)).join(', ');
  return values.length === 1 ? `must be ${list}` : `must be one of ${list}`;
}

function limit(bound: 'least' | 'most', origin: string, count: number): string {
  const written = count.toLocaleString('en');
  if (origin !== 'string' && origin !== 'array') return `must be at ${bound} ${written}`;
  const noun =
    origin === 'array' ? (count === 1 ? 'entry' : 'entries') : count === 1 ? 'character' : 'characters';
  return `must have at ${bound} ${written} ${noun}`;
}

function explain(issue: z.core.$ZodIssue): Explained[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => ({ path: [...path, key], message, known: JSON.parse(message) }));
  }
  if (issue.code !== 'invalid_union') return [{ path, message }];
  const found = explainUnion(
    issue.errors.map(issues => issues.flatMap(explain)),
    issue.errors,
  );
  return found?.map(each => ({ ...each, path: [...path, ...each.path] })) ?? [{ path, message }];
}

/** The errors of the alternative that was probably meant: one of the same kind of value, with the fewest keys that are
 * missing or unknown. Undefined if several are equally likely. */
function explainUnion(alternatives: Explained[][], issues: z.core.$ZodIssue[][]): Explained[] | undefined {
  const isSameKind = (each: z.core.$ZodIssue) =>
    each.path.length > 0 || !['invalid_type', 'invalid_value', 'invalid_union'].includes(each.code);
  const possible = alternatives
    .filter((_, at) => issues[at]?.every(isSameKind))
    .map(errors => ({
      errors,
      misfits: errors.filter(
        ({ known, message, path }) => known || (path.length === 1 && message === 'is required'),
      ),
    }))
    .sort((a, b) => a.misfits.length - b.misfits.length);
  const [first, second] = possible;
  if (!first || !second || first.misfits.length < second.misfits.length) return first?.errors;
  // A misspelt key: the other alternatives' keys are possible, too.
  const likely = possible.filter(({ misfits }) => misfits.length === first.misfits.length);
  const known = [...new Set(likely.flatMap(({ misfits }) => misfits.flatMap(each => each.known ?? [])))];
  const unknown = first.errors.filter(each => each.known && !known.includes(String(each.path.at(-1))));
  return unknown.length ? unknown.map(each => ({ ...each, known })) : undefined;
}

/** The number of characters to insert, delete or replace (Levenshtein). */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(character !== b[j])));
    }
    row = next;
  }
  return row[b.length]!;
}
