import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { changePort } from '../settings/advice.ts';
import { InvalidConfiguration } from '../settings/configuration-error.ts';
import { isPackaged, packageRoot, readVersion } from '../settings/package-root.ts';
import { check } from './check.ts';
import { type Command, command, flag, type Io, type Streams, UsageError } from './command.ts';
import { drop, exportCopy } from './drop.ts';
import { help } from './help.ts';
import { ids } from './ids.ts';
import { init } from './init.ts';
import { adopt, orphans } from './orphans.ts';
import { list, release, retry, show } from './outbox.ts';
import { testLink } from './page.ts';
import { report } from './report.ts';
import { serve } from './serve.ts';
import { snippet } from './snippet.ts';
import { status } from './status.ts';

const openapi = command({
  options: {},
  async run(_values, { output }) {
    // Generating it takes long enough to slow down the start of the other commands.
    const { formatApi } = await import('../http/openapi/describe-api.ts');
    output.write(formatApi(readVersion()));
    return 0;
  },
});

/** Every command by its name, except `demo`. */
export const commands: Record<string, Command> = {
  serve,
  init,
  check,
  status,
  'outbox list': list,
  'outbox show': show,
  'outbox retry': retry,
  'outbox release': release,
  'outbox export': exportCopy,
  'outbox drop': drop,
  'outbox orphans': orphans,
  'outbox adopt': adopt,
  'test-link': testLink,
  snippet,
  report,
  ids,
  openapi,
};

const optionsOfAll: Command['options'] = Object.assign(
  {},
  ...Object.values(commands).map(({ options }) => options),
);

/** Runs the program with these words after its name. Resolves with the exit code. */
export async function runProgram(words: string[], streams: Streams): Promise<number> {
  try {
    if (words[0] === 'demo') return await runDemo(words.slice(1));
    return await runCommand(words, streams);
  } catch (error) {
    return reportError(error, text => streams.errors.write(`${text}\n`));
  }
}

/** Runs the demo with its own options. It ends the process itself. */
async function runDemo(words: string[]): Promise<never> {
  const program = new URL(isPackaged ? 'dist/demo/start.js' : 'demo/start.ts', packageRoot);
  process.argv = [process.execPath, fileURLToPath(program), ...words];
  await import(/* @vite-ignore */ program.href);
  return new Promise(() => {});
}

async function runCommand(words: string[], streams: Streams): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { ...optionsOfAll, help: { type: 'boolean', short: 'h' }, version: flag },
  });
  const { help: wantsHelp, version: wantsVersion, ...options }: Parameters<Command['run']>[0] = values;
  if (wantsHelp || positionals[0] === 'help') {
    streams.output.write(help);
    return 0;
  }
  if (wantsVersion) {
    streams.output.write(`${readVersion()}\n`);
    return 0;
  }
  const name = findName(positionals);
  const { argument, options: own, run } = commands[name]!;
  for (const option of Object.keys(options)) if (!Object.hasOwn(own, option)) throw notIts(option);
  const [given, ...more] = positionals.slice(name.split(' ').length);
  if (given !== undefined && !argument) throw new UsageError(`"${name}" takes no arguments.`);
  if (more.length > 0) throw new UsageError(`"${name}" takes one ${argument?.name}.`);
  if (given === undefined && argument && !argument.isOptional)
    throw new UsageError(`"${name}" needs a ${argument.name}.`);
  const io: Io = {
    ...streams,
    print: (value, text) => streams.output.write(`${options.json ? JSON.stringify(value) : text}\n`),
    warn: text => streams.errors.write(`${text}\n`),
  };
  return await run(options, io, given);
}

/** Returns the command's name, of one or two words. Default: `serve`. */
function findName([first = 'serve', second]: string[]): string {
  const name = [`${first} ${second}`, first].find(each => Object.hasOwn(commands, each));
  if (name !== undefined) return name;
  const parts = Object.keys(commands).filter(each => each.startsWith(`${first} `));
  if (parts.length === 0) throw new UsageError(`Unknown command "${first}".`);
  throw new UsageError(`"${first}" needs one of ${listOf(parts.map(part => part.split(' ')[1]!))}.`);
}

function notIts(option: string): UsageError {
  const owners = Object.keys(commands).filter(name => Object.hasOwn(commands[name]!.options, option));
  return new UsageError(`--${option} is an option of ${listOf(owners.map(name => `"${name}"`))}.`);
}

const listOf = (words: string[]) => new Intl.ListFormat('en-GB').format(words);

/** Prints an error for the operator. Returns the exit code. */
function reportError(error: unknown, print: (text: string) => void): number {
  const { code, message, port } = error as { code?: string; message: string; port?: number };
  if (error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS')) {
    print(`${message}\nRun "enquiry-proxy --help" for a list of commands and options.`);
    return 2;
  }
  if (error instanceof InvalidConfiguration) print(message);
  else if (code === 'EADDRINUSE') print(`Port ${port} is already in use: ${changePort}.`);
  else print(`enquiry-proxy: ${message}`);
  return 1;
}
