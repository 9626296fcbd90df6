// Which scenarios have run without a violation, and at which commit: `covered.tsv`, which is committed. A long run thus
// goes on where the last one stopped, and again when the code has changed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Report } from './report.ts';
import type { SeriesOptions } from './series.ts';

const file = fileURLToPath(new URL('covered.tsv', import.meta.url));
const header = 'scenarios\tcommit\truns\tfaults not reached';
/** What the scenarios depend on. */
const sources = ['proxy', 'tools/faults', 'tools/testing', 'package-lock.json', `:!tools/faults/covered.tsv`];

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();

/** The lines of the file by the names of their scenarios. */
function readCovered(): Map<string, string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(1) : [];
  return new Map(lines.map(line => [line.split('\t')[0]!, line]));
}

function isUnchangedSince(commit: string): boolean {
  try {
    git('diff', '--quiet', commit, '--', ...sources);
    return true;
  } catch {
    return false; // Something has changed, or the commit isn't in this clone.
  }
}

/** Splits every run into `count` parts of about equal size and leaves out what was covered with the code of today.
 * `part` counts from 1. Rejects code that isn't committed, because nobody could say what was covered. */
export function trackCoverage(
  part: number,
  count: number,
): Required<Pick<SeriesOptions, 'isDue' | 'onCovered'>> {
  const commit = git('rev-parse', '--short=12', 'HEAD');
  if (!isUnchangedSince(commit)) throw new Error('Commit your changes first, or leave out --all.');
  const commits = new Set([...readCovered().values()].map(line => line.split('\t')[1] ?? ''));
  const current = new Set([...commits].filter(isUnchangedSince));
  let number = 0;
  return {
    isDue(name) {
      if (number++ % count !== part - 1) return false;
      return !current.has(readCovered().get(name)?.split('\t')[1] ?? '');
    },
    onCovered(name, { runs, unreached, violations }: Report) {
      if (violations.length) return;
      const covered = readCovered(); // Other parts may run at the same time.
      covered.set(name, [name, commit, runs, unreached].join('\t'));
      writeFileSync(file, `${[header, ...[...covered.values()].sort()].join('\n')}\n`);
    },
  };
}
