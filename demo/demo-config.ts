// The config that the demo's proxy runs with, which follows a file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, unwatchFile, watchFile, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { findNodeAtLocation, type ParseError, parse as parseJson, parseTree } from 'jsonc-parser';
import { programs } from './programs.ts';
import type { OwnConfig } from './site/own-pages.ts';
import type { Finding, Shown } from './site/site.ts';

export interface FollowedConfig {
  /** The path of the file, and whether it is a site owner's. */
  source: Pick<Shown, 'file' | 'isOwn'>;
  /** Where a copy is written for the proxy, with these origins added. */
  target: string;
  origins: string[];
  /** Starts the proxy, once there is a config that it can use. Resolves with a function that lets it load the copy again, which
   * resolves with whether it could. */
  start: () => Promise<() => Promise<boolean>>;
  /** Called with each state of the file. */
  show: (shown: Shown) => void;
  /** Called when the proxy can't be started, or the copy can't be written. */
  onError: (error: Error) => void;
}

/** The interval at which the file is checked for changes. Unlike the system's events, this also notices a file that an editor
 * has replaced, and changes in network folders, containers and WSL. */
const lookMs = 50;
/** How long the check waits for a page that loads a good config: both take a processor. */
const checkAfterMs = 500;

/** Follows a config file until the process ends. Resolves once its first state is shown, with a function that follows another
 * file in its place. */
export async function followConfig(followed: FollowedConfig) {
  const { target, origins, start, show, onError } = followed;
  let reload: (() => Promise<boolean>) | undefined;
  let shown: Shown = { ...followed.source, version: 0, findings: [] };
  /** The content whose findings are shown. */
  let known: Buffer | undefined;
  let hasChanged = true;
  let checking = new AbortController();
  let applying: Promise<void> | undefined;

  /** Shows a good config as soon as the proxy has loaded it. What the check says about it takes longer. */
  async function apply(): Promise<void> {
    const source = shown.file;
    const read = readConfig(source);
    if (read.bytes && known?.equals(read.bytes)) return;
    const config = read.bytes && parse(String(read.bytes));
    if (read.bytes && config) {
      const own = Array.isArray(config.origins) ? config.origins : [];
      const added = origins.filter(each => !own.includes(each));
      // As Latin-1, text of any encoding keeps its bytes.
      writeFileSync(target, addOrigins(read.bytes.toString('latin1'), added), 'latin1');
    }
    let isLoaded = config !== undefined && reload !== undefined && (await reload());
    const set = (next: Partial<Shown>) => {
      shown = { ...shown, ...next };
      show(shown);
    };
    // Until the check has ended, or if it ends at an error, the warnings about the last good version stay.
    const warnings = shown.findings.filter(({ status }) => status === 'warning');
    if (isLoaded) {
      known = undefined; // The same errors may come back before the check has ended.
      set({ config, version: shown.version + 1, findings: warnings });
    }
    checking = new AbortController();
    const { signal } = checking;
    if (isLoaded) await pause(checkAfterMs, undefined, { signal }).catch(() => {}); // Aborted by the next change.
    if (hasChanged) return;
    const findings = read.bytes
      ? await checkConfig(source, { signal, cache: join(dirname(target), 'compiled') })
      : [read.finding];
    // A file that is being written has errors for a moment.
    if (hasChanged) return;
    const hasErrors = findings.some(({ status }) => status === 'failed');
    if (config && !hasErrors && !reload) {
      reload = await start();
      isLoaded = true;
      set({ config, version: shown.version + 1 });
    }
    if (!isLoaded && !hasErrors)
      findings.push({ status: 'failed', advice: 'The proxy couldn’t load the config: see the terminal.' });
    known = read.bytes;
    set({
      findings: hasErrors ? [...findings.filter(({ status }) => status === 'failed'), ...warnings] : findings,
    });
  }

  async function applyAll(): Promise<void> {
    while (hasChanged) {
      hasChanged = false;
      await apply();
    }
  }

  const look = () => {
    hasChanged = true;
    checking.abort(); // The next change needn't wait for it.
    applying ??= applyAll()
      .catch(onError)
      .finally(() => {
        applying = undefined;
      });
  };
  async function follow(source: FollowedConfig['source']): Promise<void> {
    unwatchFile(shown.file, look);
    await applying;
    shown = { ...shown, ...source, findings: [] };
    watchFile(shown.file, { interval: lookMs }, look);
    look();
    await applying;
  }
  await follow(followed.source);
  return follow;
}

/** Everything that `npx enquiry-form check` says about a config file; nothing if it is aborted. `cache` is a
 * folder for compiled code. */
async function checkConfig(
  path: string,
  { signal, cache }: { signal: AbortSignal; cache: string },
): Promise<Finding[]> {
  const words = [programs.proxy, 'check', '--config', path, '--json'];
  // With compiled code, it takes half the time.
  const env = { NODE_COMPILE_CACHE: cache, ...process.env };
  const child = spawn(process.execPath, words, { env, signal });
  const ended = once(child, 'close').catch(() => {}); // Aborted, or there is no output.
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (signal.aborted) return [];
  if (!stdout) throw new Error(stderr);
  const findings = stdout
    .trim()
    .split('\n')
    .map(
      line =>
        JSON.parse(line) as Omit<Finding, 'status'> & {
          check: string;
          status: Finding['status'] | 'ok';
          message?: string;
        },
    );
  // The demo adds its own origins. Those of the file matter when it goes live.
  return findings.flatMap(({ check, status, advice = check, message = advice, ...place }) =>
    check === 'origins' || status === 'ok' ? [] : [{ ...place, status, advice: message }],
  );
}

type Read = { bytes: Buffer; finding?: never } | { bytes?: never; finding: Finding };

function readConfig(path: string): Read {
  try {
    return { bytes: readFileSync(path) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'There is no such file: save your config there.' : `It can’t be read (${code}).`;
    return { finding: { status: 'failed', advice: `The config file is ${path}. ${reason}` } };
  }
}

/** The config. Undefined if it isn't an object in JSON: the check says why. */
function parse(text: string): (OwnConfig & { origins?: unknown }) | undefined {
  const errors: ParseError[] = [];
  const config = parseJson(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  return errors.length === 0 && typeof config === 'object' && config !== null ? config : undefined;
}

/** Adds origins to the text of a config, which stays as it is otherwise, so that the proxy finds the same mistakes in it. */
function addOrigins(text: string, origins: string[]): string {
  const root = parseTree(text);
  const list = root && findNodeAtLocation(root, ['origins']);
  if (list?.type !== 'array') return text;
  const start = list.offset + 1;
  return text.slice(0, start) + origins.map(each => `${JSON.stringify(each)},`).join('') + text.slice(start);
}
