import type { Evidence } from './signals/signal.ts';
import { signals } from './signals/signals.ts';

/** How suspicious an enquiry is. */
export interface Suspicion {
  /** The sum of the signals' weights. */
  score: number;
  /** The names of the signals that fired. */
  signals: string[];
}

/** Adds the weights of the signals that fire. Signals with a weight of 0 are off. */
export function computeScore(evidence: Evidence, weights: Record<string, number>): Suspicion {
  const fired = signals.filter(({ name, fires }) => weights[name]! > 0 && fires(evidence));
  const score = fired.reduce((sum, { name, isForgeable }) => sum + weights[name]! / (isForgeable ? 2 : 1), 0);
  return { score, signals: fired.map(({ name }) => name) };
}
