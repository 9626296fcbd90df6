#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { check } from './commands/check.ts';
import { type Command, Misuse } from './commands/command.ts';
import { help } from './commands/help.ts';
import { ids } from './commands/ids.ts';
import { outbox } from './commands/outbox.ts';
import { serve } from './commands/serve.ts';
import { SettingsFaulty } from './settings/settings.ts';

const commands: Record<string, Command> = {
  serve: async () => {
    await serve(process.env);
    return 0;
  },
  check,
  outbox,
  ids,
};

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      json: { type: 'boolean', default: false },
      state: { type: 'string' },
      to: { type: 'string' },
      yes: { type: 'boolean', default: false },
      'no-copy': { type: 'boolean', default: false },
      accept: { type: 'boolean', default: false },
      lock: { type: 'string' },
    },
  });
  const [name = 'serve', ...words] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (values.help || name === 'help') {
    process.stdout.write(help);
    return 0;
  }
  if (!command) throw new Misuse(`There is no command "${name}".`);
  return command(words, values, process.env);
}

try {
  const code = await run();
  // A reader that is slower than us would get the half of it.
  await new Promise(resolve => process.stdout.write('', resolve));
  process.exit(code);
} catch (error) {
  // The operator's fault: a word, a setting, a port or a folder.
  const { code, message, port } = error as { code?: string; message: string; port?: number };
  const isMisuse = error instanceof Misuse || code?.startsWith('ERR_PARSE_ARGS');
  if (isMisuse) console.error(`${message}\nRun "enquiry-proxy --help" for what there is.`);
  else if (error instanceof SettingsFaulty) console.error(message);
  else if (code === 'EADDRINUSE') console.error(`Port ${port} is in use; set PORT to another one.`);
  else console.error(`enquiry-proxy: ${message}`);
  process.exit(isMisuse ? 2 : 1);
}
