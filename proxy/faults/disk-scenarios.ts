// Runs scenarios on one data folder in a process of its own, for `disk-faults.ts`, step by step: system calls are made
// to fail between the steps, from outside.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { openStore, type Store } from '../outbox/store.ts';
import { parseEnvironment } from '../settings/environment.ts';
import { type Operation, operations } from './operations.ts';
import { startCountingUuids, stopCountingUuids } from './predictable-names.ts';
import { conclude, createWorld, type World } from './world.ts';

/** How a scenario goes on after the fault: the process does, or it is killed and another one is started. */
export type Sequel = 'go on' | 'crash';

interface Scenario {
  folder: string;
  operation: Operation;
  world: World;
  /** Undefined when it could not be opened. */
  store: Store | undefined;
}
let scenario: Scenario | undefined;

const log = pino({ level: 'silent' });

function open(folder: string): Promise<Store> {
  const parsed = parseEnvironment({
    ENQUIRY_API_URL: 'http://127.0.0.1:9/rest/enquiries/v1',
    ENQUIRY_API_USERNAME: 'someone',
    ENQUIRY_API_PASSWORD: 'secret',
    ENQUIRY_DATA: folder,
  });
  if ('faults' in parsed) throw new Error('the settings are faulty');
  return openStore(parsed.environment, Date.now, log);
}

const worldOf = (folder: string, store: Store, earlier?: World) =>
  createWorld(
    { faulty: store, well: store, ageFiles: async () => ageFiles(folder) },
    earlier,
    countingBytes(),
  );

/** Random bytes that are the same in each run, so that files have the same names. */
function countingBytes() {
  let count = 0;
  return (bytes: number) => new Uint8Array(bytes).map(() => count++ % 256);
}

function ageFiles(folder: string): void {
  for (const entry of readdirSync(join(folder, 'spool'), { withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(folder, 'spool', entry.name), 0, 0);
  }
}

/** Leaves an enquiry that is delivered, with a file that is not. */
const { prepare: leaveFile } = operations.find(({ name }) => name === 'deliver a file')!;
/** Operations that only one machine has. */
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
    async prepare(world) {
      await leaveFile!(world);
      await scenario!.store!.outbox.close();
      scenario!.store = undefined;
    },
    run: async () => {
      scenario!.store = await open(scenario!.folder);
    },
  },
  { name: 'empty the log', prepare: leaveFile!, run: ({ well }) => well.store.outbox.tidy() },
];
const all = [...operations, ...ownOperations];

/** Names of all operations that can be begun. */
export const operationNames = () => all.map(({ name }) => name);

/** Begins a scenario in an emptied folder, up to the operation. */
export async function begin(name: string, folder: string): Promise<void> {
  const operation = all.find(each => each.name === name);
  if (!operation) throw new Error(`there is no operation "${name}"`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  startCountingUuids();
  const store = await open(folder);
  const world = await worldOf(folder, store);
  scenario = { folder, operation, world, store };
  await operation.prepare?.(world);
}

/** Runs the operation. It may reject; what counts is what is true in the end. */
export async function act(): Promise<void> {
  const { operation, world } = scenario!;
  await operation.run(world);
}

/** Ends the scenario when all works again; resolves with the violations of the invariants. */
export async function end(sequel: Sequel): Promise<string[]> {
  const { folder, world, store } = scenario!;
  stopCountingUuids();
  if (sequel === 'go on' && store) {
    const found = await conclude(store === world.well.store ? world : await worldOf(folder, store, world));
    await store.outbox.close();
    return found;
  }
  // What a killed process leaves is what its files hold at this moment.
  const left = `${folder}-left`;
  rmSync(left, { recursive: true, force: true });
  if (existsSync(folder)) cpSync(folder, left, { recursive: true });
  await store?.outbox.close().catch(() => {}); // Its fate is of no interest any more.
  const restarted = await open(left);
  const found = await conclude(await worldOf(left, restarted, world));
  await restarted.outbox.close();
  return found;
}
