import { sweep, sweepOrphans } from '../maintenance/sweep.ts';
import type { Store } from '../outbox/store.ts';
import { violations } from './invariants.ts';
import { createLedger, insist, type Ledger } from './ledger.ts';
import { createProcess, type FaultyProcess } from './process.ts';
import { createRecordingEnquiryApi, type RecordingEnquiryApi } from './recording-enquiry-api.ts';

/** The stores of a scenario. On one machine the store that fails is the one that works again later. */
export interface Stores {
  faulty: Store;
  well: Store;
  /** Makes every file of the spool older than the sweep's limits. */
  ageFiles(): Promise<void>;
}

/** Visitors, an enquiry API, and processes that share a store: one scenario. */
export interface World {
  ledger: Ledger;
  api: RecordingEnquiryApi;
  /** The process whose store fails during the operation. */
  faulty: FaultyProcess;
  /** A process whose store works. */
  well: FaultyProcess;
  /** Delivers everything that can be delivered. Throws when something stays. */
  deliverAll(): Promise<void>;
  ageFiles(): Promise<void>;
}

/** Makes a world, or goes on with what an earlier one has sent and delivered. */
export async function createWorld(
  { faulty, well, ageFiles }: Stores,
  { ledger, api }: Pick<World, 'ledger' | 'api'> = {
    ledger: createLedger(),
    api: createRecordingEnquiryApi(),
  },
  random?: (bytes: number) => Uint8Array,
): Promise<World> {
  const wellProcess = await createProcess(well, api, random);
  const world: World = {
    ledger,
    api,
    well: wellProcess,
    faulty: faulty === well ? wellProcess : await createProcess(faulty, api, random),
    ageFiles,
    async deliverAll() {
      const delivery = wellProcess.startDelivery();
      try {
        for (let attempt = 0; await isSomethingDeliverable(well); attempt++) {
          if (attempt > 1_000) throw new Error('something is never delivered');
          await new Promise(resolve => setTimeout(resolve, 10));
        }
      } finally {
        await delivery.stop(5_000);
      }
    },
  };
  return world;
}

/** Whether something waits that will be sent: an attachment follows its enquiry, and one of a held enquiry waits. */
async function isSomethingDeliverable({ outbox }: Store): Promise<boolean> {
  const rows = await outbox.list();
  const held = new Set(
    rows.filter(row => row.kind === 'enquiry' && row.state === 'held').map(row => row.reference),
  );
  return rows.some(row => row.state === 'waiting' && (row.kind === 'enquiry' || !held.has(row.reference)));
}

/** Ends a scenario when all works again: visitors repeat what was not answered, the enquiry API gets what waits, the
 * sweep runs. Resolves with the violations of the invariants. */
export async function conclude(world: World): Promise<string[]> {
  const { ledger, api, well } = world;
  for (const request of ledger.sent) await insist(well, request);
  try {
    await world.deliverAll();
  } catch (error) {
    return [(error as Error).message];
  }
  await world.ageFiles();
  const { outbox, spool, orphans } = well.store;
  await sweep(outbox, spool);
  if (orphans) await sweepOrphans(outbox, spool, orphans);
  return violations(ledger, api, well.store, await readiness(well));
}

/** The response of `ready` when it has had time to notice that all is well, and the longest that one took. */
async function readiness({ app }: FaultyProcess) {
  let tookMs = 0;
  let status = 0;
  for (let attempt = 0; attempt < 60 && status !== 200; attempt++) {
    if (attempt > 0) await new Promise(resolve => setTimeout(resolve, 50));
    const response = await readinessOf({ app });
    status = response.status;
    tookMs = Math.max(tookMs, response.tookMs);
  }
  return { status, tookMs };
}

/** The response of `ready`, and what it took. */
export async function readinessOf({ app }: Pick<FaultyProcess, 'app'>) {
  const startedAt = performance.now();
  const { status } = await app.request('/health/ready');
  return { status, tookMs: performance.now() - startedAt };
}
