import type { z } from 'zod';
import { suggest } from './suggestions.ts';

/** The keys and indexes that lead to a value. */
export type Path = (string | number)[];

/** An error in one variable of the environment. */
export interface ConfigurationError {
  /** The environment variable. */
  path: string;
  /** A predicate that follows the path: what to change. Never contains the value, which may be a secret. */
  message: string;
}

/** A mistake in the config, where the checks find it. */
export interface Found {
  path: Path;
  /** Follows the place and a colon: the mistake, and what to write. */
  message: string;
  level?: 'error' | 'warning';
  /** Whether the key is wrong, and not its value. */
  isKey?: true;
  /** Other places with the same mistake. */
  others?: Path[];
  /** Whether it is probably intended. Such findings come last. */
  isDoubtful?: true;
  /** Where it is in the text, if not at the path. */
  at?: { offset: number; length: number };
  /** Another part that makes this a mistake. */
  about?: Path;
}

/** The settings can't be used. The message lists every configuration error. */
export class InvalidConfiguration extends Error {
  /** One line per error: its source, its path and what to change. */
  readonly lines: string[];

  constructor(lines: string[]) {
    const count = `${lines.length} configuration error${lines.length === 1 ? '' : 's'}`;
    super([`${count}:`, ...lines.map(line => `  ${line}`)].join('\n'));
    this.lines = lines;
  }
}

/** Joins keys with dots and puts indexes in brackets. An empty or blank key is in quotes. */
export function formatPath(path: PropertyKey[]): string {
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

/** What the schema says about a value, in terms of the settings instead of the schema library's. */
export interface SchemaError {
  path: Path;
  message: string;
  /** For a key that isn't a setting: those that are. */
  known?: string[];
  /** Whether the key is wrong, and not its value. */
  isKey?: true;
  /** The values that it may have. */
  values?: readonly unknown[];
  /** The types that it may have, in the schema library's words. */
  expected?: string[];
}

/** The message for something that must be there. */
export const isRequired = 'is required';

/** Parses a value by a schema. */
export function parseBySchema<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
): { parsed: Output } | { errors: SchemaError[] } {
  const { data, error } = schema.safeParse(value, { error: describeIssue });
  return error ? { errors: error.issues.flatMap(explain) } : { parsed: data };
}

/** The message for a variable that isn't among the `known` ones. */
export function unknownSetting(key: string, known: string[]): string {
  const [similar] = suggest(key, known);
  return similar
    ? `is not a setting: did you mean "${similar}"?`
    : 'is not a setting: check its spelling or remove it';
}

/** The types in the schema library's words. */
export const nouns: Record<string, string> = {
  string: 'a text in double quotes',
  number: 'a number without quotes',
  int: 'a whole number without quotes',
  boolean: 'true or false, without quotes',
  array: 'a list in square brackets',
  object: 'an object in braces',
  record: 'an object in braces',
};

/** The schema library's messages for settings without one of their own. For unknown keys: the known ones as JSON,
 * because only this function sees the schema. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? isRequired : `must be ${nouns[issue.expected] ?? 'another value'}`;
    case 'invalid_value':
      return mustBe(issue.values);
    case 'too_small':
      return limit('least', issue.origin, Number(issue.minimum));
    case 'too_big':
      return limit('most', issue.origin, Number(issue.maximum));
    case 'unrecognized_keys': {
      const { shape, keyType } = issue.inst as Partial<z.ZodObject> & { keyType?: z.ZodEnum }; // Nothing else reports it.
      return JSON.stringify(Object.keys(shape ?? keyType?.enum ?? {}));
    }
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'can’t be a key: rename it';
    default:
      return 'has a value that can’t be used: write another, or remove it';
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

function explain(issue: z.core.$ZodIssue): SchemaError[] {
  const { message, code } = issue;
  const path = issue.path as Path; // JSON has no symbols.
  if (code === 'unrecognized_keys')
    return issue.keys.map(key => ({ path: [...path, key], message, known: JSON.parse(message) }));
  if (code === 'invalid_value') return [{ path, message, values: issue.values }];
  if (code === 'invalid_type') return [{ path, message, expected: [issue.expected] }];
  if (code !== 'invalid_union') return [{ path, message, ...(code === 'invalid_key' && { isKey: true }) }];
  const meant = explainUnion(issue.errors);
  if (meant) return meant.map(each => ({ ...each, path: [...path, ...each.path] }));
  if ('options' in issue) return [{ path, message, values: issue.options as unknown[] }];
  const each = issue.errors.flatMap(([first]) => (first?.path.length === 0 ? explain(first) : []));
  const values = each.flatMap(({ values = [] }) => values);
  return [{ path, message, values, expected: each.flatMap(({ expected = [] }) => expected) }];
}

/** The errors of the alternative that was probably meant: one of the same kind of value, with the fewest keys that are
 * missing or unknown. Undefined if several are equally likely. */
function explainUnion(issues: z.core.$ZodIssue[][]): SchemaError[] | undefined {
  const isSameKind = (each: z.core.$ZodIssue) =>
    each.path.length > 0 || !['invalid_type', 'invalid_value', 'invalid_union'].includes(each.code);
  const possible = issues
    .filter(each => each.every(isSameKind))
    .map(each => {
      const errors = each.flatMap(explain);
      const misfits = errors.filter(
        ({ known, message, path }) => known || (path.length === 1 && message === isRequired),
      );
      return { errors, misfits };
    })
    .sort((a, b) => a.misfits.length - b.misfits.length);
  const [first, second] = possible;
  if (!first || !second || first.misfits.length < second.misfits.length) return first?.errors;
  // A misspelt key: the other alternatives' keys are possible, too.
  const likely = possible.filter(({ misfits }) => misfits.length === first.misfits.length);
  const known = [...new Set(likely.flatMap(({ misfits }) => misfits.flatMap(each => each.known ?? [])))];
  const unknown = first.errors.filter(each => each.known && !known.includes(String(each.path.at(-1))));
  return unknown.length ? unknown.map(each => ({ ...each, known })) : undefined;
}
