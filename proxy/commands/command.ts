import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { pino } from 'pino';
import { createSigner, type Signer } from '../enquiry/identifiers.ts';
import { toPrintable } from '../outbox/formats.ts';
import { openStoreBeside, openStoreReadOnly, type Store } from '../outbox/outbox.ts';
import type { Config } from '../settings/config.ts';
import { readEnvironment, readSettings } from '../settings/read-settings.ts';
import { loadGeneratedSecret } from '../settings/secrets.ts';
import type { Parser, Settings } from '../settings/settings.ts';

/** What the program that runs a command gives it. */
export interface Streams {
  /** The environment variables. */
  variables: Record<string, string | undefined>;
  input: Readable;
  output: Writable;
  errors: Writable;
}

/** What a command reads and writes. */
export interface Io extends Streams {
  /** Whether `--json` was given. */
  isJson: boolean;
  /** Prints a line: the text, or with `--json` the value. Each element of an array is a value with a line of its own. */
  print(value: unknown, text: string): void;
  /** Prints a line on standard error, whatever others have written in it. */
  warn(text: string): void;
}

/** An option of a command. */
export interface Option<Value> {
  /** How it's parsed. */
  type: 'boolean' | 'string';
  multiple?: true;
  /** The name of its value in the help; absent if it has none. */
  placeholder?: string;
  isRequired?: true;
  help: string;
  /** Converts what was given, or undefined. `name` is its own with the hyphens. Throws UsageError. */
  read(given: unknown, name: string): Value;
}

/** An option without a value. */
export const flag = (help: string): Option<boolean> => ({
  type: 'boolean',
  help,
  read: given => given === true,
});

/** An option with a value. */
export const text = (placeholder: string, help: string): Option<string | undefined> =>
  parsed(placeholder, help, given => given);

/** An option with a value that is parsed. */
export const parsed = <Value>(
  placeholder: string,
  help: string,
  parse: (given: string, name: string) => Value,
): Option<Value | undefined> => ({
  type: 'string',
  placeholder,
  help,
  read: (given, name) => (given === undefined ? undefined : parse(given as string, name)), // As its type says.
});

/** Makes an option accept the same values as a setting. Throws UsageError for others. */
export const asSetting =
  <Value>(parser: Parser<Value>) =>
  (given: string, name: string): Value => {
    const { data, error } = parser.safeParse(given);
    if (error) throw new UsageError(`${name} ${error.issues[0]?.message}.`);
    return data;
  };

/** An option that must be given. */
export const required = <Value>({ read, ...option }: Option<Value | undefined>): Option<Value> => ({
  ...option,
  help: `${option.help} (required)`,
  isRequired: true,
  read: (given, name) => read(given, name)!, // The program has checked that it was given.
});

/** An option with one of these values. */
export const oneOf = <const Value extends string>(
  placeholder: string,
  values: readonly Value[],
  help: string,
): Option<Value | undefined> =>
  parsed(placeholder, `${help}: ${values.join(', ')}`, (given, name) => {
    const value = values.find(each => each === given);
    if (value === undefined) throw new UsageError(`${name} must be one of ${values.join(', ')}.`);
    return value;
  });

/** An option that can be repeated. */
export const texts = (placeholder: string, help: string): Option<string[] | undefined> => ({
  ...{ type: 'string', multiple: true, placeholder, help },
  read: given => given as string[] | undefined, // As its type says.
});

export type Options = Record<string, Option<unknown>>;

/** The values of a command's options. */
export type Values<Own extends Options> = { [Name in keyof Own]: ReturnType<Own[Name]['read']> };

/** What a command needs, which the program provides and closes again. */
export interface Needs {
  /** Everything that it was called with, and nothing else. */
  nothing: unknown;
  settings: { settings: Settings; config: Config };
  /** The store, which may be in use: needs only the environment, so that it works while the config has errors. */
  store: { store: Store };
  'store to read': { store: Store };
}

/** What a command is called with. */
type Call<Own extends Options, Need extends keyof Needs> = Needs[Need] & {
  values: Values<Own>;
  /** Empty if it wasn't given. */
  argument: string;
  io: Io;
};

