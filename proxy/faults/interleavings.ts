import { sweep } from '../maintenance/sweep.ts';
import type { Store } from '../outbox/store.ts';
import { insist, newEnquiry, newFile, receiptOf, type Sent, send } from './ledger.ts';
import { createProcess, type FaultyProcess } from './process.ts';
import { createScheduler } from './scheduler.ts';
import { conclude, createWorld, type Stores } from './world.ts';

/** The stores of two proxies and of an operator's command. On one machine the proxies are one. */
export interface SharedStores extends Pick<Stores, 'ageFiles'> {
  one: Store;
  two: Store;
  operator: Store;
}

/** Who acts on one enquiry and one file. */
interface Cast {
  one: FaultyProcess;
  two: FaultyProcess;
  operator: Store;
  enquiry: Sent;
  file: Sent | undefined;
  api: { nextCall(): Promise<void> };
  dropped: Set<string>;
  maybeDropped: Set<string>;
  purged: Set<Sent>;
}

/** What the scene is when the actors come on. */
export const scenes = [
  'nothing is sent',
  'the enquiry waits',
  'the enquiry is held',
  'the file waits',
] as const;
export type Scene = (typeof scenes)[number];

async function deliver({ api }: Cast, process: FaultyProcess): Promise<void> {
  const called = Promise.race([api.nextCall(), process.nextTrouble()]);
  const delivery = process.startDelivery();
  const idle = new Promise(resolve => setTimeout(resolve, 20));
  await Promise.race([called, idle]);
  await delivery.stop(5_000);
}

/** What an actor does, by name. */
export const acts: Record<string, (cast: Cast) => Promise<unknown>> = {
  'one enquires': ({ one, enquiry }) => send(one, enquiry),
  'two enquires': ({ two, enquiry }) => send(two, enquiry),
  'one attaches': async ({ one, file }) => file && send(one, file),
  'two attaches': async ({ two, file }) => file && send(two, file),
  'one delivers': cast => deliver(cast, cast.one),
  'two delivers': cast => deliver(cast, cast.two),
  async 'the operator drops'({ operator, enquiry, dropped, maybeDropped }) {
    const reference = receiptOf(enquiry)?.reference;
    if (reference === undefined) return;
    const rows = await operator.outbox.list({ reference });
    maybeDropped.add(reference);
    const { inFlight } = await operator.outbox.drop(
      reference,
      rows.map(({ id }) => id),
    );
    maybeDropped.delete(reference);
    if (inFlight.length > 0) return;
    dropped.add(reference);
    await operator.spool.eraseAllOf(reference);
  },
  async 'the operator releases'({ operator, enquiry }) {
    const reference = receiptOf(enquiry)?.reference ?? '';
    for (const { id } of await operator.outbox.list({ reference })) await operator.outbox.release(id);
  },
  async 'two purges'({ two, enquiry, purged }) {
    purged.add(enquiry);
    await two.store.outbox.forget(-60_000);
  },
  'two sweeps': ({ two: { store } }) => sweep(store.outbox, store.spool),
};

/** Plays a scene with these acts at once, in the order of the choices; resolves with the violations. */
export async function play(
  { one, two, operator, ageFiles }: SharedStores,
  scene: Scene,
  names: string[],
  choose: (options: number) => number,
): Promise<string[]> {
  const world = await createWorld({ faulty: one, well: one, ageFiles });
  const { ledger, api } = world;
  const enquiry = newEnquiry(ledger);
  let file: Sent | undefined;
  if (scene !== 'nothing is sent') await insist(world.well, enquiry);
  if (scene === 'the enquiry is held') api.behave('refuse');
  if (scene === 'the enquiry is held' || scene === 'the file waits') await world.deliverAll();
  if (scene !== 'nothing is sent') file = newFile(ledger, enquiry);
  if (file && scene === 'the file waits') await insist(world.well, file);

  const scheduler = createScheduler();
  const pausing = (store: Store): Store => ({
    ...store,
    outbox: scheduler.pausing(store.outbox),
    spool: scheduler.pausing(store.spool),
  });
  const { dropped, maybeDropped, purged } = ledger;
  const cast: Cast = {
    one: await createProcess(pausing(one), api),
    two: await createProcess(pausing(two), api),
    operator: pausing(operator),
    enquiry,
    file,
    api,
    dropped,
    maybeDropped,
    purged,
  };
  await scheduler.run(
    names.map(name => () => acts[name]!(cast)),
    choose,
  );
  return await conclude(world);
}
