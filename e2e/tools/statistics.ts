/** The value below which this share of the values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]) => quantile(values, 0.5);

/** Says whether a value meets its upper limit. */
export const verdict = (value: number, target: number) =>
  `(target ${target}: ${value <= target ? 'met' : 'missed'})`;
