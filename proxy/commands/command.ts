import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { ParseArgsConfig, parseArgs } from 'node:util';
import { pino } from 'pino';
import { openStoreBeside, type Store } from '../outbox/open-store.ts';
import { readSettings } from '../settings/read-settings.ts';

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
  /** Prints a line: the text, or with `--json` the value. */
  print(value: unknown, text: string): void;
  /** Prints a line on standard error. */
  warn(text: string): void;
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** The values of the options that were given. */
export type Values<Own extends Options> = ReturnType<typeof parseArgs<{ options: Own }>>['values'];

export interface Command<Own extends Options = Options> {
  /** The argument after the name of the command. Default: none. */
  argument?: { name: 'reference' | 'file'; isOptional?: true };
  options: Own;
  /** Resolves with the exit code: 0 when everything is OK, 1 when there are problems. */
  run(values: Values<Own>, io: Io, argument?: string): Promise<number>;
}

/** Infers the types of a command's values from its options. */
export const command = <const Own extends Options>(definition: Command<Own>): Command<Own> => definition;

/** An option without a value. */
export const flag = { type: 'boolean' } as const;
/** An option with a value. */
export const text = { type: 'string' } as const;

/** The command line is wrong. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Asks the operator to confirm a change by typing `name`: the name or the number of the things to change. */
export async function confirm({ input, errors, warn }: Io, question: string, name: string): Promise<boolean> {
  const prompt = `${question} Type ${name} to confirm: `;
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

/** Opens the store that the settings name beside a running proxy, and closes it after the work. */
export async function withStore<Result>(
  { variables }: Io,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { settings } = readSettings(variables);
  const store = await openStoreBeside(settings.store, Date.now, silent);
  try {
    return await work(store);
  } finally {
    await store.outbox.close();
  }
}
