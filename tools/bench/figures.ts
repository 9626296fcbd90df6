// Prints what a benchmark has measured beside its targets.
import { appendFileSync } from 'node:fs';

/** A figure of a benchmark. `target` says the limit in words ("≤ 1.05 ×"); absent if there is none. */
export interface Figure {
  benchmark: string;
  measure: string;
  result: string;
  target?: string;
  isMet?: boolean;
}

/** Prints the figure beside its target, and appends it as a line of JSON to the file that FIGURES names, if set. */
export function report(figure: Figure): void {
  const { benchmark, measure, result, target, isMet } = figure;
  const judged = target === undefined ? '' : `, target ${target}: ${isMet ? 'met' : 'missed'}`;
  console.log(`${benchmark}: ${measure}: ${result}${judged}`);
  if (process.env.FIGURES) appendFileSync(process.env.FIGURES, `${JSON.stringify(figure)}\n`);
}
