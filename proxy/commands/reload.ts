import { setTimeout as pause } from 'node:timers/promises';
import { openStoreReadOnly } from '../outbox/outbox.ts';
import { locateProcess, type Processes, type ProcessRow } from '../outbox/processes.ts';
import { hashLoaded, listChanged } from '../server/generations.ts';
import { listFixedSettings } from '../settings/settings.ts';
import { command, signerOf, withStore } from './command.ts';

/** How long a process may take. */
const limitMs = 30_000;
const pollMs = 100;

export const reload = command({
  help:
    'Check the config and the files with the login, the secrets, the client keys and the users of the desk, let the running ' +
    'proxies load them, and wait until they have. Prints the settings that need a restart',
  needs: 'settings',
  run: ({ io, settings, config }) =>
    withStore(
      settings,
      async ({ outbox }) => {
        const running = (await outbox.processes.list()).filter(each => locateProcess(each) !== 'ended');
        if (running.length === 0)
          throw new Error('no proxy is running with these settings. A proxy loads the config when it starts');
        const hash = hashLoaded({ settings, config }, signerOf(settings));
        const results = await Promise.all(running.map(each => reloadOne(each, hash, outbox.processes)));
        for (const [index, process] of running.entries()) {
          const [result, { host, pid }] = [results[index]!, process];
          const restart = listChanged(JSON.parse(process.settings), listFixedSettings(settings));
          io.print({ host, pid, result, hash, restart }, describe(process, result, hash, restart));
        }
        return isComplete(results) ? 0 : 1;
      },
      openStoreReadOnly,
    ),
});

/** Whether all processes that can be signalled from here have reloaded. Those elsewhere are reloaded one by one, unless
 * there are no others. */
function isComplete(results: Result[]): boolean {
  const here = results.filter(result => result !== 'elsewhere');
  return here.length > 0 && here.every(result => result === 'reloaded');
}

async function reloadOne(row: ProcessRow, hash: string, processes: Processes): Promise<Result> {
  if (locateProcess(row) !== 'here') return row.loaded_hash === hash ? 'reloaded' : 'elsewhere';
  try {
    process.kill(row.pid, 'SIGHUP');
  } catch {
    return 'forbidden'; // It belongs to another user, or has ended since.
  }
  const endsAt = performance.now() + limitMs;
  while (performance.now() < endsAt) {
    await pause(pollMs);
    const now = (await processes.list()).find(({ id }) => id === row.id);
    if (now && now.loaded_at !== row.loaded_at) return now.loaded_hash === hash ? 'reloaded' : 'differs';
  }
  return 'failed';
}

/** The result for a process, and what it means. */
const adviceFor = (host: string, hash: string) => ({
  reloaded: `runs ${hash}`,
  differs:
    'has reloaded, but uses other values than this command. Run the command with the same files, user name, password ' +
    'and secret as the proxy. Restart the proxy if you changed one of these in a variable and not in a file',
  failed: `has not reloaded after ${limitMs / 1_000} s. Its log says why: look for "reload failed"`,
  forbidden:
    "can't be signalled: it belongs to another user, or has just ended. Run this command as that user or as root",
  elsewhere:
    "can't be signalled from here. Run this command on its machine or in its container, or send SIGHUP to it, " +
    `for example with "docker kill --signal HUP ${host}"`,
});
type Result = keyof ReturnType<typeof adviceFor>;

function describe({ host, pid }: ProcessRow, result: Result, hash: string, restart: string[]): string {
  const other = `It has other values for ${restart.join(', ')}, which change only with a restart`;
  const advice = [adviceFor(host, hash)[result], ...(restart.length > 0 ? [other] : [])].join('. ');
  const status = result === 'reloaded' ? 'ok' : result === 'elsewhere' ? 'warning' : 'failed';
  return `${status.padEnd(7)}  process ${pid} on ${host} ${advice}`;
}
