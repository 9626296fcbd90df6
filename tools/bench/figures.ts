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

type Judged = Pick<Figure, 'result' | 'target' | 'isMet'>;

/** Returns a function that prints a figure of a benchmark beside its target, and appends it as a line of JSON to the file that
 * FIGURES names, if set. */
export const reporter = (benchmark: string) => (measure: string, judged: Judged) => {
  const { result, target, isMet } = judged;
  const compared = target === undefined ? '' : `, target ${target}: ${isMet ? 'met' : 'missed'}`;
  console.log(`${benchmark}: ${measure}: ${result}${compared}`);
  const figure: Figure = { benchmark, measure, ...judged };
  if (process.env.FIGURES) appendFileSync(process.env.FIGURES, `${JSON.stringify(figure)}\n`);
};

interface Limits {
  unit?: string;
  /** Digits after the decimal point. Default: 0. */
  digits?: number;
  /** The highest and the lowest value that meets the target. */
  most?: number | undefined;
  least?: number;
}

/** The result and the target of a number, to report. */
export function judge(value: number, { unit = '', digits = 0, most, least }: Limits): Judged {
  const print = (number: number) =>
    `${number.toLocaleString('en-GB', { maximumFractionDigits: digits })} ${unit}`.trim();
  const result = print(value);
  if (most !== undefined) return { result, target: `≤ ${print(most)}`, isMet: value <= most };
  if (least !== undefined) return { result, target: `≥ ${print(least)}`, isMet: value >= least };
  return { result };
}
