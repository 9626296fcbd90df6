// The three series of scenarios, each over all operations. With `sampleSize`, the seed chooses that many scenarios per
// operation and kind of fault. With `combinations`, it also chooses that many kinds of fault per operation, and other
// actions per action. Without both, a series is exhaustive.

import { createRandom } from '../testing/random.ts';
import { messageFaults, openFaultyDatabase } from './database-faults.ts';
import { type DiskFault, diskFaults, openFaultyDisk } from './disk-faults.ts';
import type { Aftermath } from './disk-scenarios.ts';
import { actions, runInterleaving, startStates } from './interleavings.ts';
import { operations } from './operations.ts';
import { emptyReport, pickSample, type Report, recordScenario } from './report.ts';
import { forEachInterleaving } from './scheduler.ts';
import type { TestStores } from './test-stores.ts';

export interface SeriesOptions {
  seed: number;
  sampleSize?: number;
  combinations?: number | undefined;
  /** Limits the series to the operation with this name. */
  only?: string | undefined;
  /** Receives a line after each operation. */
  progress?: (line: string) => void;
  /** Whether to run the scenarios that have this name in common, such as an operation and a kind of fault. Default: yes. */
  isDue?: (name: string) => boolean;
  /** Receives their report. */
  onCovered?: (name: string, report: Report) => void;
}

/** Runs the scenarios that have a name in common, if they are due. */
async function cover(
  report: Report,
  name: string,
  { isDue = () => true, onCovered = () => {} }: SeriesOptions,
  run: (report: Report) => Promise<void>,
): Promise<void> {
  if (!isDue(name)) return;
  const own = emptyReport();
  await run(own);
  report.runs += own.runs;
  report.unreached += own.unreached;
  report.violations.push(...own.violations);
  onCovered(name, own);
}

/** Injects every fault at every message of every operation. */
export async function databaseSeries(databaseUrls: string[], options: SeriesOptions): Promise<Report> {
  const { seed, sampleSize, combinations, only, progress = () => {} } = options;
  const random = createRandom(seed);
  const report = emptyReport();
  const queue = operations
    .filter(({ name }) => only === undefined || name === only)
    .flatMap(operation =>
      pickSample([...messageFaults], random, combinations).map(fault => ({ operation, fault })),
    );

  async function work(databaseUrl: string): Promise<void> {
    const database = await openFaultyDatabase(databaseUrl);
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { operation, fault } = next;
      await cover(report, `messages: ${operation.name}, ${fault}`, options, async own => {
        const { points, violations } = await database.rehearse(operation);
        recordScenario(own, `${operation.name}, without a fault`, { violations });
        for (const point of pickSample(points, random, sampleSize)) {
          const { from, type, sql, nth } = point;
          const name = `${operation.name}, ${fault} at ${from} ${type} ${nth} of ${sql}`;
          recordScenario(own, name, await untilReached(() => database.run(operation, point, fault)));
        }
        progress(`PostgreSQL: ${operation.name}, ${fault}: ${points.length} messages`);
      });
    }
    await database.close();
  }
  await Promise.all(databaseUrls.map(work));
  return report;
}

/** Repeats a scenario whose fault was not reached, because timers can change the order of messages. */
async function untilReached(run: () => Promise<{ isReached: boolean; violations: string[] }>) {
  for (let attempt = 1; ; attempt++) {
    const result = await run();
    if (result.isReached || result.violations.length > 0 || attempt === 3) return result;
  }
}

/** Makes every writing system call of every operation fail once, after which the process continues or crashes. */
export async function diskSeries(options: SeriesOptions): Promise<Report> {
  const { seed, sampleSize, combinations, only, progress = () => {} } = options;
  const random = createRandom(seed);
  const report = emptyReport();
  const disk = await openFaultyDisk();
  try {
    for (const operation of await disk.operationNames()) {
      if (only !== undefined && operation !== only) continue;
      for (const fault of pickSample(Object.keys(diskFaults) as DiskFault[], random, combinations)) {
        await cover(report, `disk: ${operation}, ${fault}`, options, async own => {
          const { points, violations } = await disk.rehearse(operation);
          recordScenario(own, `${operation}, without a fault`, { violations });
          const aftermaths: Aftermath[] =
            sampleSize === undefined ? ['continue', 'crash'] : [random() < 0.5 ? 'continue' : 'crash'];
          for (const aftermath of aftermaths) {
            for (const call of pickSample(points, random, sampleSize)) {
              const name = `${operation}, ${fault} at ${call.name} ${call.nth} of ${call.path}, then ${aftermath}`;
              recordScenario(own, name, await disk.run(operation, call, fault, aftermath));
            }
          }
          progress(`disk: ${operation}, ${fault}: ${points.length} calls`);
        });
      }
    }
  } finally {
    await disk.close();
  }
  return report;
}

/** Runs every pair of actions on one enquiry from every start state in every order, plus `quadrupleCount` random
 * orders of four random actions. With `sampleSize`, each pair runs in that many random orders from random start states. */
export async function interleavingSeries(
  title: string,
  stage: TestStores,
  quadrupleCount: number,
  options: SeriesOptions,
): Promise<Report> {
  const { seed, sampleSize, combinations, progress = () => {} } = options;
  const random = createRandom(seed);
  const report = emptyReport();
  const names = Object.keys(actions);
  const atRandom = (options: number) => Math.floor(random() * options);

  for (const [at, first] of names.entries()) {
    for (const second of pickSample(names.slice(at + 1), random, combinations)) {
      await cover(report, `${title}: ${first}, ${second}`, options, async own => {
        for (const startState of pickSample([...startStates], random, sampleSize)) {
          const pass = async (choose: (options: number) => number) => {
            const order: number[] = [];
            const violations = await runInterleaving(
              await stage.clear(),
              startState,
              [first, second],
              options => {
                order.push(choose(options));
                return order.at(-1)!;
              },
            );
            recordScenario(own, `${startState}: ${first}, ${second}, order ${order.join('')}`, {
              violations,
            });
          };
          if (sampleSize === undefined) await forEachInterleaving(pass);
          else await pass(atRandom);
        }
      });
    }
    progress(`${title}: ${first} with others: ${report.runs} scenarios`);
  }
  await cover(report, `${title}: four actions`, options, async own => {
    for (let four = 0; four < quadrupleCount; four++) {
      const startState = startStates[atRandom(startStates.length)]!;
      const some = Array.from({ length: 4 }, () => names[atRandom(names.length)]!);
      const violations = await runInterleaving(await stage.clear(), startState, some, atRandom);
      recordScenario(own, `${startState}: ${some.join(', ')}, random order`, { violations });
    }
  });
  await stage.close();
  return report;
}
