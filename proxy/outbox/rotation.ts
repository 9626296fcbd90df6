import { listOf } from './formats.ts';
import type { ProcessRow } from './processes.ts';

/** Names a process: `web-1 (4711)`. */
export const nameProcess = ({ host, pid }: ProcessRow) => `${host} (${pid})`;

/** What the running processes tell about a rotation of the secret (see `docs/deploying.md`). */
interface Rotation {
  /** The step, and the next one. Undefined while no process has more than one secret. */
  step: string | undefined;
  /** A process signs with a secret that another one can't read, so what the first has signed is refused by the other. */
  fault: string | undefined;
}

/** Finds out how far a rotation of the secret is. The names of the secrets don't tell which one is newer, but what was
 * loaded last does. */
export function describeRotation(processes: ProcessRow[]): Rotation {
  const all = processes.map(row => ({ name: nameProcess(row), row, ids: row.secret_ids.split(' ') }));
  return { step: findStep(all), fault: findFault(all) };
}

interface Process {
  name: string;
  row: ProcessRow;
  ids: string[];
}

function findStep(all: Process[]): string | undefined {
  const single = all.filter(({ ids }) => ids.length === 1);
  if (single.length === all.length) return undefined;
  if (new Set(all.map(({ ids }) => ids[0])).size > 1)
    return 'step 2 of the rotation: some processes sign with the new secret, and others with the old one. Load "new,old" everywhere';
  if (single.length === 0)
    return (
      'every process reads two secrets, and signs with the same one. ' +
      'After step 1 of the rotation, load "new,old" everywhere; after step 2, wait for keep_days and load "new"'
    );
  const latest = all.reduce((a, b) => (b.row.loaded_at > a.row.loaded_at ? b : a));
  const names = (those: Process[]) => listOf(those.map(({ name }) => name));
  return latest.ids.length > 1
    ? `step 1 of the rotation: ${names(single)} can't read the new secret yet. Load "old,new" there`
    : `step 3 of the rotation: ${names(all.filter(({ ids }) => ids.length > 1))} still read the old secret. Load "new" there`;
}

function findFault(all: Process[]): string | undefined {
  for (const signing of all) {
    const unable = all.filter(({ ids }) => !ids.includes(signing.ids[0]!)).map(({ name }) => name);
    if (unable.length > 0)
      return (
        `${signing.name} signs with a secret that ${listOf(unable)} can't read, which refuse uploads and repeated ` +
        'requests that it has accepted. Load the same secrets there: first "old,new" everywhere'
      );
  }
  return undefined;
}
