import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FunnelStep } from '../outbox/hourly-counts.ts';
import type { OperatorQueries } from '../outbox/operator-queries.ts';
import type { Config } from '../settings/config.ts';

/** The labels of a delivery. */
type DeliveryLabels = {
  kind: 'enquiry' | 'attachment';
  /** Empty for an attachment. */
  case_type: string;
};

/** Each case type has about a hundred time series in each proxy. */
const maxCaseTypes = 50;

/** Returns a function that limits the values of the label `case_type`. It depends on nothing but the config, so that the
 * proxies of a fleet, and those before and after a restart, choose the same ones. */
function createLabeller({ case_types }: Pick<Config, 'case_types'>) {
  const own = new Set(['', ...Object.keys(case_types).slice(0, maxCaseTypes)]);
  return ({ kind, case_type }: DeliveryLabels): DeliveryLabels => ({
    kind,
    case_type: own.has(case_type) ? case_type : 'other',
  });
}

const ofDelivery = ['kind', 'case_type'] satisfies (keyof DeliveryLabels)[];

type Declared = Record<string, [help: string, ...labels: string[]]>;

/** What is counted: each metric's name without its prefix, its meaning and its labels. */
const counted = {
  accepted_total: [
    'Enquiries and attachments stored and acknowledged, without tests and suspects that are held.',
    ...ofDelivery,
  ],
  accepted_bytes_total: ['Size of stored and acknowledged request bodies in bytes.', ...ofDelivery],
  refusals_total: ['Requests refused, by code and by the check that failed.', 'code', 'rule'],
  dropped_connections_total: ['Connections closed at once because there were too many.'],
  ended_total: [
    'Deliveries completed: delivered, held for the operator, or refused and returned to the visitor.',
    ...ofDelivery,
    'end',
  ],
  possible_duplicates_total: [
    'Deliveries sent again after an unknown outcome, which may be duplicates.',
    ...ofDelivery,
  ],
  login_tests_total: ['Tests of the login at the enquiry API, by outcome.', 'outcome'],
  client_requests_total: [
    'Requests with a client key, by its name and the status of the response.',
    'client',
    'status',
  ],
  funnel_total: [
    'Forms served, challenges, and enquiries accepted and refused, without tests, by case type and site.',
    'step',
    'case_type',
    'site',
  ],
  challenges_total: ['Challenges sent, and their outcomes.', 'outcome'],
  suspects_total: ['Suspects stored, by their treatment.', 'outcome'],
  suspects_by_signal_total: [
    'Suspects stored, by signal. A suspect counts for each of its signals.',
    'signal',
    'outcome',
  ],
} satisfies Declared;

/** What is measured at a moment, in the same form. */
const measured = {
  address_limits_off: [
    '1 if requests come through a web server on this machine that is not trusted or sends no X-Forwarded-For, ' +
      'so that limits per address do not apply.',
  ],
  loaded_config_info: [
    'Always 1. The hash identifies the config, the login, the secrets, the client keys and the users of the desk that this process uses.',
    'hash',
  ],
  outbox_depth: [
    'Waiting and held deliveries in the outbox, and why they are held.',
    ...ofDelivery,
    'state',
    'cause',
  ],
  outbox_oldest_seconds: [
    'Age of the oldest waiting or held delivery in seconds.',
    ...ofDelivery,
    'state',
    'cause',
  ],
} satisfies Declared;

type Configuration = { name: string; help: string; labelNames: string[]; registers: Registry[] };

