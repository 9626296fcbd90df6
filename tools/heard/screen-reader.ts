// Orca on a display without a monitor: Xvfb, a session bus, the accessibility bus, a window manager and the screen
// reader. What Orca says arrives as text.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type ProcessGroup, startProcessGroup } from './process-group.ts';
import type { Utterance } from './transcript.ts';

const run = promisify(execFile);

/** Starts Orca without its command, which refuses to start when this user already runs Orca, even on another display. The argument is the folder of Orca's settings. */
const startOrca = `
import sys
from orca import orca
orca.getSettingsManager().activate(sys.argv[1], {})
sys.exit(orca.main())`;

export interface ScreenReader {
  /** The environment of the programs that it reads. */
  env: Record<string, string>;
  /** Presses keys, by their X names such as `Tab`, as a keyboard does. */
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Clicks a point of the screen. */
  click(x: number, y: number): Promise<void>;
  /** Resolves when Orca has handled every event that it has received. */
  waitUntilIdle(): Promise<void>;
  /** Returns what was said since the last call. */
  takeUtterances(): Utterance[];
  stop(): Promise<void>;
}

/** Starts a screen reader with a display, a home folder and buses of its own, so that several can run at once. */
export async function startScreenReader(): Promise<ScreenReader> {
  const folder = mkdtempSync(join(tmpdir(), 'heard-'));
  const groups: ProcessGroup[] = [];
  const start = (command: string[], env: Record<string, string>) => {
    const group = startProcessGroup(command, { env, log: join(folder, `${basename(command[0]!)}.log`) });
    groups.unshift(group);
    return group;
  };
  const stop = async () => {
    for (const group of groups) await group.stop();
    rmSync(folder, { recursive: true, maxRetries: 5 });
  };
  try {
    const env = await startDesktop(folder, start);
    const settings = join(folder, 'orca');
    mkdirSync(settings);
    for (const file of ['orca-customizations.py', 'speech_server.py']) {
      copyFileSync(join(import.meta.dirname, file), join(settings, file));
    }
    const orcaEnv = { ...env, PYTHONPATH: settings, HEARD_PIPE: '3' };
    const orca = start(['/usr/bin/python3', '-c', startOrca, settings], orcaEnv);
    let utterances: Utterance[] = [];
    let onIdle = () => {};
    orca.onLine(line => {
      const { kind, text } = JSON.parse(line) as Utterance | { kind: 'idle'; text: '' };
      if (kind === 'idle') onIdle();
      else utterances.push({ kind, text });
    });
    await orca.firstLine(); // "Screen reader on."
    const useKeyboard = async (...words: string[]) => void (await run('xdotool', words, { env }));
    return {
      env,
      press: (...keys) => useKeyboard('key', '--clearmodifiers', '--delay', '60', ...keys),
      type: text => useKeyboard('type', '--clearmodifiers', '--delay', '40', text),
      click: (x, y) => useKeyboard('mousemove', String(x), String(y), 'click', '1'),
      waitUntilIdle: () =>
        new Promise(resolve => {
          onIdle = resolve;
          orca.child.kill('SIGUSR1'); // See speech_server.py.
        }),
      takeUtterances() {
        const taken = utterances;
        utterances = [];
        return taken;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts everything that a browser and Orca need. Returns their environment. */
async function startDesktop(
  folder: string,
  start: (command: string[], env: Record<string, string>) => ProcessGroup,
): Promise<Record<string, string>> {
  for (const name of ['home', 'run']) mkdirSync(join(folder, name), { mode: 0o700 });
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: join(folder, 'home'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
    // Orca's own words and the browsers' are in English, whatever the language of the page and of this machine.
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    GSETTINGS_BACKEND: 'memory',
  };
  const display = start(['Xvfb', '-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], env);
  env.DISPLAY = `:${await display.firstLine()}`;
  const bus = start(['dbus-daemon', '--session', '--nofork', '--print-address=3'], env);
  env.DBUS_SESSION_BUS_ADDRESS = await bus.firstLine();
  start(['openbox', '--sm-disable'], env); // Gives windows the focus.
  // The bus activates the launcher of the accessibility bus. Browsers look for it when they start.
  for (const property of ['IsEnabled', 'ScreenReaderEnabled']) {
    const words = ['call', '--session', '--dest', 'org.a11y.Bus', '--object-path', '/org/a11y/bus'];
    const method = ['--method', 'org.freedesktop.DBus.Properties.Set', 'org.a11y.Status', property, '<true>'];
    await run('gdbus', [...words, ...method], { env });
  }
  return env;
}
