import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createDefinitions } from '../../proxy/enquiry/definitions.ts';
import { sweep } from '../../proxy/maintenance/maintenance.ts';
import { runningProcess } from '../testing/proxy/outbox.ts';
import { keptBackOperations } from './kept-back-operations.ts';
import { findReceipt, newEnquiry, newFile, send } from './ledger.ts';
import { acknowledgeEnquiry, acknowledgeFile, drop, type Operation, withPrepared } from './operation.ts';
import { config, leaseMs, type SimulatedProxy } from './simulated-proxy.ts';
import type { Simulation } from './simulation.ts';

const process = runningProcess(1, 'a');

/** How long a delivery loop may take to stop. */
const graceMs = 5_000;

/** Stops a delivery loop. */
async function stop(delivery: { stop(graceMs: number): Promise<void> }, { api }: Simulation) {
  const startedAt = performance.now();
  await delivery.stop(graceMs);
  if (performance.now() - startedAt >= graceMs) api.noteForgotten();
}

/** Runs the delivery loop on the faulty store until it has called the enquiry API or logged an error. */
async function deliver(simulation: Simulation): Promise<void> {
  const { faulty, api } = simulation;
  const over = Promise.race([api.nextCall(), faulty.nextError()]);
  const delivery = faulty.startDelivery();
  await over;
  await stop(delivery, simulation);
}

/** Delivers an enquiry while its visitor waits, with this behaviour of the enquiry API. */
const whileWaiting = (behaviour?: 'refuse' | 'refuse-surname' | 'unavailable' | 'processed-silently') => ({
  async run(simulation: Simulation) {
    if (behaviour) simulation.api.behave(behaviour);
    const over = Promise.race([simulation.api.nextCall(), simulation.faulty.nextError()]);
    const delivery = simulation.faulty.startDelivery();
    const sending = send(simulation.faulty, newEnquiry(simulation.ledger));
    await Promise.race([over, sending]);
    await Promise.all([sending, stop(delivery, simulation)]);
  },
});

/** Delivers a prepared enquiry, with this behaviour of the enquiry API. */
const delivery = (behaviour?: 'refuse' | 'unavailable' | 'processed-silently') => ({
  async prepare(simulation: Simulation) {
    await acknowledgeEnquiry(simulation, false);
    if (behaviour) simulation.api.behave(behaviour);
  },
  run: deliver,
});

const publish = (published: typeof config, { store }: SimulatedProxy) =>
  createDefinitions(published, store.outbox.archive);

