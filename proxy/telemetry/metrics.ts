import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Inspection } from '../outbox/inspection.ts';
import type { OperatorQueries } from '../outbox/operator-queries.ts';

/** The labels of a delivery. */
type DeliveryLabels = {
  kind: 'enquiry' | 'attachment';
  /** One of the published case types, so there are few; empty for an attachment. */
  case_type: string;
};

const deliveryLabels: (keyof DeliveryLabels)[] = ['kind', 'case_type'];

export type Metrics = ReturnType<typeof createMetrics>;

/** Counts events for Prometheus. Labels never contain visitors' data. The outbox is inspected for each scrape. */
export function createMetrics(
  inspect: () => Promise<{ outbox: Pick<Inspection['outbox'], 'depth'> }>,
  { countSuspects }: Pick<OperatorQueries, 'countSuspects'>,
) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'enquiry_proxy_' });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `enquiry_proxy_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name: `enquiry_proxy_${name}`, help, labelNames, registers });

  const accepted = counter(
    'accepted_total',
    'Enquiries and attachments stored and acknowledged.',
    deliveryLabels,
  );
  const bytes = counter(
    'accepted_bytes_total',
    'Size of stored and acknowledged request bodies in bytes.',
    deliveryLabels,
  );
  const refused = counter('refusals_total', 'Requests refused, by code and by the check that failed.', [
    'code',
    'rule',
  ]);
  const droppedConnections = counter(
    'dropped_connections_total',
    'Connections closed at once because there were too many.',
    [],
  );
  const malformedRequests = counter(
    'malformed_requests_total',
    'Requests refused before they reached the proxy because they were not valid HTTP.',
    [],
  );
  const addressLimitsOff = gauge(
    'address_limits_off',
    '1 if requests come through a web server on this machine that is not trusted or sends no X-Forwarded-For, ' +
      'so that limits per address do not apply.',
    [],
  );
  const ended = counter(
    'ended_total',
    'Deliveries completed: delivered, held for the operator, or refused and returned to the visitor.',
    [...deliveryLabels, 'end'],
  );
  const duplicates = counter(
    'possible_duplicates_total',
    'Deliveries sent again after an unknown outcome, which may be duplicates.',
    deliveryLabels,
  );
  const duration = new Histogram({
    name: 'enquiry_proxy_enquiry_api_seconds',
    help: 'Duration of requests to the enquiry API in seconds, by outcome.',
    labelNames: [...deliveryLabels, 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  });
  const loginTests = counter('login_tests_total', 'Tests of the login at the enquiry API, by outcome.', [
    'outcome',
  ]);
  const loaded = gauge(
    'loaded_config_info',
    'Always 1. The hash identifies the config, the login, the secrets and the client keys that this process uses.',
    ['hash'],
  );
  const depth = gauge('outbox_depth', 'Waiting, held and quarantined deliveries in the outbox.', [
    ...deliveryLabels,
    'state',
  ]);
  const oldest = gauge(
    'outbox_oldest_seconds',
    'Age of the oldest waiting, held or quarantined delivery in seconds.',
    [...deliveryLabels, 'state'],
  );

  const clientRequests = counter(
    'client_requests_total',
    'Requests with a client key, by its name and the status of the response.',
    ['client', 'status'],
  );
  const challenges = counter('challenges_total', 'Challenges sent, and their outcomes.', ['outcome']);
  const suspects = counter('suspects_total', 'Suspects stored, by their treatment.', ['outcome']);
  const suspectsBySignal = counter(
    'suspects_by_signal_total',
    'Suspects stored, by signal. A suspect counts for each of its signals.',
    ['signal', 'outcome'],
  );
  const quarantine = gauge(
    'quarantine',
    'Quarantined enquiries, and those that were released or dropped and still have a row or tombstone.',
    ['outcome'],
  );
  const quarantineBySignal = gauge(
    'quarantine_by_signal',
    'Enquiries in enquiry_proxy_quarantine, by signal. An enquiry counts for each of its signals.',
    ['signal', 'outcome'],
  );

  return {
    /** A route has acknowledged a delivery. */
    accepted(labels: DeliveryLabels, size: number): void {
      accepted.inc(labels);
      bytes.inc(labels, size);
    },
    /** A connection was closed because there were too many. */
    connectionDropped: () => droppedConnections.inc(),
    /** A request wasn't valid HTTP. */
    requestMalformed: () => malformedRequests.inc(),
    /** Requests come through a web server on this machine that isn't trusted, so limits per address don't apply. */
    addressLimitsOff: () => addressLimitsOff.set(1),
    /** A request was refused with this code. `reason` distinguishes the reasons for the same code. */
    refused: (code: string, reason = '') => refused.inc({ code, rule: reason }),
    /** A request with the client key of this name got a response with this status. */
    clientResponded: (client: string, status: number) => clientRequests.inc({ client, status }),
    /** A request to the enquiry API has ended. `isDuplicate`: an earlier one has an unknown outcome. */
    attempted(labels: DeliveryLabels, outcome: string, seconds: number, isDuplicate: boolean): void {
      duration.observe({ ...labels, outcome }, seconds);
      if (isDuplicate) duplicates.inc(labels);
    },
    /** A delivery has reached this state: no further attempt follows. */
    ended: (labels: DeliveryLabels, state: 'delivered' | 'held' | 'refused') =>
      ended.inc({ ...labels, end: state }),
    /** The login was tested. `unknown`: the enquiry API was unavailable. `created`: contrary to the specification, the test
     * created an enquiry. */
    loginTested: (outcome: 'succeeded' | 'failed' | 'unknown' | 'created') => loginTests.inc({ outcome }),
    /** The process uses what has this hash, and no longer what it used before. */
    loaded(hash: string): void {
      loaded.reset();
      loaded.set({ hash }, 1);
    },
    /** A challenge was sent or solved, its solution was wrong or too late, or the browser couldn't solve it. */
    challenged: (outcome: 'sent' | 'solved' | 'wrong' | 'unsolved') => challenges.inc({ outcome }),
    /** An enquiry that may be spam was stored. */
    suspected(outcome: 'quarantined' | 'marked' | 'delivered', signals: string[]): void {
      suspects.inc({ outcome });
      for (const signal of signals) suspectsBySignal.inc({ signal, outcome });
    },
    /** All metrics in Prometheus's text format. Rejects when the database is unavailable. */
    async text(): Promise<string> {
      // The registry reads all metrics at the same time, so they must be set before.
      const { outbox } = await inspect();
      const quarantined = await countSuspects();
      for (const each of [depth, oldest, quarantine, quarantineBySignal]) each.reset();
      for (const { kind, case_type, state, count, oldest_ms } of outbox.depth) {
        depth.set({ kind, case_type, state }, count);
        oldest.set({ kind, case_type, state }, oldest_ms / 1_000);
      }
      for (const { outcome, signals, count } of quarantined) {
        quarantine.inc({ outcome }, count);
        for (const signal of signals) quarantineBySignal.inc({ signal, outcome }, count);
      }
      return await registry.metrics();
    },
  };
}
