import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createDefinitions } from '../enquiry/definitions.ts';
import { sweep } from '../maintenance/sweep.ts';
import { insist, newEnquiry, newFile, receiptOf, type Sent, send } from './ledger.ts';
import { config, leaseMs } from './process.ts';
import type { World } from './world.ts';

/** Something that uses the store. `prepare` runs while all is well, `run` while something fails; what it rejects with
 * is of no interest. */
export interface Operation {
  name: string;
  prepare?: (world: World) => Promise<void>;
  run: (world: World) => Promise<void>;
}

/** Delivers what is due, with the faulty store, until the enquiry API was called or the store had trouble. */
async function deliver({ faulty, api }: World): Promise<void> {
  const over = Promise.race([api.nextCall(), faulty.nextTrouble()]);
  const delivery = faulty.startDelivery();
  await over;
  await delivery.stop(5_000);
}

/** Has an enquiry acknowledged and, unless it is to wait, delivered. */
async function acknowledged(world: World, isDelivered = true): Promise<Sent> {
  const enquiry = newEnquiry(world.ledger);
  await insist(world.well, enquiry);
  if (isDelivered) await world.deliverAll();
  return enquiry;
}

async function attached(world: World, enquiry: Sent): Promise<Sent> {
  const file = newFile(world.ledger, enquiry);
  await insist(world.well, file);
  return file;
}

/** Deletes an enquiry as `outbox drop` does. */
async function drop({ faulty, ledger }: World, enquiry: Sent): Promise<void> {
  const { reference } = receiptOf(enquiry)!;
  ledger.maybeDropped.add(reference);
  const { inFlight } = await faulty.store.outbox.drop(reference);
  ledger.maybeDropped.delete(reference);
  if (inFlight.length > 0) return;
  ledger.dropped.add(reference);
  await faulty.store.spool.eraseAllOf(reference);
}

/** An enquiry that is being delivered while its visitor waits, when the enquiry API behaves like this. */
const whileWaiting = (behaviour?: 'refuse' | 'refuse-surname' | 'unavailable' | 'processed-silently') => ({
  async run(world: World) {
    if (behaviour) world.api.behave(behaviour);
    const over = Promise.race([world.api.nextCall(), world.faulty.nextTrouble()]);
    const delivery = world.faulty.startDelivery();
    const sending = send(world.faulty, newEnquiry(world.ledger));
    await Promise.race([over, sending]);
    await Promise.all([sending, delivery.stop(5_000)]);
  },
});

/** A prepared enquiry that is delivered when the enquiry API behaves like this. */
const delivery = (behaviour?: 'refuse' | 'unavailable' | 'processed-silently') => ({
  async prepare(world: World) {
    await acknowledged(world, false);
    if (behaviour) world.api.behave(behaviour);
  },
  run: deliver,
});

/** An operation on what `prepare` leaves. */
function on<Prepared>(
  prepare: (world: World) => Promise<Prepared>,
  run: (world: World, prepared: Prepared) => Promise<unknown>,
): Omit<Operation, 'name'> {
  const prepared = new WeakMap<World, Prepared>();
  return {
    async prepare(world) {
      prepared.set(world, await prepare(world));
    },
    async run(world) {
      await run(world, prepared.get(world)!);
    },
  };
}

/** Every operation of the outbox and the spool. */
export const operations: Operation[] = [
  { name: 'add', run: async world => void (await send(world.faulty, newEnquiry(world.ledger))) },
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
      world => acknowledged(world, false),
      (world, enquiry) => send(world.faulty, enquiry),
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
      async world => {
        await acknowledged(world, false);
        return await world.faulty.store.outbox.claim(1, leaseMs);
      },
      (world, claims) => world.faulty.store.outbox.renew(claims, leaseMs),
    ),
  },
  {
    name: 'attach',
    ...on(acknowledged, (world, enquiry) => send(world.faulty, newFile(world.ledger, enquiry, 2_500_000))),
  },
  {
    name: 'attach to an enquiry that waits',
    ...on(
      world => acknowledged(world, false),
      (world, enquiry) => send(world.faulty, newFile(world.ledger, enquiry)),
    ),
  },
  {
    name: 'repeat a file',
    ...on(
      async world => attached(world, await acknowledged(world, false)),
      (world, file) => send(world.faulty, file),
    ),
  },
  {
    name: 'repeat a file that is missing',
    ...on(
      async world => {
        const file = await attached(world, await acknowledged(world, false));
        const rows = await world.well.store.outbox.list({ reference: file.reference! });
        for (const { spooled } of rows) if (spooled !== null) await world.well.store.spool.erase(spooled);
        return file;
      },
      async (world, file) => {
        await send(world.faulty, file);
        // Whatever became of the first repeat: without another one the file would be missing.
        file.responses.push({ status: 503, tookMs: 0 });
      },
    ),
  },
  {
    name: 'deliver a file',
    ...on(
      async world => attached(world, await acknowledged(world)),
      async world => deliver(world),
    ),
  },
  {
    name: 'drop',
    ...on(async world => {
      const enquiry = await acknowledged(world, false);
      await attached(world, enquiry);
      return enquiry;
    }, drop),
  },
  {
    name: 'release',
    ...on(
      async world => {
        world.api.behave('refuse');
        return await acknowledged(world);
      },
      async ({ faulty }, enquiry) => {
        const rows = await faulty.store.outbox.list({ reference: receiptOf(enquiry)!.reference });
        for (const { id } of rows) await faulty.store.outbox.release(id);
      },
    ),
  },
  {
    name: 'purge',
    ...on(acknowledged, async ({ faulty, ledger }, enquiry) => {
      ledger.purged.add(enquiry);
      await faulty.store.outbox.forget(-60_000);
    }),
  },
  {
    name: 'sweep',
    ...on(
      async world => {
        const enquiry = await acknowledged(world, false);
        await attached(world, enquiry);
        await attached(world, enquiry);
        // As after a kill between the commit and the erasure.
        const { reference } = receiptOf(enquiry)!;
        const key = randomUUID();
        world.ledger.dropped.add(reference);
        await world.well.store.outbox.drop(reference);
        await world.well.store.spool.save(Readable.from([Buffer.from('never acknowledged')]), {
          reference,
          key,
        });
        await world.ageFiles();
      },
      ({ faulty: { store } }) => sweep(store.outbox, store.spool),
    ),
  },
  { name: 'publish', run: async ({ faulty }) => void (await createDefinitions(config, faulty.store.outbox)) },
  { name: 'keep an asset', run: ({ faulty }) => faulty.store.outbox.keepAsset('part.js', 'text') },
  {
    name: 'make due',
    ...on(
      world => acknowledged(world, false),
      world => world.faulty.store.outbox.hurry(leaseMs),
    ),
  },
  {
    name: 'probe',
    async run({ faulty }) {
      await faulty.app.request('/health/ready');
    },
  },
];
