import { fileURLToPath } from 'node:url';
import { isPackaged, packageRoot } from '../settings/read-settings.ts';
import { backup } from './backup-command.ts';
import { check } from './check-command.ts';
import { type Command, command } from './command.ts';
import { deskUser } from './desk-user.ts';
import { drop, exportCopy, settle } from './drop.ts';
import { entries } from './entries.ts';
import { form } from './form-version.ts';
import { importForm } from './import.ts';
import { init } from './init.ts';
import { find, list, release, retry, show } from './outbox-commands.ts';
import { reload } from './reload.ts';
import { serve } from './serve.ts';
import { preview, snippet, testLink } from './snippet.ts';
import { status } from './status.ts';

const demo = command({
  help: 'Run the form, the proxy and a stand-in enquiry API on this computer. "demo --help" lists its options',
  run: () => runDemo([]),
});

/** Every command by its name. */
export const commands: Record<string, Command> = {
  serve,
  init,
  import: importForm,
  demo,
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
  'desk-user': deskUser,
  'test-link': testLink,
  preview,
  snippet,
  form,
  entries,
};

/** Runs the demo with its own options. It ends the process itself. */
export async function runDemo(words: string[]): Promise<never> {
  const program = new URL(isPackaged ? 'dist/demo/start.js' : 'demo/start.ts', packageRoot);
  process.argv = [process.execPath, fileURLToPath(program), ...words];
  await import(/* @vite-ignore */ program.href);
  return new Promise(() => {});
}
