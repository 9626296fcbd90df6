import type { Counter } from 'prom-client';

/** Counts what happens to enquiries that may be spam. */
export interface SpamMetrics {
  /** A challenge was sent or solved, its solution was wrong or too late, or the browser couldn't solve it. */
  challenged(outcome: 'sent' | 'solved' | 'wrong' | 'unsolved'): void;
  /** A suspect was stored. */
  suspected(outcome: 'quarantined' | 'marked' | 'delivered', signals: string[]): void;
}

export function createSpamMetrics(
  counter: (name: string, help: string, labelNames: string[]) => Counter,
): SpamMetrics {
  const challenges = counter('challenges_total', 'Challenges sent, and their outcomes.', ['outcome']);
  const suspects = counter('suspects_total', 'Suspects stored, by their treatment.', ['outcome']);
  const bySignal = counter(
    'suspects_by_signal_total',
    'Suspects stored, by signal. A suspect counts for each of its signals.',
    ['signal', 'outcome'],
  );
  return {
    challenged: outcome => challenges.inc({ outcome }),
    suspected(outcome, signals) {
      suspects.inc({ outcome });
      for (const signal of signals) bySignal.inc({ signal, outcome });
    },
  };
}
