import {
  findReceipt,
  newFile,
  newSuspect,
  newTest,
  type SentRequest,
  send,
  sendUntilFinal,
} from './ledger.ts';
import { acknowledgeEnquiry, acknowledgeFile, drop, type Operation, withPrepared } from './operation.ts';
import type { Simulation } from './simulation.ts';

/** Sends a test until it is acknowledged, while the delivery loop runs. */
async function acknowledgeTest(simulation: Simulation): Promise<SentRequest> {
  const test = newTest(simulation.ledger);
  await sendUntilFinal(simulation.healthy, test);
  await simulation.deliverAll();
  return test;
}

/** Sends a suspect with a file until both are acknowledged, while the delivery loop runs. */
async function acknowledgeSuspect(simulation: Simulation): Promise<SentRequest> {
  const suspect = newSuspect(simulation.ledger);
  await sendUntilFinal(simulation.healthy, suspect);
  await acknowledgeFile(simulation, suspect);
  await simulation.deliverAll();
  return suspect;
}

/** Adds an enquiry that stays in the outbox, repeats it and attaches a file to it. */
function intakeOperations(
  name: string,
  create: typeof newTest,
  acknowledge: (simulation: Simulation) => Promise<SentRequest>,
): Operation[] {
  return [
    {
      name: `add ${name}`,
      run: async ({ faulty, ledger }) => void (await send(faulty, create(ledger))),
    },
    {
      name: `repeat ${name}`,
      ...withPrepared(acknowledge, ({ faulty }, enquiry) => send(faulty, enquiry)),
    },
    {
      name: `attach to ${name}`,
      ...withPrepared(acknowledge, ({ faulty, ledger }, enquiry) => send(faulty, newFile(ledger, enquiry))),
    },
  ];
}

/** Every operation on tests and on suspects. */
export const keptBackOperations: Operation[] = [
  ...intakeOperations('a test', newTest, acknowledgeTest),
  {
    name: 'erase tests',
    ...withPrepared(
      async simulation => {
        const test = await acknowledgeTest(simulation);
        await acknowledgeFile(simulation, test);
        await acknowledgeEnquiry(simulation, false);
        return test;
      },
      async ({ faulty, ledger }, test) => {
        const { reference } = findReceipt(test)!;
        // No tombstone is left, so a repeat is a new request.
        ledger.purged.add(test);
        ledger.maybeDropped.add(reference);
        await faulty.store.outbox.archive.purge('tests', -60_000);
        ledger.dropped.add(reference);
        await faulty.store.spool.eraseEnquiryFiles([reference]);
      },
    ),
  },
  ...intakeOperations('a suspect', newSuspect, acknowledgeSuspect),
  {
    name: 'release a suspect',
    ...withPrepared(acknowledgeSuspect, async ({ faulty, ledger }, suspect) => {
      const { reference } = findReceipt(suspect)!;
      ledger.maybeReleased.add(reference);
      await faulty.store.outbox.operator.release(reference);
    }),
  },
  { name: 'drop a suspect', ...withPrepared(acknowledgeSuspect, drop) },
  {
    name: 'drop suspects together',
    ...withPrepared(
      async simulation => [await acknowledgeSuspect(simulation), await acknowledgeSuspect(simulation)],
      async (simulation, suspects) => {
        await Promise.all(suspects.map(suspect => drop(simulation, suspect)));
      },
    ),
  },
];
