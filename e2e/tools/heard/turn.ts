// Orca runs only once per user: a second one refuses to start.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const pollMs = 1_000;
const maxWaitMs = 30 * 60_000;

/** Waits until no other process of this user runs Orca. Returns a function that ends the turn. Throws after half an hour. */
export async function waitForTurn(): Promise<() => Promise<void>> {
  const user = process.getuid?.() ?? 0;
  const lock = createServer();
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    // The name of an abstract socket is free again when its process ends.
    const isLocked = lock.listening || (await tryToListen(lock, `\0enquiry-form-heard-${user}`));
    const isFree = isLocked && spawnSync('pgrep', ['-u', String(user), '-x', 'orca']).status !== 0;
    if (isFree) break;
    if (waitedMs === 0)
      console.log('Another Orca is running, and a user can run only one. Waiting until it ends …');
    if (waitedMs >= maxWaitMs) throw new Error('Another Orca is still running. End it, then try again.');
    await new Promise(resolve => setTimeout(resolve, pollMs));
  }
  return async () => {
    lock.close();
    await once(lock, 'close');
  };
}

async function tryToListen(server: ReturnType<typeof createServer>, name: string): Promise<boolean> {
  server.listen(name);
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return false;
  }
}
