import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { ParseArgsConfig, parseArgs } from 'node:util';
import { pino } from 'pino';
import { dayMs } from '../contract/durations.ts';
import { createSigner, type Signer } from '../enquiry/identifiers.ts';
import { openStoreBeside, type Store } from '../outbox/outbox.ts';
import { readEnvironment } from '../settings/read-settings.ts';
import { loadGeneratedSecret } from '../settings/secrets.ts';
import type { Settings } from '../settings/settings.ts';

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
  argument?: { name: 'reference' | 'file' | 'version'; isOptional?: true };
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
  const store = await openStoreBeside(readEnvironment(variables).store, Date.now, silent);
  try {
    return await work(store);
  } finally {
    await store.outbox.close();
  }
}

/** The signer of a proxy with these settings. Throws if the proxy has to generate a secret first. */
export const signerOf = ({ secrets, store }: Settings): Signer =>
  createSigner(secrets ?? [loadGeneratedSecret(store.dataFolder)]);

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: dayMs };

/** Parses `90m`, `2h`, `7d`, a day such as `2026-02-01` or a time such as `2026-02-01T14:30`, both in UTC. Returns a
 * function that takes the current time and returns the time meant, both in milliseconds since 1970. Throws UsageError
 * for anything else. */
export function parseSinceTime(since: string): (nowMs: number) => number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(since) ?? [];
  if (count !== undefined) return nowMs => nowMs - Number(count) * unitMs[unit]!;
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(since) ?? [];
  const ms = parseUtcTime(`${day}T${time}`);
  if (ms !== undefined) return () => ms;
  throw new UsageError(
    '--since must be 90m, 2h, 7d, a day such as 2026-02-01, or a time such as 2026-02-01T14:30.',
  );
}

/** Parses a time in UTC, such as `2026-02-01T14:30`. Returns milliseconds since 1970, or undefined for a time that
 * doesn't exist, such as 30 February. */
function parseUtcTime(time: string): number | undefined {
  const ms = Date.parse(`${time}Z`);
  // Node reads 30 February as 2 March.
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(time);
  return exists ? ms : undefined;
}

/** The width of a usual terminal. */
export const terminalColumns = 80;

/** Breaks a text into lines of at most this many characters. A longer word has a line of its own. */
export function wrap(text: string, width = terminalColumns): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const labelColumns = 15;

/** Formats a label, and lines of text in a column beside it. */
export const formatRow = (label: string, lines: string[]): string[] =>
  lines
    .flatMap(line => wrap(line, terminalColumns - labelColumns))
    .map((line, index) => `${(index === 0 ? label : '').padEnd(labelColumns)}${line}`);

/** Formats rows of texts as columns of equal width, two spaces apart. */
export function formatColumns(rows: string[][]): string {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((text, index) => Math.max(text.length, most[index] ?? 0)),
    [],
  );
  const toLine = (row: string[]) => row.map((text, index) => text.padEnd(widths[index]!)).join('  ');
  return rows.map(row => `${toLine(row).trimEnd()}\n`).join('');
}
