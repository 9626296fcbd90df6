/** The results of a series of scenarios. */
export interface Report {
  runs: number;
  /** Faults whose message or call didn't occur, because timers and threads vary between runs. */
  unreached: number;
  violations: string[];
}

export const emptyReport = (): Report => ({ runs: 0, unreached: 0, violations: [] });

/** Adds one scenario to the report, and prints its violations at once, because a run that takes hours may be stopped. `name`
 * identifies the scenario for a rerun. */
export function recordScenario(
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

/** Returns a random sample of `sampleSize` values, in which one may occur several times; all of them by default. */
export function pickSample<Value>(
  values: Value[],
  random: () => number,
  sampleSize = Number.POSITIVE_INFINITY,
): Value[] {
  if (sampleSize === Number.POSITIVE_INFINITY || values.length === 0) return values;
  return Array.from({ length: sampleSize }, () => values[Math.floor(random() * values.length)]!);
}
