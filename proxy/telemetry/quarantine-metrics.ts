import { Gauge, type Registry } from 'prom-client';

/** The number of enquiries that were quarantined for the same signals and have the same outcome so far. */
interface QuarantineCount {
  outcome: string;
  signals: string[];
  count: number;
}

/** Registers the metrics of the quarantine. Returns a function that reads them, to be called for each scrape. */
export function createQuarantineMetrics(
  registers: Registry[],
  readCounts: () => Promise<QuarantineCount[]>,
): () => Promise<void> {
  const outcomes = new Gauge({
    name: 'enquiry_proxy_quarantine',
    help: 'Quarantined enquiries, and those that were released or dropped and still have a row or tombstone.',
    labelNames: ['outcome'],
    registers,
  });
  const bySignal = new Gauge({
    name: 'enquiry_proxy_quarantine_by_signal',
    help: 'Enquiries in enquiry_proxy_quarantine, by signal. An enquiry counts for each of its signals.',
    labelNames: ['signal', 'outcome'],
    registers,
  });
  return async () => {
    const counts = await readCounts();
    outcomes.reset();
    bySignal.reset();
    for (const { outcome, signals, count } of counts) {
      outcomes.inc({ outcome }, count);
      for (const signal of signals) bySignal.inc({ signal, outcome }, count);
    }
  };
}
