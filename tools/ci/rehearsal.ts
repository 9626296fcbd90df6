// Runs the steps of a release, one after another, and remembers what has passed: a run that was stopped goes on where it
// was, as long as the commit is the same. Writes what it found to a report.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Figure } from '../bench/figures.ts';

export interface Step {
  title: string;
  command: readonly string[];
  /** Which lines of its output the report repeats. Default: none. */
  quotes?: RegExp;
  /** Whether it fails if it reports no figure. Default: false. */
  measures?: boolean;
}

export interface Outcome {
  /** Whether it ended without an error, and no figure missed its target. */
  passed: boolean;
  seconds: number;
  /** The lines that the report repeats. */
  quoted: string[];
  figures: Figure[];
}

export interface Rehearsal {
  /** What happened in the steps that have run, by their titles. A step that failed is run again by the next rehearsal. */
  outcomes: Record<string, Outcome>;
  /** How often a rehearsal of this commit was started. */
  runs: number;
}

const maxQuoted = 100;
/** The target for all steps together. */
const maxMinutes = 60;

/** Runs all steps that haven't passed at this commit. `folder` keeps the state, and a log of each step. */
export async function rehearse(steps: readonly Step[], folder: string, commit: string): Promise<Rehearsal> {
  const stateFile = join(folder, 'state.json');
  mkdirSync(folder, { recursive: true });
  const state: Rehearsal & { commit: string } = existsSync(stateFile)
    ? JSON.parse(readFileSync(stateFile, 'utf8'))
    : { commit, outcomes: {}, runs: 0 };
  if (state.commit !== commit) {
    console.log(`The last rehearsal was of the commit ${state.commit}. This one begins anew.`);
    Object.assign(state, { commit, outcomes: {}, runs: 0 });
  }
  state.runs += 1;
  const save = () => {
    writeFileSync(`${stateFile}.part`, JSON.stringify(state, undefined, 2));
    renameSync(`${stateFile}.part`, stateFile);
  };
  save();
  for (const step of steps) {
    const earlier = state.outcomes[step.title];
    if (earlier?.passed) {
      console.log(`\n— ${step.title}: has passed at this commit`);
      continue;
    }
    console.log(`\n— ${step.title}: ${step.command.join(' ')}`);
    state.outcomes[step.title] = await runStep(step, folder);
    save();
  }
  return state;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The report is published, so it must not name folders of this machine. */
const withoutPaths = (line: string) => line.replaceAll(process.cwd(), '.').replaceAll(homedir(), '~');

const isMissed = ({ isMet }: Figure) => isMet === false;

/** The step gets a process group of its own, so that a signal ends all that it has started. */
async function runStep({ title, command, quotes, measures = false }: Step, folder: string): Promise<Outcome> {
  const name = title.replaceAll(/\W+/g, '-');
  const [log, figuresFile] = [join(folder, `${name}.log`), join(folder, `${name}.figures`)];
  rmSync(figuresFile, { force: true });
  const startedAtMs = Date.now();
  const [program = '', ...words] = command;
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FIGURES: figuresFile },
    detached: true,
  });
  const stop = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
    process.exitCode = 130;
    child.once('close', () => process.exit());
  };
  for (const signal of signals) process.once(signal, stop);
  const file = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(file, { end: false });
    stream.pipe(process.stdout, { end: false });
  }
  const code = await once(child, 'close').then(
    ([exitCode]) => exitCode,
    error => console.error(error), // The program couldn't be started.
  );
  for (const signal of signals) process.off(signal, stop);
  file.end();
  await finished(file);
  const lines = stripVTControlCharacters(readFileSync(log, 'utf8')).split('\n');
  const figures = (existsSync(figuresFile) ? readFileSync(figuresFile, 'utf8').trim().split('\n') : []).map(
    line => JSON.parse(line) as Figure,
  );
  return {
    passed: code === 0 && !figures.some(isMissed) && (figures.length > 0 || !measures),
    seconds: (Date.now() - startedAtMs) / 1_000,
    quoted: quotes
      ? lines
          .filter(line => quotes.test(line))
          .slice(0, maxQuoted)
          .map(withoutPaths)
      : [],
    figures,
  };
}

/** The report in Markdown. `about` are sentences about the commit, the machine and what isn't in the steps. */
export function writeReport(
  steps: readonly Step[],
  { outcomes, runs }: Rehearsal,
  about: readonly string[],
): string {
  const ran = steps.flatMap(step => {
    const outcome = outcomes[step.title];
    return outcome ? [{ ...step, ...outcome }] : [];
  });
  const figures = ran.flatMap(each => each.figures);
  const totalSeconds = ran.reduce((sum, { seconds }) => sum + seconds, 0);
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const row = (...cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return `${[
    '# Release report',
    '',
    `For developers. \`npm run release\` writes this page. ${about.join(' ')}`,
    '',
    row('step', 'command', 'result', 'time'),
    '|---|---|---|---|',
    ...steps.map(({ title, command }) => {
      const outcome = outcomes[title];
      const result = outcome
        ? outcome.passed
          ? 'passed'
          : outcome.figures.some(isMissed)
            ? 'missed a target'
            : '**failed**'
        : 'not run';
      return row(title, `\`${command.join(' ')}\``, result, outcome ? formatTime(outcome.seconds) : '');
    }),
    row('all', '', `target: ${maxMinutes} min`, formatTime(totalSeconds)),
    '',
    `The steps ran in ${runs === 1 ? 'one run' : `${runs} runs, each of which continued where the previous one had stopped`}.`,
    '',
    '## Figures',
    '',
    row('benchmark', 'measure', 'target', 'result'),
    '|---|---|---|---|',
    ...figures.map(figure =>
      row(
        figure.benchmark,
        figure.measure,
        figure.target ?? '',
        `${figure.result}${isMissed(figure) ? ', **missed**' : ''}`,
      ),
    ),
    '',
    '## What the steps printed',
    '',
    ...ran.flatMap(({ title, quoted }) =>
      quoted.length ? [`${title}:`, '', '```text', ...quoted, '```', ''] : [],
    ),
    'Next: [make a release](../CONTRIBUTING.md#make-a-release).',
  ].join('\n')}\n`;
}

const formatTime = (seconds: number) => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
