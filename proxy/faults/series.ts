// The three series of faults, each over all operations. `most` limits the scenarios per operation and kind of fault to
// some that the seed determines; without it they are exhaustive.
import { messageFaults, openFaultyDatabase } from './database-faults.ts';
import { diskErrors, openFaultyDisk } from './disk-faults.ts';
import type { Sequel } from './disk-scenarios.ts';
import { acts, play, scenes } from './interleavings.ts';
import { operations } from './operations.ts';
import { createRandom } from './random.ts';
import { emptyReport, note, type Report, someOf } from './report.ts';
import { everyOrder } from './scheduler.ts';
import type { Stage } from './stages.ts';

export interface SeriesOptions {
  seed: number;
  most?: number;
  /** Only the operation with this name. */
  only?: string | undefined;
  /** Told when an operation is done. */
  progress?: (line: string) => void;
}

/** Every message of every operation: lost with its connection before or after it arrives, frozen, and late. */
export async function databaseSeries(databaseUrls: string[], options: SeriesOptions): Promise<Report> {
  const { seed, most, only, progress = () => {} } = options;
  const random = createRandom(seed);
  const report = emptyReport();
  const queue = operations
    .filter(({ name }) => only === undefined || name === only)
    .flatMap(operation => messageFaults.map(fault => ({ operation, fault })));

  async function work(databaseUrl: string): Promise<void> {
    const database = await openFaultyDatabase(databaseUrl);
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { operation, fault } = next;
      const { points, violations } = await database.rehearse(operation);
      note(report, `${operation.name}, without a fault`, { violations });
      for (const point of someOf(points, random, most)) {
        const { from, type, sql, nth } = point;
        const name = `${operation.name}, ${fault} at ${from} ${type} ${nth} of ${sql}`;
        note(report, name, await untilReached(() => database.run(operation, point, fault)));
      }
      progress(`PostgreSQL: ${operation.name}, ${fault}: ${points.length} messages`);
    }
    await database.close();
  }
  await Promise.all(databaseUrls.map(work));
  return report;
}

/** Repeats a scenario whose fault was not reached: timers change the order of messages a little. */
async function untilReached(run: () => Promise<{ isReached: boolean; violations: string[] }>) {
  for (let tries = 1; ; tries++) {
    const result = await run();
    if (result.isReached || result.violations.length > 0 || tries === 3) return result;
  }
}

/** Every system call of every operation that writes: it fails once, and the process goes on, or crashes. */
export async function diskSeries({ seed, most, only, progress = () => {} }: SeriesOptions): Promise<Report> {
  const random = createRandom(seed);
  const report = emptyReport();
  const disk = await openFaultyDisk();
  try {
    for (const operation of await disk.operationNames()) {
      if (only !== undefined && operation !== only) continue;
      const { points, violations } = await disk.rehearse(operation);
      note(report, `${operation}, without a fault`, { violations });
      for (const error of diskErrors) {
        const sequels: Sequel[] =
          most === undefined ? ['go on', 'crash'] : [random() < 0.5 ? 'go on' : 'crash'];
        for (const sequel of sequels) {
          for (const call of someOf(points, random, most)) {
            const name = `${operation}, ${error} at ${call.name} ${call.nth} of ${call.path}, then ${sequel}`;
            note(report, name, await disk.run(operation, call, error, sequel));
          }
        }
      }
      progress(`disk: ${operation}: ${points.length} calls`);
    }
  } finally {
    await disk.close();
  }
  return report;
}

/** Two acts on one enquiry in every scene and every order, and four in random ones; with `most`, so many random orders of
 * each pair, each in a scene by chance. */
export async function interleavingSeries(
  stage: Stage,
  fours: number,
  { seed, most, progress = () => {} }: SeriesOptions,
): Promise<Report> {
  const random = createRandom(seed);
  const report = emptyReport();
  const names = Object.keys(acts);
  const atRandom = (options: number) => Math.floor(random() * options);

  for (const [at, first] of names.entries()) {
    for (const second of names.slice(at + 1)) {
      for (const scene of someOf([...scenes], random, most)) {
        const pass = async (choose: (options: number) => number) => {
          const order: number[] = [];
          const violations = await play(await stage.clear(), scene, [first, second], options => {
            order.push(choose(options));
            return order.at(-1)!;
          });
          note(report, `${scene}: ${first}, ${second}, order ${order.join('')}`, { violations });
        };
        if (most === undefined) await everyOrder(pass);
        else await pass(atRandom);
      }
    }
    progress(`orders: ${first} with others: ${report.runs} scenarios`);
  }
  for (let four = 0; four < fours; four++) {
    const scene = scenes[atRandom(scenes.length)]!;
    const some = Array.from({ length: 4 }, () => names[atRandom(names.length)]!);
    const violations = await play(await stage.clear(), scene, some, atRandom);
    note(report, `${scene}: ${some.join(', ')}, order by chance`, { violations });
  }
  await stage.close();
  return report;
}
