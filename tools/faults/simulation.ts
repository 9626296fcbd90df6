import type { DeliveryRow } from '../../proxy/database/tables.ts';
import { sweep } from '../../proxy/maintenance/maintenance.ts';
import type { Store } from '../../proxy/outbox/outbox.ts';
import { findViolations } from './invariants.ts';
import { createLedger, type Ledger, sendUntilFinal } from './ledger.ts';
import { createRecordingEnquiryApi, type RecordingEnquiryApi } from './recording-enquiry-api.ts';
import { createSimulatedProxy, type SimulatedProxy } from './simulated-proxy.ts';

/** The stores of a scenario. With SQLite, they are the same store, and its faults end before the invariants are
 * checked. */
export interface Stores {
  faulty: Store;
  healthy: Store;
  /** Makes every spooled file older than the limits of the sweep and, where faults are injected, the last use of every definition older than a day. */
  ageEverything(): Promise<void>;
}

/** One scenario: visitors, an enquiry API, and proxies that share a store. */
export interface Simulation {
  ledger: Ledger;
  api: RecordingEnquiryApi;
  /** The proxy whose store fails during the operation. */
  faulty: SimulatedProxy;
  /** A proxy whose store works. */
  healthy: SimulatedProxy;
  /** Delivers everything that can be delivered. Rejects when something can't be. */
  deliverAll(): Promise<void>;
  ageEverything(): Promise<void>;
}

/** Creates a simulation, or continues with the ledger and enquiry API of an earlier one. */
export async function createSimulation(
  { faulty, healthy, ageEverything }: Stores,
  { ledger, api }: Pick<Simulation, 'ledger' | 'api'> = {
    ledger: createLedger(),
    api: createRecordingEnquiryApi(),
  },
  random?: (bytes: number) => Uint8Array,
): Promise<Simulation> {
  api.isUnscanned = async sha256 => {
    const waiting = await healthy.outbox.operator.list({ state: 'waiting' });
    return waiting.some(({ content }) => content?.includes(sha256) && !content.includes('"scan":"clean"'));
  };
  const healthyProxy = await createSimulatedProxy(healthy, api, random);
  const simulation: Simulation = {
    ledger,
    api,
    healthy: healthyProxy,
    faulty: faulty === healthy ? healthyProxy : await createSimulatedProxy(faulty, api, random),
    ageEverything,
    async deliverAll() {
      const delivery = healthyProxy.startDelivery();
      try {
        for (let look = 0; ; look++) {
          const deliverable = await listDeliverable(healthy);
          if (deliverable.length === 0) return;
          if (look > 1_000) throw new Error('a due delivery was not sent after 1,000 attempts');
          // An attempt with an unknown outcome would be repeated a minute later.
          for (const { reference } of deliverable) await healthy.outbox.operator.makeDue(reference);
          await delivery.makeAllDue(); // Also wakes the delivery loop.
          await new Promise(resolve => setTimeout(resolve, 10));
        }
      } finally {
        await delivery.stop(5_000);
      }
    },
  };
  return simulation;
}

/** The waiting deliveries that can be sent. The attachments of a held enquiry can't. */
async function listDeliverable({ outbox }: Store): Promise<DeliveryRow[]> {
  const rows = await outbox.operator.list();
  const held = new Set(
    rows.filter(row => row.kind === 'enquiry' && row.state === 'held').map(row => row.reference),
  );
  return rows.filter(row => row.state === 'waiting' && (row.kind === 'enquiry' || !held.has(row.reference)));
}

/** Ends a scenario once everything works: visitors repeat requests without a final response, waiting deliveries are
 * sent, and the sweep runs. Resolves with the violations of the invariants. */
export async function concludeScenario(simulation: Simulation): Promise<string[]> {
  const { ledger, api, healthy } = simulation;
  await healthy.store.outbox.archive.restoreRoom(); // As maintenance does.
  for (const request of ledger.sent) await sendUntilFinal(healthy, request);
  try {
    await simulation.deliverAll();
  } catch (error) {
    return [(error as Error).message];
  }
  await simulation.ageEverything();
  const { outbox, spool } = healthy.store;
  await sweep(outbox.archive, spool);
  return findViolations(ledger, api, healthy.store, await readiness(healthy));
}

/** Polls `ready` until it succeeds. Resolves with the last status and the longest duration. */
async function readiness({ app }: SimulatedProxy) {
  let tookMs = 0;
  let status = 0;
  for (let attempt = 0; attempt < 60 && status !== 200; attempt++) {
    if (attempt > 0) await new Promise(resolve => setTimeout(resolve, 50));
    const response = await measureReadiness({ app });
    status = response.status;
    tookMs = Math.max(tookMs, response.tookMs);
  }
  return { status, tookMs };
}

/** Requests `ready` once. Resolves with the status and the duration. */
export async function measureReadiness({ app }: Pick<SimulatedProxy, 'app'>) {
  const startedAt = performance.now();
  const { status } = await app.request('/health/ready');
  return { status, tookMs: performance.now() - startedAt };
}
