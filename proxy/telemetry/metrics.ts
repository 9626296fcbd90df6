import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

type DeliveryKind = 'enquiry' | 'attachment';

/** The number of deliveries of one kind in one state, and the age of the oldest. */
interface QueueDepth {
  kind: string;
  state: string;
  count: number;
  oldest_ms: number;
}

/** Counts events for Prometheus. Labels never contain visitors' data. */
export interface Metrics {
  /** A route has acknowledged a delivery. */
  accepted(kind: DeliveryKind, bytes: number): void;
  /** A request was refused with this code. `reason` tells the reasons for the same code apart. */
  refused(code: string, reason?: string): void;
  /** A request to the enquiry API has ended. `isDuplicate`: an earlier one has an unknown outcome. */
  attempted(kind: DeliveryKind, outcome: string, seconds: number, isDuplicate: boolean): void;
  /** A delivery has reached this state. */
  ended(kind: DeliveryKind, state: 'delivered' | 'held' | 'refused'): void;
  /** All metrics in Prometheus's text format. Rejects when the database is unavailable. */
  text(): Promise<string>;
}

/** `readQueueDepths` is called for each scrape. */
export function createMetrics(readQueueDepths: () => Promise<QueueDepth[]>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'enquiry_proxy_' });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `enquiry_proxy_${name}`, help, labelNames, registers });

  const accepted = counter('accepted_total', 'Enquiries and attachments stored and acknowledged.', ['kind']);
  const bytes = counter('accepted_bytes_total', 'Size of stored and acknowledged request bodies in bytes.', [
    'kind',
  ]);
  const refused = counter('refusals_total', 'Requests refused, by code and by the check that failed.', [
    'code',
    'rule',
  ]);
  const ended = counter(
    'ended_total',
    'Deliveries completed: delivered, held for the operator, or refused and returned to the visitor.',
    ['kind', 'end'],
  );
  const duplicates = counter(
    'possible_duplicates_total',
    'Deliveries sent again after an unknown outcome, which may be duplicates.',
    ['kind'],
  );
  const duration = new Histogram({
    name: 'enquiry_proxy_enquiry_api_seconds',
    help: 'Duration of requests to the enquiry API in seconds, by outcome.',
    labelNames: ['kind', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  });
  const depth = new Gauge({
    name: 'enquiry_proxy_outbox_depth',
    help: 'Waiting and held deliveries in the outbox.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      depth.reset();
      oldest.reset();
      for (const { kind, state, count, oldest_ms } of await readQueueDepths()) {
        depth.set({ kind, state }, count);
        oldest.set({ kind, state }, oldest_ms / 1_000);
      }
    },
  });
  const oldest = new Gauge({
    name: 'enquiry_proxy_outbox_oldest_seconds',
    help: 'Age of the oldest waiting or held delivery in seconds.',
    labelNames: ['kind', 'state'],
    registers,
  });

  return {
    accepted(kind, size) {
      accepted.inc({ kind });
      bytes.inc({ kind }, size);
    },
    refused: (code, reason = '') => refused.inc({ code, rule: reason }),
    attempted(kind, outcome, seconds, isDuplicate) {
      duration.observe({ kind, outcome }, seconds);
      if (isDuplicate) duplicates.inc({ kind });
    },
    ended: (kind, state) => ended.inc({ kind, end: state }),
    text: () => registry.metrics(),
  };
}
