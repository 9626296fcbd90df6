// Decides whether what was measured again and again has stopped growing.
import { quantile } from './statistics.ts';

/** How a measure is judged. */
export interface Bound {
  /** Which value stands for a third: 0.5, the median, or less, because what is used at the same time or waits for the next
   * garbage collection comes and goes, and a leak raises what is left. */
  quantile: number;
  /** By how much the last third may exceed the one before: this factor, and this amount in the unit of the values. */
  factor: number;
  tolerance: number;
}

/** The share of the values that belongs to the warm-up. */
const warmUp = 0.25;

/** Compares the thirds of what follows the warm-up, a quarter of the values. `values` are in the order of their times, at
 * equal intervals. Throws if there are fewer than 12. */
export function judge(values: number[], { quantile: share, factor, tolerance }: Bound) {
  if (values.length < 12) throw new Error(`${values.length} values are too few: at least 12 are needed.`);
  const after = values.slice(Math.ceil(values.length * warmUp));
  const third = after.length / 3;
  const thirds = [0, 1, 2].map(n =>
    quantile(after.slice(Math.round(n * third), Math.round((n + 1) * third)), share),
  ) as [number, number, number];
  const [, before, last] = thirds;
  return { thirds, limit: before * factor + tolerance, isFlat: last <= before * factor + tolerance };
}
