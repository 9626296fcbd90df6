/** What a series of scenarios found. */
export interface Report {
  runs: number;
  /** Faults whose message or call did not come: timers and threads make some runs differ a little. */
  unreached: number;
  violations: string[];
}

export const emptyReport = (): Report => ({ runs: 0, unreached: 0, violations: [] });

/** Notes one scenario; `name` says how to repeat it. */
export function note(
  report: Report,
  name: string,
  { isReached = true, violations }: { isReached?: boolean; violations: string[] },
): void {
  report.runs += 1;
  if (!isReached) report.unreached += 1;
  report.violations.push(...violations.map(violation => `${name}: ${violation}`));
}

/** Some of a list, by chance; all of it without `most`. */
export function someOf<Value>(
  values: Value[],
  random: () => number,
  most = Number.POSITIVE_INFINITY,
): Value[] {
  if (values.length <= most) return values;
  return Array.from({ length: most }, () => values[Math.floor(random() * values.length)]!);
}
