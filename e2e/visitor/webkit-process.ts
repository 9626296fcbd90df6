// WebKitGTK's browser on a virtual screen, driven over WebDriver.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';

const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const sessionTimeoutMs = 60_000;
/** The state of a socket in /proc/net/tcp. */
const listening = '0A';

/** Starts screen, driver and browser, if given with settings such as `--enable-javascript=false`; `stop` ends them all.
 * Rejects when the session takes too long, because a browser without a screen hangs. */
export async function startWebKit(
  ...browserSettings: string[]
): Promise<{ driver: WebDriver; stop(): Promise<void> }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const processes = [screen];
  const stop = async () => {
    for (const each of processes.reverse()) await terminate(each);
  };
  try {
    const DISPLAY = `:${await readFirstLine(screen)}`;
    const server = spawn('WebKitWebDriver', ['--port=0'], {
      // In a separate process group, so that `terminate` also ends the browser, which is the driver's child.
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, DISPLAY, NO_AT_BRIDGE: '1' },
    });
    processes.push(server);
    const driver = await createSession(`http://127.0.0.1:${await findPort(server)}`, browserSettings);
    return {
      driver,
      async stop() {
        // A crashed browser can't quit; its process ends with the driver's.
        await driver.quit().catch(() => {});
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createSession(server: string, browserSettings: string[]): Promise<WebDriver> {
  const driver = new Builder()
    .usingServer(server)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation', ...browserSettings] },
      }),
    )
    .build();
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error('WebKitWebDriver did not create a session in time')),
    sessionTimeoutMs,
  );
  try {
    await Promise.race([driver.getSession(), timedOut]);
  } finally {
    clearTimeout(timer);
  }
  await driver.manage().setTimeouts({ script: 20_000, pageLoad: 60_000 });
  return driver;
}

/** Polls until the driver listens, because it prints nothing, and finds out its port, which the kernel has chosen: a port
 * that is chosen here may be taken by the driver of another test, and both tests would use the same browser. */
async function findPort({ pid }: ChildProcess): Promise<number> {
  const deadlineMs = Date.now() + sessionTimeoutMs;
  for (;;) {
    const files = readdirSync(`/proc/${pid}/fd`).map(name => readLink(`/proc/${pid}/fd/${name}`));
    for (const line of readFileSync('/proc/net/tcp', 'utf8').trim().split('\n')) {
      const [, address, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === listening && files.includes(`socket:[${inode}]`))
        return Number.parseInt(address!.split(':')[1]!, 16);
    }
    if (Date.now() > deadlineMs) throw new Error('WebKitWebDriver does not listen');
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** Undefined if the process has closed the file meanwhile. */
function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Resolves with the number of the screen, which Xvfb writes when it is ready. */
async function readFirstLine(screen: ChildProcess): Promise<string> {
  const lines = createInterface({ input: screen.stdio[3] as Readable }); // A pipe, as configured in `spawn`.
  const ended = once(screen, 'exit').then(() => Promise.reject(new Error('Xvfb exited before it was ready')));
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  return String(line);
}

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  const ended = once(child, 'exit');
  try {
    process.kill(-child.pid);
  } catch {
    child.kill(); // The process doesn't lead a process group.
  }
  await ended;
}
