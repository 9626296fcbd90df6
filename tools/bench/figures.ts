// Prints what a benchmark has measured beside its targets.
import { appendFileSync } from 'node:fs';

/** A figure of a benchmark. `target` says the limit in words ("≤ 1.05 ×"); absent if there is none. */
export interface Figure {
  benchmark: string;
  measure: string;
  result: string;
  target?: string | undefined;
  isMet?: boolean | undefined;
}

/** Prints the figure beside its target, and appends it as a line of JSON to the file that FIGURES names, if set. */
export function report(figure: Figure): void {
  const { benchmark, measure, result, target, isMet } = figure;
  const judged = target === undefined ? '' : `, target ${target}: ${isMet ? 'met' : 'missed'}`;
  console.log(`${benchmark}: ${measure}: ${result}${judged}`);
  if (process.env.FIGURES) appendFileSync(process.env.FIGURES, `${JSON.stringify(figure)}\n`);
}

interface Limits {
  unit?: string;
  /** Digits after the decimal point. Default: 0. */
  digits?: number;
  /** The highest and the lowest value that meets the target. */
  most?: number | undefined;
  least?: number;
}

/** The result and the target of a number, for `report`. */
export function judge(
  value: number,
  { unit = '', digits = 0, most, least }: Limits,
): Pick<Figure, 'result' | 'target' | 'isMet'> {
  const print = (number: number) =>
    `${number.toLocaleString('en-GB', { maximumFractionDigits: digits })} ${unit}`.trim();
  const result = print(value);
  if (most !== undefined) return { result, target: `≤ ${print(most)}`, isMet: value <= most };
  if (least !== undefined) return { result, target: `≥ ${print(least)}`, isMet: value >= least };
  return { result };
}
