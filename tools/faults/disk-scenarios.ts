// Runs scenarios on a data folder in a child process of `disk-faults.ts`, step by step. The parent makes system calls
// fail between the steps.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { openStore, type Store } from '../../proxy/outbox/outbox.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { enableSequentialUuids, restoreRandomUuids } from './predictable-names.ts';
import { concludeScenario, createSimulation, type Simulation } from './simulation.ts';

/** The event after the fault: the process continues, or it crashes and another one starts. */
export type Aftermath = 'continue' | 'crash';

interface Scenario {
  folder: string;
  operation: Operation;
  simulation: Simulation;
  /** Undefined when the store could not be opened. */
  store: Store | undefined;
}
let scenario: Scenario | undefined;

const log = pino({ level: 'silent' });
const maxReserveBytes = 2 ** 18;

function open(folder: string): Promise<Store> {
  return openStore({ databaseUrl: undefined, dataFolder: folder, maxReserveBytes }, Date.now, log);
}

const openSimulation = (folder: string, store: Store, earlier?: Simulation) =>
  createSimulation(
    { faulty: store, healthy: store, ageEverything: async () => ageEverything(folder) },
    earlier,
    countingBytes(),
  );

/** Creates a generator of bytes that are the same in every run, so that files get the same names. */
function countingBytes() {
  let count = 0;
  return (bytes: number) => new Uint8Array(bytes).map(() => count++ % 256);
}

function ageEverything(folder: string): void {
  for (const entry of readdirSync(join(folder, 'spool'), { withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(folder, 'spool', entry.name), 0, 0);
  }
  const database = new DatabaseSync(join(folder, 'outbox.db'), { timeout: 5_000 });
  database.exec('update definitions set used_at = 0');
  database.close();
}

/** Leaves a delivered enquiry with an undelivered file. */
const { prepare: leaveFile } = operations.find(({ name }) => name === 'deliver a file')!;
/** The operations that only a SQLite store has. */
const ownOperations: Operation[] = [
  {
    name: 'close',
    prepare: leaveFile!,
    run: async () => {
      await scenario?.store?.outbox.close();
      scenario!.store = undefined;
    },
  },
  {
    name: 'open',
    async prepare(simulation) {
      await leaveFile!(simulation);
      await scenario!.store!.outbox.close();
      scenario!.store = undefined;
    },
    run: async () => {
      scenario!.store = await open(scenario!.folder);
    },
  },
  {
    name: 'restore the reserve',
    async prepare(simulation) {
      await leaveFile!(simulation);
      rmSync(join(scenario!.folder, 'outbox.reserve'));
    },
    run: async ({ healthy }) => void (await healthy.store.outbox.archive.restoreRoom()),
  },
  {
    name: 'checkpoint the log',
    prepare: leaveFile!,
    run: ({ healthy }) => healthy.store.outbox.archive.checkpoint(),
  },
];
const all = [...operations, ...ownOperations];

/** The names that `prepareScenario` accepts. */
export const operationNames = () => all.map(({ name }) => name);

/** Prepares a scenario in an empty folder. */
export async function prepareScenario(name: string, folder: string): Promise<void> {
  const operation = all.find(each => each.name === name);
  if (!operation) throw new Error(`there is no operation "${name}"`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  enableSequentialUuids();
  const store = await open(folder);
  const simulation = await openSimulation(folder, store);
  scenario = { folder, operation, simulation, store };
  await operation.prepare?.(simulation);
}

/** Runs the operation, which may reject. The invariants decide. */
export async function runScenario(): Promise<void> {
  const { operation, simulation } = scenario!;
  await operation.run(simulation);
}

/** Ends the scenario with a working disk. Resolves with the violations of the invariants. */
export async function finishScenario(aftermath: Aftermath): Promise<string[]> {
  const { folder, simulation, store } = scenario!;
  restoreRandomUuids();
  if (aftermath === 'continue' && store) {
    const found = await concludeScenario(
      store === simulation.healthy.store ? simulation : await openSimulation(folder, store, simulation),
    );
    await store.outbox.close();
    return found;
  }
  simulation.api.noteForgotten();
  // A killed process leaves its files as they are at this moment.
  const left = `${folder}-left`;
  rmSync(left, { recursive: true, force: true });
  if (existsSync(folder)) cpSync(folder, left, { recursive: true });
  await store?.outbox.close().catch(() => {}); // The process counts as crashed, so an error here doesn't matter.
  const restarted = await open(left);
  const found = await concludeScenario(await openSimulation(left, restarted, simulation));
  await restarted.outbox.close();
  return found;
}
