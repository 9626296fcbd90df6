import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listOf } from '../outbox/formats.ts';
import { findSimilar, InvalidConfiguration } from '../settings/configuration-error.ts';
import { isPackaged, packageRoot, readVersion } from '../settings/read-settings.ts';
import { backup } from './backup-command.ts';
import { check } from './check-command.ts';
import { type Command, command, flag, type Io, type Streams, UsageError } from './command.ts';
import { drop, exportCopy } from './drop.ts';
import { entries } from './entries.ts';
import { form } from './form-version.ts';
import { init } from './init.ts';
import { find, list, release, retry, settle, show } from './outbox-commands.ts';
import { reload } from './reload.ts';
import { serve } from './serve.ts';
import { preview, snippet, testLink } from './snippet.ts';
import { status } from './status.ts';

const openapi = command({
  options: {},
  async run(_values, { output }) {
    // Generating it takes long enough to slow down the start of the other commands.
    const { formatApi } = await import('../http/routes/openapi.ts');
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
  reload,
  'outbox list': list,
  'outbox show': show,
  'outbox find': find,
  'outbox retry': retry,
  'outbox release': release,
  'outbox settle': settle,
  'outbox export': exportCopy,
  'outbox drop': drop,
  backup,
  'test-link': testLink,
  preview,
  snippet,
  form,
  entries,
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
    streams.output.write(helpFor(positionals.filter(word => word !== 'help')));
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
    isJson: options.json === true,
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
  if (parts.length === 0) {
    const similar = findSimilar(first, ['help', 'demo', ...Object.keys(commands)]);
    throw new UsageError(`Unknown command "${first}".${similar ? ` Did you mean "${similar}"?` : ''}`);
  }
  throw new UsageError(`"${first}" needs one of ${listOf(parts.map(part => part.split(' ')[1]!))}.`);
}

function notIts(option: string): UsageError {
  const owners = Object.keys(commands).filter(name => Object.hasOwn(commands[name]!.options, option));
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
  else print(`enquiry-proxy: ${message}`);
  return 1;
}

/** The output of `--help`. */
export const help = `enquiry-proxy stores enquiries and forwards them to the enquiry API.

Usage: npx enquiry-form [command] [options]        (or: enquiry-proxy …, if installed globally)

Commands:
  serve                     Run the proxy (default)
      --ignore-data           with DATABASE_URL: start although the data folder has enquiries that wait
  init                      Write a config, the settings and the tags for a page, from seven answers. Asks
                            for those that are missing
      --page URL              the address of the website
      --label TEXT            the title of the form
      --proxy URL             where visitors reach the proxy
      --api-url URL           the address of the enquiry API
      --api-username NAME     the user name at the enquiry API
      --contact TEXT          a phone number or an email address to use instead of the form
      --privacy TEXT          the privacy notice or its address
      --for PLACE             where the proxy will run: plain (default), systemd or container
      --to FOLDER             default: this folder
      --force                 overwrite existing files
  demo                      Run the form, the proxy and a stand-in enquiry API on this computer. "demo --help"
                            lists its options
  check                     Check the settings, the store and the login to the enquiry API, without creating
                            anything
      --config FILE           check only this config file
      --page URL              check only this page: what keeps its form from working, and the line to change.
                              Exit code 2: the page can't be read
      --alert                 send a test through every channel for alerts
      --accept-ids            record the names that the enquiry API gets in enquiry.ids.json, beside the config.
                              Afterwards, "check" fails if a published name was removed or changed, and if
                              there are new ones
  status                    Show whether everything is being delivered, and what needs you. Exit codes: 0: nothing;
                            1: a person must do something; 2: the status can't be read
      --ping URL              also send it to URL/EXIT-CODE, such as a dead man's switch
      --changes FILE          print it only if more or less needs you than the last time, which FILE remembers
  reload                    Check the config and the files with the login, the secrets and the client keys, let the
                            running proxies load them, and wait until they have. Prints the settings that need a
                            restart
  outbox list               List waiting and held enquiries, oldest first
      --state STATE           only those in this state: waiting, held, delivered or test
  outbox show REFERENCE     Show an enquiry and its attachments, with the visitor's data
  outbox find TEXT          Find enquiries by a name, an email address, or digits of a telephone number, in every
                            state; TEXT is read from standard input if it is -
  outbox retry REFERENCE    Retry now
  outbox release REFERENCE  Release a held enquiry: deliver it after all. Possible duplicates are marked
      --all                   instead of REFERENCE: all held enquiries, after asking
      --cause CAUSE           with --all: only those with this cause: refused, unknown_outcome, known_number,
                              file_differs or suspect
      --since TIME            with --all: only those that arrived in the last 2h or 7d, or since 2026-02-01T14:30
      --yes                   don't ask
  outbox settle REFERENCE   Record that a held enquiry is in the back office, so that no second one is sent. Its files
                            go there
      --as NUMBER             its number there
  outbox export REFERENCE   Copy an enquiry and its files to a folder
      --to FOLDER             default: ./REFERENCE
  outbox drop REFERENCE     Delete an enquiry and its files, after asking and writing a copy
      --to FOLDER             the folder for the copy; default: ./REFERENCE
      --no-copy               write no copy, as for an erasure request
      --all --cause --since   as above; the copies are in folders named after the references
      --yes                   don't ask
  backup FILE               Copy the outbox, the files that it needs and the secret to a new file, also while the
                            proxy is running. To restore it, unpack it into an empty data folder
      --verify                check a backup instead: FILE must be complete and undamaged
  test-link --page URL      Print the page's address with a test link. It's valid for an hour. Enquiries sent
                            through it are stored, but never delivered
  preview --page URL        Print a test link with which the page shows the forms of the config on disk, before
                            the running proxy uses it
      --case-type NAME        only this case type; can be repeated. Default: all
  snippet --page URL        Print the tags that put the forms on this page, and a line that measures their height
      --case-type NAME        only this case type; repeated: one tag in which visitors choose one of them. Default: a
                              tag for each
      --lang TAG              the language of the questions; default: the config's
      --proxy URL             where visitors reach the proxy; default: ENQUIRY_PUBLIC_URL
      --link                  print links that become forms, for editors that remove other tags
      --integrity             print the tag of one complete script, whose integrity browsers check, and archive it
      --prerender             print the forms themselves, which visitors see before the script has loaded. They
                              need a tag for each
  form VERSION              Print the form that a visitor saw, as a page in HTML. VERSION is the enquiry's
                            enquiry_form_version
      --lang TAG              default: the main language
  entries                   List the entries that the proxy adds to enquiries, with the labels that the back office sees
      --lang TAG              default: the main language
  openapi                   Print the OpenAPI description of the proxy's HTTP API

Options:
  --json                    Print one JSON object per line
  --help, -h                Print this help; after a command, only its part
  --version                 Print the version

Exit codes: 0: OK; 1: problems found; 2: usage error.
Settings come from environment variables and from the config file that ENQUIRY_CONFIG names.
`;

/** The part of the help about a command, or about all those that begin with the word. The whole help for other words. */
function helpFor([first, second]: string[]): string {
  const [before = '', after = ''] = help.split('Commands:\n');
  const [list = '', rest] = after.split('\nOptions:\n');
  const name = [`${first} ${second}`, first].find(each => `\n${list}`.includes(`\n  ${each} `));
  if (name === undefined) return help;
  const parts = list.split(/^(?= {2}[a-z])/m).filter(part => part.startsWith(`  ${name} `));
  const usage = before.slice(before.indexOf('Usage:')).replace('[command]', name);
  return `${usage}${parts.join('')}\nOptions:\n${rest}`;
}
