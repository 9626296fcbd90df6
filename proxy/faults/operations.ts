import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createDefinitions } from '../enquiry/definitions.ts';
import { sweep } from '../maintenance/sweep.ts';
import { newEnquiry, newFile, receiptOf, type Sent, send, sendUntilFinal } from './ledger.ts';
import { config, leaseMs } from './simulated-proxy.ts';
import type { Simulation } from './simulation.ts';

/** An operation on the store. `prepare` runs without faults, and `run` with one. A rejection of `run` is ignored. */
export interface Operation {
  name: string;
  prepare?: (simulation: Simulation) => Promise<void>;
  run: (simulation: Simulation) => Promise<void>;
}

/** Runs the delivery loop on the faulty store until it has called the enquiry API or logged an error. */
async function deliver({ faulty, api }: Simulation): Promise<void> {
  const over = Promise.race([api.nextCall(), faulty.nextError()]);
  const delivery = faulty.startDelivery();
  await over;
  await delivery.stop(5_000);
}

/** Sends an enquiry until it is acknowledged and, by default, delivers it. */
async function acknowledged(simulation: Simulation, isDelivered = true): Promise<Sent> {
  const enquiry = newEnquiry(simulation.ledger);
  await sendUntilFinal(simulation.healthy, enquiry);
  if (isDelivered) await simulation.deliverAll();
  return enquiry;
}

async function attached(simulation: Simulation, enquiry: Sent): Promise<Sent> {
  const file = newFile(simulation.ledger, enquiry);
  await sendUntilFinal(simulation.healthy, file);
  return file;
}

/** Deletes an enquiry as `outbox drop` does. */
async function drop({ faulty, ledger }: Simulation, enquiry: Sent): Promise<void> {
  const { reference } = receiptOf(enquiry)!;
  ledger.maybeDropped.add(reference);
  const { inFlight } = await faulty.store.outbox.operator.drop(reference);
  ledger.maybeDropped.delete(reference);
  if (inFlight.length > 0) return;
  ledger.dropped.add(reference);
  await faulty.store.spool.eraseAllOf(reference);
}

/** Delivers an enquiry while its visitor waits, with this behaviour of the enquiry API. */
const whileWaiting = (behaviour?: 'refuse' | 'refuse-surname' | 'unavailable' | 'processed-silently') => ({
  async run(simulation: Simulation) {
    if (behaviour) simulation.api.behave(behaviour);
    const over = Promise.race([simulation.api.nextCall(), simulation.faulty.nextError()]);
    const delivery = simulation.faulty.startDelivery();
    const sending = send(simulation.faulty, newEnquiry(simulation.ledger));
    await Promise.race([over, sending]);
    await Promise.all([sending, delivery.stop(5_000)]);
  },
});

/** Delivers a prepared enquiry, with this behaviour of the enquiry API. */
const delivery = (behaviour?: 'refuse' | 'unavailable' | 'processed-silently') => ({
  async prepare(simulation: Simulation) {
    await acknowledged(simulation, false);
    if (behaviour) simulation.api.behave(behaviour);
  },
  run: deliver,
});

/** Defines an operation that uses the result of `prepare`. */
function on<Prepared>(
  prepare: (simulation: Simulation) => Promise<Prepared>,
  run: (simulation: Simulation, prepared: Prepared) => Promise<unknown>,
): Omit<Operation, 'name'> {
  const prepared = new WeakMap<Simulation, Prepared>();
  return {
    async prepare(simulation) {
      prepared.set(simulation, await prepare(simulation));
    },
    async run(simulation) {
      await run(simulation, prepared.get(simulation)!);
    },
  };
}

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
  {
    name: 'repeat',
    ...on(
      simulation => acknowledged(simulation, false),
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
    ...on(
      async simulation => {
        await acknowledged(simulation, false);
        return await simulation.faulty.store.outbox.claims.claim(1, leaseMs);
      },
      (simulation, claims) => simulation.faulty.store.outbox.claims.renew(claims, leaseMs),
    ),
  },
  {
    name: 'attach',
    ...on(acknowledged, (simulation, enquiry) =>
      send(simulation.faulty, newFile(simulation.ledger, enquiry, 2_500_000)),
    ),
  },
  {
    name: 'attach to an enquiry that waits',
    ...on(
      simulation => acknowledged(simulation, false),
      (simulation, enquiry) => send(simulation.faulty, newFile(simulation.ledger, enquiry)),
    ),
  },
  {
    name: 'repeat a file',
    ...on(
      async simulation => attached(simulation, await acknowledged(simulation, false)),
      (simulation, file) => send(simulation.faulty, file),
    ),
  },
  {
    name: 'repeat a file that is missing',
    ...on(
      async simulation => {
        const file = await attached(simulation, await acknowledged(simulation, false));
        const rows = await simulation.healthy.store.outbox.operator.list({ reference: file.reference! });
        for (const { spool_file } of rows)
          if (spool_file !== null) await simulation.healthy.store.spool.erase(spool_file);
        return file;
      },
      async (simulation, file) => {
        await send(simulation.faulty, file);
        // Makes the visitor repeat again, because the file may still be missing after this repeat.
        file.responses.push({ status: 503, tookMs: 0 });
      },
    ),
  },
  {
    name: 'deliver a file',
    ...on(
      async simulation => attached(simulation, await acknowledged(simulation)),
      async simulation => deliver(simulation),
    ),
  },
  {
    name: 'drop',
    ...on(async simulation => {
      const enquiry = await acknowledged(simulation, false);
      await attached(simulation, enquiry);
      return enquiry;
    }, drop),
  },
  {
    name: 'release',
    ...on(
      async simulation => {
        simulation.api.behave('refuse');
        return await acknowledged(simulation);
      },
      async ({ faulty }, enquiry) => {
        const rows = await faulty.store.outbox.operator.list({ reference: receiptOf(enquiry)!.reference });
        for (const { id } of rows) await faulty.store.outbox.operator.release(id);
      },
    ),
  },
  {
    name: 'purge',
    ...on(acknowledged, async ({ faulty, ledger }, enquiry) => {
      ledger.purged.add(enquiry);
      await faulty.store.outbox.archive.purge(-60_000);
    }),
  },
  {
    name: 'sweep',
    ...on(
      async simulation => {
        const enquiry = await acknowledged(simulation, false);
        await attached(simulation, enquiry);
        await attached(simulation, enquiry);
        // The state after a process was killed between the commit and the erasure.
        const { reference } = receiptOf(enquiry)!;
        const key = randomUUID();
        simulation.ledger.dropped.add(reference);
        await simulation.healthy.store.outbox.operator.drop(reference);
        await simulation.healthy.store.spool.save(Readable.from([Buffer.from('never acknowledged')]), {
          reference,
          key,
        });
        await simulation.ageFiles();
      },
      ({ faulty: { store } }) => sweep(store.outbox.archive, store.spool),
    ),
  },
  {
    name: 'publish',
    run: async ({ faulty }) => void (await createDefinitions(config, faulty.store.outbox.archive)),
  },
  { name: 'keep an asset', run: ({ faulty }) => faulty.store.outbox.archive.keepAsset('part.js', 'text') },
  {
    name: 'make due',
    ...on(
      simulation => acknowledged(simulation, false),
      simulation => simulation.faulty.store.outbox.claims.makeAllDue(leaseMs),
    ),
  },
  {
    name: 'probe',
    async run({ faulty }) {
      await faulty.app.request('/health/ready');
    },
  },
];
