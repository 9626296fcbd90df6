// Records the output of every process that this process starts, so that a failing test can show it.
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { basename } from 'node:path';

/** Older output is discarded beyond this much per process. */
const maxCharacters = 500_000;

/** The output of a process. */
export interface ProcessOutput {
  /** The script or program, as a file name: `proxy-main`. */
  name: string;
  pid: number;
  text: string;
}

interface Recording {
  child: ChildProcess;
  chunks: { atMs: number; text: string }[];
  characters: number;
}

const recordings: Recording[] = [];
let isRecording = false;

/** Starts recording the output of every process that is started asynchronously from now on, by any code. */
export function recordProcessOutput(): void {
  if (isRecording) return;
  isRecording = true;
  subscribe('child_process', message => {
    const { process: child } = message as { process: ChildProcess }; // Documented as this channel's message.
    // The streams come with `spawn`, and their first reader decides how they flow.
    process.nextTick(() => record(child));
  });
}

function record(child: ChildProcess): void {
  if (child.pid === undefined) return; // The process could not be started, which `spawn` reports.
  const recording: Recording = { child, chunks: [], characters: 0 };
  recordings.push(recording);
  const add = (text: string) => {
    recording.chunks.push({ atMs: Date.now(), text });
    recording.characters += text.length;
    while (recording.characters > maxCharacters && recording.chunks.length > 1) {
      recording.characters -= recording.chunks.shift()!.text.length;
    }
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', bytes => add(String(bytes)));
  child.once('exit', (code, signal) => add(`\n[exited with ${signal ?? code}]\n`));
}

/** Everything that was printed since a time in milliseconds, by process; silent processes are left out. */
export function processOutputSince(sinceMs: number): ProcessOutput[] {
  return recordings
    .map(({ child, chunks }) => ({
      name: nameOf(child),
      pid: child.pid ?? 0,
      text: chunks
        .filter(({ atMs }) => atMs >= sinceMs)
        .map(({ text }) => text)
        .join(''),
    }))
    .filter(({ text }) => text !== '');
}

/** `…/node proxy/main.ts` is `proxy-main`; another program is named by its file. */
function nameOf({ spawnfile, spawnargs }: ChildProcess): string {
  const script = spawnargs.find(word => /\.[cm]?[jt]s$/.test(word));
  if (!script) return basename(spawnfile);
  return script
    .split('/')
    .slice(-2)
    .join('-')
    .replace(/\.[cm]?[jt]s$/, '');
}