/** Creates the metrics of a declaration. */
function createAll<Names extends string, Metric>(
  declared: Record<Names, [string, ...string[]]>,
  create: (configuration: Configuration) => Metric,
  registers: Registry[],
): Record<Names, Metric> {
  const metrics = Object.entries<[string, ...string[]]>(declared).map(([name, [help, ...labelNames]]) => [
    name,
    create({ name: `enquiry_proxy_${name}`, help, labelNames, registers }),
  ]);
  return Object.fromEntries(metrics) as Record<Names, Metric>; // It has all names.
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Counts events for Prometheus. Labels never contain visitors' data. The outbox is read for each scrape. */
export function createMetrics({ readDepth }: Pick<OperatorQueries, 'readDepth'>) {
  let toLabels = (labels: DeliveryLabels) => labels;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'enquiry_proxy_' });
  const counters = createAll(counted, each => new Counter(each), registers);
  const gauges = createAll(measured, each => new Gauge(each), registers);
  const duration = new Histogram({
    name: 'enquiry_proxy_enquiry_api_seconds',
    help: 'Duration of requests to the enquiry API in seconds, by outcome.',
    labelNames: [...ofDelivery, 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  });

  return {
    /** A route has acknowledged a delivery. */
    accepted(labels: DeliveryLabels, size: number): void {
      const limited = toLabels(labels);
      counters.accepted_total.inc(limited);
      counters.accepted_bytes_total.inc(limited, size);
    },
    /** A connection was closed because there were too many. */
    connectionDropped: () => counters.dropped_connections_total.inc(),
    /** Requests come through a web server on this machine that isn't trusted, so limits per address don't apply. */
    addressLimitsOff: () => gauges.address_limits_off.set(1),
    /** A request was refused with this code. `reason` distinguishes the reasons for the same code. */
    refused: (code: string, reason = '') => counters.refusals_total.inc({ code, rule: reason }),
    /** A request with the client key of this name got a response with this status. */
    clientResponded: (client: string, status: number) =>
      counters.client_requests_total.inc({ client, status }),
    /** A request to the enquiry API has ended. `isDuplicate`: an earlier one has an unknown outcome. */
    attempted(labels: DeliveryLabels, outcome: string, seconds: number, isDuplicate: boolean): void {
      const limited = toLabels(labels);
      duration.observe({ ...limited, outcome }, seconds);
      if (isDuplicate) counters.possible_duplicates_total.inc(limited);
    },
    /** A delivery has reached this state: no further attempt follows. */
    ended: (labels: DeliveryLabels, state: 'delivered' | 'held' | 'refused') =>
      counters.ended_total.inc({ ...toLabels(labels), end: state }),
    /** The login was tested. `unknown`: the enquiry API was unavailable. `created`: contrary to the specification, the test
     * created an enquiry. */
    loginTested: (outcome: 'succeeded' | 'failed' | 'unknown' | 'created') =>
      counters.login_tests_total.inc({ outcome }),
    /** The process uses this config and all that has this hash, and no longer what it used before. */
    loaded(hash: string, config: Pick<Config, 'case_types'>): void {
      toLabels = createLabeller(config);
      gauges.loaded_config_info.reset();
      gauges.loaded_config_info.set({ hash }, 1);
    },
    /** A step on the way to an enquiry; a case type or site is empty if it isn't in the config. */
    stepped(step: FunnelStep, caseType: string, site: string): void {
      const { case_type } = toLabels({ kind: 'enquiry', case_type: caseType });
      counters.funnel_total.inc({ step, case_type, site });
    },
    /** A challenge was sent or solved, its solution was wrong or too late, or the browser couldn't solve it. */
    challenged: (outcome: 'sent' | 'solved' | 'wrong' | 'unsolved') =>
      counters.challenges_total.inc({ outcome }),
    /** An enquiry that may be spam was stored. */
    suspected(outcome: 'held' | 'marked', signals: string[]): void {
      counters.suspects_total.inc({ outcome });
      for (const signal of signals) counters.suspects_by_signal_total.inc({ signal, outcome });
    },
    /** All metrics in Prometheus's text format. Rejects when the database is unavailable. */
    async text(): Promise<string> {
      // The registry reads all metrics at the same time, so they must be set before.
      measureOutbox(gauges, await readDepth(), toLabels);
      return await registry.metrics();
    },
  };
}

/** Sets what the outbox has at this moment. */
function measureOutbox(
  { outbox_depth, outbox_oldest_seconds }: Record<keyof typeof measured, Gauge>,
  depth: Awaited<ReturnType<OperatorQueries['readDepth']>>,
  toLabels: (labels: DeliveryLabels) => DeliveryLabels,
): void {
  for (const each of [outbox_depth, outbox_oldest_seconds]) each.reset();
  // The oldest one last, because several case types may have the same label.
  for (const { kind, case_type, state, held_cause, count, oldest_ms } of depth.toSorted(byAge)) {
    const labels = { ...toLabels({ kind, case_type }), state, cause: held_cause ?? '' };
    outbox_depth.inc(labels, count);
    outbox_oldest_seconds.set(labels, oldest_ms / 1_000);
  }
}

const byAge = (a: { oldest_ms: number }, b: { oldest_ms: number }) => a.oldest_ms - b.oldest_ms;