export interface Command<Own extends Options = Options, Need extends keyof Needs = keyof Needs> {
  help: string;
  /** The name of the argument after its own. Default: none. */
  argument?: string;
  isArgumentOptional?: true;
  options?: Own;
  /** Default: nothing. */
  needs?: Need;
  /** Throws UsageError if the values don't fit together. */
  check?(values: Values<Own>, argument: string): void;
  /** Resolves with the exit code: 0 when everything is OK, 1 when there are problems. */
  run(call: Call<Own, Need>): Promise<number>;
}

/** Infers the types of what a command is called with. */
export const command = <const Own extends Options, Need extends keyof Needs = 'nothing'>(
  definition: Command<Own, Need>,
): Command => definition as unknown as Command; // `callCommand` gives it what it needs.

/** Calls a command with what it needs. */
export async function callCommand(
  { needs = 'nothing', options = {}, check, run }: Command,
  { given, argument, io }: { given: Record<string, unknown>; argument: string; io: Io },
): Promise<number> {
  for (const [name, { isRequired, placeholder }] of Object.entries(options))
    if (isRequired && given[name] === undefined) throw new UsageError(`Add --${name} ${placeholder}.`);
  const values = Object.fromEntries(
    Object.entries(options).map(([name, { read }]) => [name, read(given[name], `--${name}`)]),
  );
  check?.(values, argument);
  const call = { values, argument, io };
  if (needs === 'settings') return await run({ ...call, ...readSettings(io.variables) } as never);
  if (needs === 'nothing') return await run(call as never);
  const open = needs === 'store' ? openStoreBeside : openStoreReadOnly;
  return await withStore(readEnvironment(io.variables), store => run({ ...call, store } as never), open);
}

/** Opens the store that the settings name beside a running proxy, and closes it after the work. */
export async function withStore<Result>(
  settings: Settings,
  work: (store: Store) => Promise<Result>,
  open = openStoreBeside,
): Promise<Result> {
  const store = await open(settings.store, Date.now, silent);
  try {
    return await work(store);
  } finally {
    await store.outbox.close();
  }
}

/** What an error says. Some of Node have a code alone. */
export function messageOf(error: unknown): string {
  const { message, code = '' } = error as { message: string; code?: string };
  return message || code;
}

/** The command line is wrong. */
export class UsageError extends Error {}

/** Asks the operator to confirm a change by typing `name`: the name or the number of the things to change. */
export async function confirm({ input, errors, warn }: Io, question: string, name: string): Promise<boolean> {
  const prompt = toPrintable(`${question} Type ${name} to confirm: `);
  const terminal = createInterface({ input, output: errors, prompt });
  terminal.prompt();
  const line = await terminal[Symbol.asyncIterator]().next();
  terminal.close();
  const typed = line.done ? '' : line.value;
  if (typed.trim().toUpperCase() === name.toUpperCase()) return true;
  warn('Nothing was changed.');
  return false;
}

/** The log of the store, which the proxy writes and commands don't. */
export const silent = pino({ level: 'silent' });

/** The signer of a proxy with these settings. Throws if the proxy has to generate a secret first. */
export const signerOf = ({ secrets, store }: Settings): Signer =>
  createSigner(secrets ?? [loadGeneratedSecret(store.dataFolder)]);

/** The width of a usual terminal. */
export const terminalColumns = 80;

/** Breaks a text into lines of at most this many characters. A longer word has a line of its own. */
export const wrap = (text: string, width = terminalColumns): string[] =>
  text.match(new RegExp(`\\S(?:.{0,${width - 1}}(?!\\S)|\\S*)`, 'g')) ?? [''];

const labelColumns = 15;

/** Formats a label, and lines of text in a column beside it. */
export const formatRow = (
  label: string,
  lines: string[],
  { label: before, all } = { label: labelColumns, all: terminalColumns },
): string[] =>
  lines
    .flatMap(line => wrap(line, all - before))
    .map((line, index) => `${(index === 0 ? label : '').padEnd(before)}${line}`);

/** Formats rows of texts as columns of equal width, two spaces apart. */
export function formatColumns(rows: string[][]): string {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((text, index) => Math.max(text.length, most[index] ?? 0)),
    [],
  );
  const toLine = (row: string[]) => row.map((text, index) => text.padEnd(widths[index]!)).join('  ');
  return rows.map(row => toLine(row).trimEnd()).join('\n');
}
