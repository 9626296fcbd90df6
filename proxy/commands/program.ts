import { parseArgs } from 'node:util';
import { listOf, toPrintable, toPrintableJson } from '../outbox/formats.ts';
import { InvalidConfiguration } from '../settings/configuration-error.ts';
import { readVersion } from '../settings/read-settings.ts';
import { suggest } from '../settings/suggestions.ts';
import {
  type Command,
  callCommand,
  flag,
  formatRow,
  type Io,
  messageOf,
  type Option,
  type Streams,
  UsageError,
} from './command.ts';
import { serve } from './serve.ts';

type Commands = Record<string, Command>;

const optionsOfAll: Record<string, Option<unknown> & { short?: string }> = {
  json: flag('Print one JSON object per line'),
  help: { ...flag('Print this help; after a command, only its part'), short: 'h' },
  version: flag('Print the version'),
};

/** Runs the program with these words after its name. Resolves with the exit code. */
export async function runProgram(words: string[], streams: Streams): Promise<number> {
  try {
    // The proxy itself needs none of the other commands, whose code would take memory while it runs.
    if (words.length === 0 || words.join(' ') === 'serve') return await runCommand({ serve }, words, streams);
    const { commands, runDemo } = await import('./commands.ts');
    if (words[0] === 'demo') return await runDemo(words.slice(1));
    return await runCommand(commands, words, streams);
  } catch (error) {
    return reportError(error, text => streams.errors.write(`${text}\n`));
  }
}

async function runCommand(commands: Commands, words: string[], streams: Streams): Promise<number> {
  const all = Object.values(commands).map(({ options }) => options);
  const options: typeof optionsOfAll = Object.assign({}, ...all, optionsOfAll);
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
  const { help: wantsHelp, version: wantsVersion, json, ...given } = values;
  if (wantsHelp || positionals[0] === 'help') {
    streams.output.write(
      helpFor(
        commands,
        positionals.filter(word => word !== 'help'),
      ),
    );
    return 0;
  }
  if (wantsVersion) {
    streams.output.write(`${readVersion()}\n`);
    return 0;
  }
  const name = findName(commands, positionals);
  const found = commands[name]!;
  for (const option of Object.keys(given))
    if (!Object.hasOwn(found.options ?? {}, option)) throw notIts(commands, option);
  const argument = argumentOf(name, found, positionals.slice(name.split(' ').length));
  const io: Io = {
    ...streams,
    isJson: json === true,
    print(value, text) {
      const lines = json ? [value].flat().map(toPrintableJson) : [text];
      for (const line of lines) streams.output.write(`${line}\n`);
    },
    warn: text => streams.errors.write(`${toPrintable(text)}\n`),
  };
  return await callCommand(found, { given, argument, io });
}

/** Returns the command's name, of one or two words. Default: `serve`. */
function findName(commands: Commands, [first = 'serve', second]: string[]): string {
  const name = [`${first} ${second}`, first].find(each => Object.hasOwn(commands, each));
  if (name !== undefined) return name;
  const parts = Object.keys(commands).filter(each => each.startsWith(`${first} `));
  if (parts.length === 0) {
    const [similar] = suggest(first, ['help', ...Object.keys(commands)]);
    throw new UsageError(`Unknown command "${first}".${similar ? ` Did you mean "${similar}"?` : ''}`);
  }
  throw new UsageError(`"${first}" needs one of ${listOf(parts.map(part => part.split(' ')[1]!))}.`);
}

/** Returns the argument of a command; empty if it has none. */
function argumentOf(
  name: string,
  { argument, isArgumentOptional }: Command,
  [given, ...more]: string[],
): string {
  if (given !== undefined && !argument) throw new UsageError(`"${name}" takes no arguments.`);
  if (more.length > 0) throw new UsageError(`"${name}" takes one ${argument}.`);
  if (given === undefined && argument && !isArgumentOptional)
    throw new UsageError(`"${name}" needs a ${argument}.`);
  return given ?? '';
}

function notIts(commands: Commands, option: string): UsageError {
  const owners = Object.keys(commands).filter(name => Object.hasOwn(commands[name]!.options ?? {}, option));
  return new UsageError(`--${option} is an option of ${listOf(owners.map(name => `"${name}"`))}.`);
}

/** Prints an error for the operator. Returns the exit code. */
function reportError(error: unknown, print: (text: string) => void): number {
  const { code, message, port } = error as { code?: string; message: string; port?: number };
  if (error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS')) {
    print(`${message}\nRun "npx enquiry-form --help" for a list of commands and options.`);
    return 2;
  }
  if (error instanceof InvalidConfiguration) print(message);
  else if (code === 'EADDRINUSE') print(`Port ${port} is already in use: set PORT to another one.`);
  else print(`enquiry-form: ${messageOf(error)}`);
  return 1;
}

const helpColumns = 112;

/** The help about options. */
const describeOptions = (options: typeof optionsOfAll, label: number, indent: string): string[] =>
  Object.entries(options).flatMap(([name, { placeholder, help, short }]) => {
    const words = [`${indent}--${name}`, placeholder ? ` ${placeholder}` : '', short ? `, -${short}` : ''];
    return formatRow(words.join(''), [help], { label, all: helpColumns });
  });

/** The help about a command. */
function describeCommand(name: string, { argument = '', isArgumentOptional, help, options = {} }: Command) {
  const label = `  ${name} ${isArgumentOptional ? `[${argument}]` : argument}`;
  const own = formatRow(label, [help], { label: 30, all: helpColumns });
  return [...own, ...describeOptions(options, 32, '      ')];
}

/** The output of `--help`: about the commands that the words name or begin, by default about all. */
function helpFor(commands: Commands, [first = '', second = '']: string[]): string {
  const all = Object.entries(commands);
  const exact = all.filter(([name]) => name === `${first} ${second}`);
  const named = exact.length > 0 ? exact : all.filter(([name]) => `${name} `.startsWith(`${first} `));
  const isAll = first === '' || named.length === 0;
  const lines = [
    ...(isAll ? ['enquiry-form stores enquiries and forwards them to the enquiry API.', ''] : []),
    `Usage: npx enquiry-form ${isAll ? '[command]' : named[0]![0]} [options]        (or: enquiry-form …, if installed globally)`,
    '',
    ...(isAll ? ['Commands:'] : []),
    ...(isAll ? all : named).flatMap(each => describeCommand(...each)),
    '',
    'Options:',
    ...describeOptions(optionsOfAll, 30, '  '),
    '',
    'Exit codes: 0: OK; 1: problems found; 2: usage error.',
    'Settings come from environment variables and from the config file that ENQUIRY_CONFIG names.',
  ];
  return `${lines.join('\n')}\n`;
}
