// The two series of scenarios, each over all operations. With `sampleSize`, the seed chooses that many scenarios per
// operation and kind of fault. With `kinds` and `operationCount`, it also chooses that many kinds of fault per operation, and
// operations. Without them, a series is exhaustive.

import { createRandom } from '../testing/random.ts';
import { messageFaults, openFaultyDatabase } from './database-faults.ts';
import { type DiskFault, diskFaults, openFaultyDisk } from './disk-faults.ts';
import type { Aftermath } from './disk-scenarios.ts';
import { operations } from './operations.ts';

export interface SeriesOptions {
  seed: number;
  sampleSize?: number;
  kinds?: number | undefined;
  operationCount?: number | undefined;
  /** Limits the series to the operation with this name. */
  only?: string | undefined;
  /** Receives a line after each operation. */
  progress?: (line: string) => void;
}

/** The results of a series. */
export interface Report {
  runs: number;
  /** Faults whose message or call didn't occur, because timers and threads vary between runs. */
  unreached: number;
  violations: string[];
}

const emptyReport = (): Report => ({ runs: 0, unreached: 0, violations: [] });

/** Adds one scenario to the report, and prints its violations at once, because a run that takes hours may be stopped. `name`
 * identifies the scenario for a rerun. */
function recordScenario(
  report: Report,
  name: string,
  { isReached = true, violations }: { isReached?: boolean; violations: string[] },
): void {
  report.runs += 1;
  if (!isReached) report.unreached += 1;
  for (const violation of violations) {
    console.log(`${name}: ${violation}`);
    report.violations.push(`${name}: ${violation}`);
  }
}

/** Returns a random sample of `size` values, in which one may occur several times; all of them by default. */
function pickSample<Value>(values: Value[], random: () => number, size?: number): Value[] {
  if (size === undefined || values.length === 0) return values;
  return Array.from({ length: size }, () => values[Math.floor(random() * values.length)]!);
}

/** Injects every fault at every message of every operation. */
export async function databaseSeries(databaseUrls: string[], options: SeriesOptions): Promise<Report> {
  const { seed, sampleSize, kinds, operationCount, only, progress = () => {} } = options;
  const random = createRandom(seed);
  const report = emptyReport();
  const chosen = operations.filter(({ name }) => only === undefined || name === only);
  const queue = pickSample(chosen, random, operationCount).flatMap(operation =>
    pickSample([...messageFaults], random, kinds).map(fault => ({ operation, fault })),
  );

  async function work(databaseUrl: string): Promise<void> {
    const database = await openFaultyDatabase(databaseUrl);
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { operation, fault } = next;
      const { points, violations } = await database.rehearse(operation);
      recordScenario(report, `${operation.name}, without a fault`, { violations });
      for (const point of pickSample(points, random, sampleSize)) {
        const { from, type, sql, nth } = point;
        const name = `${operation.name}, ${fault} at ${from} ${type} ${nth} of ${sql}`;
        recordScenario(report, name, await untilReached(() => database.run(operation, point, fault)));
      }
      progress(`PostgreSQL: ${operation.name}, ${fault}: ${points.length} messages`);
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
  const { seed, sampleSize, kinds, operationCount, only, progress = () => {} } = options;
  const random = createRandom(seed);
  const report = emptyReport();
  const disk = await openFaultyDisk();
  try {
    const chosen = (await disk.operationNames()).filter(name => only === undefined || name === only);
    for (const operation of pickSample(chosen, random, operationCount)) {
      for (const fault of pickSample(Object.keys(diskFaults) as DiskFault[], random, kinds)) {
        const { points, violations } = await disk.rehearse(operation);
        recordScenario(report, `${operation}, without a fault`, { violations });
        const aftermaths: Aftermath[] =
          sampleSize === undefined ? ['continue', 'crash'] : [random() < 0.5 ? 'continue' : 'crash'];
        for (const aftermath of aftermaths) {
          for (const call of pickSample(points, random, sampleSize)) {
            const name = `${operation}, ${fault} at ${call.name} ${call.nth} of ${call.path}, then ${aftermath}`;
            recordScenario(report, name, await disk.run(operation, call, fault, aftermath));
          }
        }
        progress(`disk: ${operation}, ${fault}: ${points.length} calls`);
      }
    }
  } finally {
    await disk.close();
  }
  return report;
}