/** Every operation of the outbox and the spool. */
export const operations: Operation[] = [
  {
    name: 'add',
    run: async simulation => void (await send(simulation.faulty, newEnquiry(simulation.ledger))),
  },
  {
    name: 'group of adds',
    async run({ faulty, ledger }) {
      const twice = newEnquiry(ledger);
      const requests = [newEnquiry(ledger), twice, newEnquiry(ledger), twice];
      await Promise.all(requests.map(request => send(faulty, request)));
    },
  },
  ...keptBackOperations,
  {
    name: 'repeat',
    ...withPrepared(
      simulation => acknowledgeEnquiry(simulation, false),
      (simulation, enquiry) => send(simulation.faulty, enquiry),
    ),
  },
  { name: 'deliver while the visitor waits', ...whileWaiting() },
  { name: 'refuse', ...whileWaiting('refuse-surname') },
  { name: 'hold while the visitor waits', ...whileWaiting('refuse') },
  { name: 'retry while the visitor waits', ...whileWaiting('unavailable') },
  { name: 'claim and deliver', ...delivery() },
  { name: 'retry', ...delivery('unavailable') },
  { name: 'retry after an unknown outcome', ...delivery('processed-silently') },
  { name: 'hold', ...delivery('refuse') },
  {
    name: 'renew',
    ...withPrepared(
      async simulation => {
        await acknowledgeEnquiry(simulation, false);
        return await simulation.faulty.store.outbox.claims.claim(1, leaseMs);
      },
      (simulation, claims) => simulation.faulty.store.outbox.claims.renew(claims, leaseMs),
    ),
  },
  {
    name: 'attach',
    ...withPrepared(acknowledgeEnquiry, (simulation, enquiry) =>
      send(simulation.faulty, newFile(simulation.ledger, enquiry, 2_500_000)),
    ),
  },
  {
    name: 'attach to an enquiry that waits',
    ...withPrepared(
      simulation => acknowledgeEnquiry(simulation, false),
      (simulation, enquiry) => send(simulation.faulty, newFile(simulation.ledger, enquiry)),
    ),
  },
  {
    name: 'repeat a file',
    ...withPrepared(
      async simulation => acknowledgeFile(simulation, await acknowledgeEnquiry(simulation, false)),
      (simulation, file) => send(simulation.faulty, file),
    ),
  },
  {
    name: 'repeat a file that is missing',
    ...withPrepared(
      async simulation => {
        const file = await acknowledgeFile(simulation, await acknowledgeEnquiry(simulation, false));
        const rows = await simulation.healthy.store.outbox.operator.list({ reference: file.reference! });
        for (const { spool_file } of rows)
          if (spool_file !== null) await simulation.healthy.store.spool.erase(spool_file);
        return file;
      },
      async (simulation, file) => {
        await send(simulation.faulty, file);
        // The 503 makes the visitor repeat the request again, because the file may still be missing after this one.
        file.responses.push({ status: 503, tookMs: 0 });
      },
    ),
  },
  {
    name: 'deliver a file',
    ...withPrepared(
      async simulation => acknowledgeFile(simulation, await acknowledgeEnquiry(simulation)),
      async simulation => deliver(simulation),
    ),
  },
  {
    name: 'drop',
    ...withPrepared(async simulation => {
      const enquiry = await acknowledgeEnquiry(simulation, false);
      await acknowledgeFile(simulation, enquiry);
      return enquiry;
    }, drop),
  },
  {
    name: 'release',
    ...withPrepared(
      async simulation => {
        simulation.api.behave('refuse');
        return await acknowledgeEnquiry(simulation);
      },
      async ({ faulty }, enquiry) => {
        await faulty.store.outbox.operator.release(findReceipt(enquiry)!.reference);
      },
    ),
  },
  {
    name: 'purge',
    ...withPrepared(acknowledgeEnquiry, async ({ faulty, ledger }, enquiry) => {
      ledger.purged.add(enquiry);
      await faulty.store.outbox.archive.purge('tombstones', -60_000);
    }),
  },
  {
    name: 'sweep',
    ...withPrepared(
      async simulation => {
        const enquiry = await acknowledgeEnquiry(simulation, false);
        await acknowledgeFile(simulation, enquiry);
        await acknowledgeFile(simulation, enquiry);
        // The state after a process was killed between the commit and the erasure.
        const { reference } = findReceipt(enquiry)!;
        const key = randomUUID();
        simulation.ledger.dropped.add(reference);
        await simulation.healthy.store.outbox.operator.drop(reference);
        await simulation.healthy.store.spool.save(Readable.from([Buffer.from('never acknowledged')]), {
          reference,
          key,
        });
        await simulation.ageEverything();
      },
      ({ faulty: { store } }) => sweep(store.outbox.archive, store.spool),
    ),
  },
  {
    name: 'publish',
    run: async ({ faulty }) => void (await publish({ ...config, language: 'cy' }, faulty)),
  },
  {
    name: 'publish again, a day later',
    prepare: simulation => simulation.ageEverything(),
    run: async ({ faulty }) => void (await publish(config, faulty)),
  },
  {
    name: 'note the use of a definition',
    ...withPrepared(
      async simulation => {
        const { definition } = (await publish(config, simulation.healthy)).current('fault')!;
        await simulation.ageEverything();
        return definition;
      },
      ({ faulty }, hash) => faulty.store.outbox.archive.definition(hash),
    ),
  },
  {
    name: 'purge definitions',
    run: ({ faulty }) => faulty.store.outbox.archive.purgeDefinitions(-60_000),
  },
  { name: 'report a process', run: ({ faulty }) => faulty.store.outbox.processes.report(process) },
  {
    name: 'remove a process',
    prepare: ({ healthy }) => healthy.store.outbox.processes.report(process),
    run: ({ faulty }) => faulty.store.outbox.processes.remove(process.id),
  },
  {
    name: 'keep an asset',
    run: ({ faulty }) => faulty.store.outbox.archive.keepAssets([{ name: 'part.js', content: 'text' }]),
  },
  {
    name: 'make due',
    ...withPrepared(
      simulation => acknowledgeEnquiry(simulation, false),
      simulation => simulation.faulty.store.outbox.claims.makeAllDue(leaseMs),
    ),
  },
  {
    name: 'give back',
    ...withPrepared(
      async simulation => {
        await acknowledgeEnquiry(simulation, false);
        return await simulation.healthy.store.outbox.claims.claim(1, leaseMs);
      },
      async ({ faulty }, claimed) => {
        for (const claim of claimed) await faulty.store.outbox.claims.giveBack(claim);
      },
    ),
  },
  {
    name: 'probe',
    async run({ faulty }) {
      await faulty.app.request('/health/ready');
    },
  },
];
