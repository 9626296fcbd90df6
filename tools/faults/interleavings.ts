import { sweep } from '../../proxy/maintenance/maintenance.ts';
import type { Store } from '../../proxy/outbox/outbox.ts';
import { findReceipt, newEnquiry, newFile, type SentRequest, send, sendUntilFinal } from './ledger.ts';
import { createScheduler } from './scheduler.ts';
import { createSimulatedProxy, type SimulatedProxy } from './simulated-proxy.ts';
import { concludeScenario, createSimulation, type Stores } from './simulation.ts';

/** The stores of two proxies and of an operator's command. In a folder stage, both proxies are the same one. */
export interface SharedStores extends Pick<Stores, 'ageEverything'> {
  one: Store;
  two: Store;
  operator: Store;
}

/** The participants that act on one enquiry and one file. */
interface Participants {
  one: SimulatedProxy;
  two: SimulatedProxy;
  operator: Store;
  enquiry: SentRequest;
  file: SentRequest | undefined;
  api: { nextCall(): Promise<void> };
  dropped: Set<string>;
  maybeDropped: Set<string>;
  purged: Set<SentRequest>;
}

/** The state of the store before the actions start. */
export const startStates = ['nothing sent', 'enquiry waiting', 'enquiry held', 'file waiting'] as const;
export type StartState = (typeof startStates)[number];

async function deliver({ api }: Participants, process: SimulatedProxy): Promise<void> {
  const called = Promise.race([api.nextCall(), process.nextError()]);
  const delivery = process.startDelivery();
  const idle = new Promise(resolve => setTimeout(resolve, 20));
  await Promise.race([called, idle]);
  await delivery.stop(5_000);
}

/** The actions, by name. */
export const actions: Record<string, (participants: Participants) => Promise<unknown>> = {
  'first proxy accepts the enquiry': ({ one, enquiry }) => send(one, enquiry),
  'second proxy accepts the enquiry': ({ two, enquiry }) => send(two, enquiry),
  'first proxy accepts the file': async ({ one, file }) => file && send(one, file),
  'second proxy accepts the file': async ({ two, file }) => file && send(two, file),
  'first proxy delivers': participants => deliver(participants, participants.one),
  'second proxy delivers': participants => deliver(participants, participants.two),
  async 'operator drops'({ operator, enquiry, dropped, maybeDropped }) {
    const reference = findReceipt(enquiry)?.reference;
    if (reference === undefined) return;
    const rows = await operator.outbox.operator.list({ reference });
    maybeDropped.add(reference);
    const { dropped: rowsDropped } = await operator.outbox.operator.drop(reference, rows);
    maybeDropped.delete(reference);
    if (rowsDropped.length === 0) return;
    dropped.add(reference);
    await operator.spool.eraseEnquiryFiles([reference]);
  },
  async 'operator releases'({ operator, enquiry }) {
    const reference = findReceipt(enquiry)?.reference ?? '';
    for (const { id } of await operator.outbox.operator.list({ reference }))
      await operator.outbox.operator.release(id);
  },
  async 'second proxy purges'({ two, enquiry, purged }) {
    purged.add(enquiry);
    await two.store.outbox.archive.purge(-60_000);
  },
  'second proxy sweeps': ({ two: { store } }) => sweep(store.outbox.archive, store.spool),
};

/** Runs the named actions concurrently from a start state, in the order that `choose` determines. Resolves with the
 * violations. */
export async function runInterleaving(
  { one, two, operator, ageEverything }: SharedStores,
  startState: StartState,
  names: string[],
  choose: (options: number) => number,
): Promise<string[]> {
  const simulation = await createSimulation({ faulty: one, healthy: one, ageEverything });
  const { ledger, api } = simulation;
  const enquiry = newEnquiry(ledger);
  let file: SentRequest | undefined;
  if (startState !== 'nothing sent') await sendUntilFinal(simulation.healthy, enquiry);
  if (startState === 'enquiry held') api.behave('refuse');
  if (startState === 'enquiry held' || startState === 'file waiting') await simulation.deliverAll();
  if (startState !== 'nothing sent') file = newFile(ledger, enquiry);
  if (file && startState === 'file waiting') await sendUntilFinal(simulation.healthy, file);

  const scheduler = createScheduler();
  const pausing = (store: Store): Store => ({
    ...store,
    outbox: {
      ...store.outbox,
      intake: scheduler.pausing(store.outbox.intake),
      claims: scheduler.pausing(store.outbox.claims),
      operator: scheduler.pausing(store.outbox.operator),
      archive: scheduler.pausing(store.outbox.archive),
    },
    spool: scheduler.pausing(store.spool),
  });
  const { dropped, maybeDropped, purged } = ledger;
  const participants: Participants = {
    one: await createSimulatedProxy(pausing(one), api),
    two: await createSimulatedProxy(pausing(two), api),
    operator: pausing(operator),
    enquiry,
    file,
    api,
    dropped,
    maybeDropped,
    purged,
  };
  await scheduler.run(
    names.map(name => () => actions[name]!(participants)),
    choose,
  );
  return await concludeScenario(simulation);
}
