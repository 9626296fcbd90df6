// The demo, as a site owner runs it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a demo's program in a folder. Resolves with what it prints, once everything runs. */
export async function startDemo(words: string[], { cwd, env }: { cwd?: string; env: NodeJS.ProcessEnv }) {
  // Below the system's ephemeral range. Other demos may be starting at the same time.
  const port = String(10_000 + Math.floor(9_000 * Math.random()));
  const child = spawn(process.execPath, words, { cwd, env: { DEMO_PORT: port, ...env } });
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        printed += String(chunk);
        if (printed.includes('Press Ctrl-C')) resolve();
      });
    }
    child.once('exit', () => reject(new Error(printed)));
  });
  return {
    printed,
    /** The address beside a name, such as `Inbox`. */
    addressOf: (name: string) => new RegExp(`${name} +(http\\S+)`).exec(printed)?.[1] ?? '',
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
