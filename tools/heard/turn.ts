// Orca runs only once per user: a second one refuses to start.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const pollMs = 1_000;
const maxPolls = 1_800;
const user = String(process.getuid?.() ?? 0);

/** Waits until no other `npm run heard` of this user runs. Returns a function that lets the next one run. */
export async function waitForTurn(): Promise<() => Promise<void>> {
  const lock = createServer();
  // The name of an abstract socket is free again when its process ends.
  await pollUntil('Another npm run heard', () => tryToListen(lock, `\0enquiry-form-heard-${user}`));
  return async () => {
    lock.close();
    await once(lock, 'close');
  };
}

/** Waits until no Orca of this user runs. */
export async function waitForOrca(): Promise<void> {
  await pollUntil('Another Orca', async () => spawnSync('pgrep', ['-u', user, '-x', 'orca']).status !== 0);
}

/** Throws after half an hour. */
async function pollUntil(other: string, isFree: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; !(await isFree()); polls++) {
    if (polls === 0) console.log(`${other} is running, and a user can run only one. Waiting until it ends …`);
    if (polls >= maxPolls) throw new Error(`${other} is still running. End it, then try again.`);
    await new Promise(resolve => setTimeout(resolve, pollMs));
  }
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
