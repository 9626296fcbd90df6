#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { check } from './commands/check.ts';
import { type Command, UsageError } from './commands/command.ts';
import { demo } from './commands/demo.ts';
import { help } from './commands/help.ts';
import { ids } from './commands/ids.ts';
import { init } from './commands/init.ts';
import { openapi } from './commands/openapi.ts';
import { outbox } from './commands/outbox.ts';
import { report } from './commands/report.ts';
import { serve } from './commands/serve.ts';
import { snippet } from './commands/snippet.ts';
import { status } from './commands/status.ts';
import { testLink } from './commands/test-link.ts';
import { readVersion } from './commands/version.ts';
import { changePort } from './settings/advice.ts';
import { InvalidConfiguration } from './settings/configuration-error.ts';

const commands: Record<string, Command> = {
  serve: (_args, _options, variables) => serve(variables),
  check,
  status,
  outbox,
  report,
  ids,
  snippet,
  'test-link': testLink,
  openapi,
  init,
};

async function run(): Promise<number> {
  if (process.argv[2] === 'demo') return demo(process.argv.slice(3)); // It has options of its own.
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      state: { type: 'string' },
      all: { type: 'boolean', default: false },
      to: { type: 'string' },
      yes: { type: 'boolean', default: false },
      'no-copy': { type: 'boolean', default: false },
      accept: { type: 'boolean', default: false },
      lock: { type: 'string' },
      config: { type: 'string' },
      page: { type: 'string' },
      'case-type': { type: 'string', multiple: true },
      lang: { type: 'string' },
      proxy: { type: 'string' },
      pinned: { type: 'boolean', default: false },
      since: { type: 'string' },
      by: { type: 'string' },
      csv: { type: 'boolean', default: false },
      label: { type: 'string' },
      'api-url': { type: 'string' },
      'api-username': { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  const [name = 'serve', ...args] = positionals;
  if (values.help || name === 'help') {
    process.stdout.write(help);
    return 0;
  }
  if (values.version) {
    process.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`Unknown command "${name}".`);
  if (values.config !== undefined && command !== check)
    throw new UsageError('--config is an option of "check". Set ENQUIRY_CONFIG for other commands.');
  return command(args, values, process.env);
}

/** Prints an error for the operator. Returns the exit code. */
function reportError(error: unknown): number {
  const { code, message, port } = error as { code?: string; message: string; port?: number };
  if (error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS')) {
    console.error(`${message}\nRun "enquiry-proxy --help" for a list of commands and options.`);
    return 2;
  }
  if (error instanceof InvalidConfiguration) console.error(message);
  else if (code === 'EADDRINUSE') console.error(`Port ${port} is already in use: ${changePort}.`);
  else console.error(`enquiry-proxy: ${message}`);
  return 1;
}

// The reader, such as `head`, has read enough.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
const exitCode = await run().catch(reportError);
// Exiting discards output that a slow reader hasn't read yet.
await new Promise(resolve => process.stdout.write('', resolve));
process.exit(exitCode);
