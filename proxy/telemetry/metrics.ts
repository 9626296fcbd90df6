import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DeliveryMetrics } from '../delivery/attempt.ts';
import type { Depth } from '../outbox/operator-queries.ts';

type Kind = 'enquiry' | 'attachment';

/** What is counted, for Prometheus; nothing of a visitor's is in a label. */
export interface Metrics extends DeliveryMetrics {
  /** A route has acknowledged one. */
  accepted(kind: Kind, bytes: number): void;
  /** A request was refused, by what rule; the codes of our problem documents. */
  refused(code: string, rule?: string): void;
  /** Everything as text, in Prometheus's form. */
  text(): Promise<string>;
}

/** `depth` is asked on each scrape. */
export function createMetrics(depth: () => Promise<Depth[]>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'enquiry_proxy_' });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `enquiry_proxy_${name}`, help, labelNames, registers });

  const accepted = counter('accepted_total', 'Stored and acknowledged.', ['kind']);
  const bytes = counter('accepted_bytes_total', 'Bytes that were stored and acknowledged.', ['kind']);
  const refusals = counter('refusals_total', 'Requests that were refused, by what rule.', ['code', 'rule']);
  const ended = counter(
    'ended_total',
    'Delivered, held for the operator, or refused and given back to the visitor.',
    ['kind', 'end'],
  );
  const repeats = counter('possible_duplicates_total', 'Sent again after an unknown outcome.', ['kind']);
  const latency = new Histogram({
    name: 'enquiry_proxy_enquiry_api_seconds',
    help: 'Requests to the enquiry API, by outcome.',
    labelNames: ['kind', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  });
  const waiting = new Gauge({
    name: 'enquiry_proxy_outbox_depth',
    help: 'Deliveries in the outbox.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      waiting.reset();
      oldest.reset();
      for (const { kind, state, count, oldest_ms } of await depth()) {
        waiting.set({ kind, state }, count);
        oldest.set({ kind, state }, oldest_ms / 1_000);
      }
    },
  });
  const oldest = new Gauge({
    name: 'enquiry_proxy_outbox_oldest_seconds',
    help: 'Age of the oldest delivery in the outbox.',
    labelNames: ['kind', 'state'],
    registers,
  });

  return {
    accepted(kind, size) {
      accepted.inc({ kind });
      bytes.inc({ kind }, size);
    },
    refused: (code, rule = '') => refusals.inc({ code, rule }),
    attempted(kind, outcome, seconds, isRepeat) {
      latency.observe({ kind, outcome }, seconds);
      if (isRepeat) repeats.inc({ kind });
    },
    ended: (kind, end) => ended.inc({ kind, end }),
    text: () => registry.metrics(),
  };
}
