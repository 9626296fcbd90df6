// WebKitGTK's browser on a virtual screen, driven over WebDriver.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../demo/processes.ts';

const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const sessionTimeoutMs = 30_000;

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
    const port = await freePort(0);
    const DISPLAY = `:${await readFirstLine(screen)}`;
    processes.push(
      spawn('WebKitWebDriver', [`--port=${port}`], {
        // In a separate process group, so that `terminate` also ends the browser, which is the driver's child.
        detached: true,
        stdio: 'ignore',
        env: { ...process.env, DISPLAY, NO_AT_BRIDGE: '1' },
      }),
    );
    const driver = await createSession(`http://127.0.0.1:${port}`, browserSettings);
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
  await waitUntilListening(server);
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
  await driver.manage().setTimeouts({ script: 20_000, pageLoad: 20_000 });
  return driver;
}

/** Polls until the driver listens, because it prints nothing. */
async function waitUntilListening(server: string): Promise<void> {
  const deadlineMs = Date.now() + sessionTimeoutMs;
  for (;;) {
    try {
      await fetch(`${server}/status`);
      return;
    } catch (error) {
      // The driver isn't listening yet.
      if (Date.now() > deadlineMs) throw error;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
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
